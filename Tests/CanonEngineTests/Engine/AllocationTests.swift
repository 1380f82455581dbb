import CRealtime
import CanonTestSupport
import Foundation
import Testing

/// Counts what the engine allocates and frees in an ordinary build, without the sanitizer: nothing.
///
/// The test builds a small library that counts in front of the C library's allocator, and runs itself once
/// more with that library loaded before all others.
@Suite(.disabled(if: Sanitizer.isLinked, "a sanitizer has its own allocator"))
struct AllocationTests {
  @Test("The engine neither allocates nor frees, through a long random performance")
  func nothingAllocated() throws {
    if let counter = AllocationCounter() {
      let control = counter.counting { UnsafeMutablePointer<Int>.allocate(capacity: 1).deallocate() }
      #expect(control == 2, "the counter must see one allocation and one release")
      for seed in 1...5 as ClosedRange<UInt64> {
        counter.reset()
        let heard = RealtimePerformance.play(
          seed: seed, periods: 4000, enter: { counter.switch(on: true) }, leave: { counter.switch(on: false) }
        )
        #expect(heard > 0)
        #expect(counter.count == 0)
      }
      print("counted")
    } else {
      let folder = TemporaryFolder()
      let library = folder.file("counter.so")
      let source = try folder.write(Self.source.utf8, to: "counter.c")
      let built = try Tool.run(["clang", "-shared", "-fPIC", "-O1", "-o", library, source])
      try #require(built.status == 0, "\(built.output)")
      let again = try Tool.run(
        [Tool.testExecutable.path, "--testing-library", "swift-testing", "--filter", "AllocationTests"],
        environment: ["LD_PRELOAD": library])
      #expect(again.status == 0, "\(again.output)")
      #expect(again.output.contains("counted"), "\(again.output)")
    }
  }

  /// Thread-local, so that only the thread that asks is counted; `initial-exec`, since other thread-local
  /// memory is itself allocated on first use.
  private static let source = """
    #include <errno.h>
    #include <stddef.h>
    void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);
    void *__libc_memalign(size_t, size_t), __libc_free(void *);
    #define LOCAL static __thread __attribute__((tls_model("initial-exec")))
    LOCAL int counting;
    LOCAL long count;
    void canon_count_switch(int on) { counting = on; }
    long canon_count(void) { return count; }
    void canon_count_reset(void) { count = 0; }
    void *malloc(size_t n) { count += counting; return __libc_malloc(n); }
    void *calloc(size_t n, size_t m) { count += counting; return __libc_calloc(n, m); }
    void *realloc(void *p, size_t n) { count += counting; return __libc_realloc(p, n); }
    void *memalign(size_t a, size_t n) { count += counting; return __libc_memalign(a, n); }
    void *aligned_alloc(size_t a, size_t n) { count += counting; return __libc_memalign(a, n); }
    int posix_memalign(void **p, size_t a, size_t n) {
      count += counting;
      return (*p = __libc_memalign(a, n)) ? 0 : ENOMEM;
    }
    void free(void *p) { count += counting; __libc_free(p); }
    """
}

/// The counting library, where it is loaded.
private struct AllocationCounter {
  private let switchFunction: @convention(c) (Int32) -> Void
  private let countFunction: @convention(c) () -> Int
  private let resetFunction: @convention(c) () -> Void

  init?() {
    guard let turn = dlsym(nil, "canon_count_switch"), let count = dlsym(nil, "canon_count"),
      let reset = dlsym(nil, "canon_count_reset")
    else { return nil }
    switchFunction = unsafeBitCast(turn, to: (@convention(c) (Int32) -> Void).self)
    countFunction = unsafeBitCast(count, to: (@convention(c) () -> Int).self)
    resetFunction = unsafeBitCast(reset, to: (@convention(c) () -> Void).self)
  }

  var count: Int { countFunction() }
  func `switch`(on: Bool) { switchFunction(on ? 1 : 0) }
  func reset() { resetFunction() }

  func counting(_ body: () -> Void) -> Int {
    reset()
    self.switch(on: true)
    body()
    self.switch(on: false)
    return count
  }
}

enum Sanitizer {
  /// Whether one is in this process that replaces the allocator.
  static var isLinked: Bool {
    rt_sanitized() || dlsym(nil, "__tsan_init") != nil || dlsym(nil, "__asan_init") != nil
  }
}
