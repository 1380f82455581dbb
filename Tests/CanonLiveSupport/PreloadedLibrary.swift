import Foundation

/// A library that stands before libjack in a canon under test, and does what a real server does once a year.
public struct PreloadedLibrary: Sendable {
  public let path: String

  /// - Parameter source: In C.
  public init(_ source: String, in folder: TestFolder) throws {
    path = folder.file("preloaded.so")
    let clang = Process()
    clang.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    clang.arguments = [
      "clang", "-shared", "-fPIC", "-O0", "-o", path, try folder.write(source, to: "preloaded.c"),
    ]
    try clang.run()
    clang.waitUntilExit()
    guard clang.terminationStatus == 0 else {
      throw TimedOut(description: "clang does not compile:\n\(source)")
    }
  }

  /// The environment that loads it.
  public var environment: [String: String] { ["LD_PRELOAD": path] }

  /// A server that calls one of canon's clients no more, though it lives and lets others in.
  /// - Parameters:
  ///   - client: Which, from 1.
  ///   - cycles: How many it still gets.
  public static func droppingClient(_ client: Int, after cycles: Int, in folder: TestFolder) throws
    -> PreloadedLibrary
  {
    try PreloadedLibrary(
      """
      #define _GNU_SOURCE
      #include <dlfcn.h>
      #include <stdint.h>
      #include <stdlib.h>
      typedef int (*process)(uint32_t, void *);
      struct client { process real; void *context; int number, calls; };
      static int count;
      static int call(uint32_t frames, void *context) {
        struct client *client = context;
        if (client->number == \(client) && client->calls++ >= \(cycles)) return 0;
        return client->real(frames, client->context);
      }
      int jack_set_process_callback(void *jack, process real, void *context) {
        int (*set)(void *, process, void *) = dlsym(RTLD_NEXT, "jack_set_process_callback");
        struct client *client = calloc(1, sizeof *client);
        client->real = real;
        client->context = context;
        client->number = ++count;
        return set(jack, call, client);
      }
      """, in: folder)
  }
}
