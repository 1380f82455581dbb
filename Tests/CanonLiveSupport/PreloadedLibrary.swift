import Foundation

/// A library that is loaded before libjack in a canon under test, and simulates rare behaviour of a server.
public struct PreloadedLibrary: Sendable {
  public let path: String

  /// - Parameter source: The source in C.
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

  /// The environment variables that load the library.
  public var environment: [String: String] { ["LD_PRELOAD": path] }

  /// Simulates a server that no longer calls one of canon's clients, but runs and accepts others.
  /// - Parameters:
  ///   - client: The number of the client, from 1.
  ///   - cycles: The number of cycles that the client still gets.
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

  /// Simulates a server that notifies a running client of another sample rate, as PipeWire does.
  /// - Parameter cycles: The number of cycles that canon's first client gets before.
  public static func changingRate(to rate: Int, after cycles: Int, in folder: TestFolder) throws
    -> PreloadedLibrary
  {
    try PreloadedLibrary(
      """
      #define _GNU_SOURCE
      #include <dlfcn.h>
      #include <stdint.h>
      typedef int (*notice)(uint32_t, void *);
      static notice process, changed;
      static void *process_context, *changed_context;
      static int calls;
      static int call(uint32_t frames, void *context) {
        int result = process(frames, process_context);
        if (++calls == \(cycles)) changed(\(rate), changed_context);
        return result;
      }
      int jack_set_sample_rate_callback(void *jack, notice real, void *context) {
        if (!changed) { changed = real; changed_context = context; }
        return 0;
      }
      int jack_set_process_callback(void *jack, notice real, void *context) {
        int (*set)(void *, notice, void *) = dlsym(RTLD_NEXT, "jack_set_process_callback");
        if (process) return set(jack, real, context);
        process = real;
        process_context = context;
        return set(jack, call, 0);
      }
      """, in: folder)
  }

  /// Simulates a libjack that hangs in queries for ports while the file `mark` exists, for at most a minute.
  /// - Parameter hanging: A file that exists as soon as a query hangs.
  public static func hanging(while mark: String, hanging: String, in folder: TestFolder) throws
    -> PreloadedLibrary
  {
    try PreloadedLibrary(
      """
      #define _GNU_SOURCE
      #include <dlfcn.h>
      #include <stdio.h>
      #include <unistd.h>
      const char **jack_get_ports(void *jack, const char *name, const char *type, unsigned long flags) {
        const char **(*get)(void *, const char *, const char *, unsigned long) = dlsym(RTLD_NEXT, "jack_get_ports");
        for (int k = 0; k < 6000 && access("\(mark)", F_OK) == 0; k++) {
          if (k == 0) fclose(fopen("\(hanging)", "w"));
          usleep(10000);
        }
        return get(jack, name, type, flags);
      }
      """, in: folder)
  }

  /// Simulates a server that is slow to register ports, or does not have one.
  /// - Parameters:
  ///   - mark: While this file exists, ports other than the master's are waited for, a minute at most each.
  ///   - refused: The name of a port that cannot be had.
  public static func registering(
    slowlyWhile mark: String = "/dev/null/none", refusing refused: String = "", in folder: TestFolder
  ) throws -> PreloadedLibrary {
    try PreloadedLibrary(
      """
      #define _GNU_SOURCE
      #include <dlfcn.h>
      #include <string.h>
      #include <unistd.h>
      typedef unsigned long number;
      void *jack_port_register(void *jack, const char *name, const char *type, number flags, number size) {
        void *(*make)(void *, const char *, const char *, number, number) = dlsym(RTLD_NEXT, "jack_port_register");
        if (strcmp(name, "\(refused)") == 0) return 0;
        int is_master = strncmp(name, "master_", 7) == 0;
        for (int k = 0; !is_master && k < 6000 && access("\(mark)", F_OK) == 0; k++) usleep(10000);
        return make(jack, name, type, flags, size);
      }
      """, in: folder)
  }

  /// Simulates a server that does not let canon into its graph.
  /// - Parameters:
  ///   - activations: The numbers of the refused activations, from 1.
  ///   - mark: A file that exists once an activation has been refused.
  public static func refusingActivation(
    _ activations: ClosedRange<Int>, mark: String = "/dev/null", in folder: TestFolder
  ) throws -> PreloadedLibrary {
    try PreloadedLibrary(
      """
      #define _GNU_SOURCE
      #include <dlfcn.h>
      #include <stdio.h>
      static int count;
      int jack_activate(void *jack) {
        int (*activate)(void *) = dlsym(RTLD_NEXT, "jack_activate");
        count++;
        if (count < \(activations.lowerBound) || count > \(activations.upperBound)) return activate(jack);
        FILE *file = fopen("\(mark)", "w");
        if (file) fclose(file);
        return -1;
      }
      """, in: folder)
  }
}
