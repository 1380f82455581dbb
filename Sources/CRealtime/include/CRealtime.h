/* Everything that real-time Swift needs from C: the promise RT_SAFE, the sanitizer's hooks, control of denormals.
   The compiler trusts a promise and does not check it: use RT_SAFE only in this header and in CJack/shim.h. */
#pragma once
#include <stdbool.h>
#include <stdint.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

#if defined(__clang__)
#define RT_SAFE __attribute__((swift_attr("@_noLocks")))
#else
#define RT_SAFE
#endif

/* Hooks of RealtimeSanitizer, if it is linked (CANON_RTSAN=1): the calling thread is in a real-time context between
   the two calls. They are weak, so that one source serves plain and sanitized builds. */
extern void __rtsan_realtime_enter(void) __attribute__((weak));
extern void __rtsan_realtime_exit(void) __attribute__((weak));

RT_SAFE static inline void rt_enter(void) {
  if (__rtsan_realtime_enter) __rtsan_realtime_enter();
}
RT_SAFE static inline void rt_exit(void) {
  if (__rtsan_realtime_exit) __rtsan_realtime_exit();
}
static inline bool rt_sanitized(void) { return __rtsan_realtime_enter != 0; }

/* Treats denormal numbers as zero in this thread until the returned state is restored. Every driver does this
   around the engine: a block of denormals costs 160 times a normal one, and live and offline output must be equal. */
RT_SAFE static inline uint64_t rt_flush_denormals(void) {
#if defined(__x86_64__)
  uint32_t old = _mm_getcsr();
  _mm_setcsr(old | 0x8040u); /* FTZ, DAZ */
  return old;
#elif defined(__aarch64__)
  uint64_t old;
  __asm__ volatile("mrs %0, fpcr" : "=r"(old));
  __asm__ volatile("msr fpcr, %0" : : "r"(old | (1ull << 24))); /* FZ */
  return old;
#else
  return 0;
#endif
}
RT_SAFE static inline void rt_restore_denormals(uint64_t old) {
#if defined(__x86_64__)
  _mm_setcsr((uint32_t)old);
#elif defined(__aarch64__)
  __asm__ volatile("msr fpcr, %0" : : "r"(old));
#else
  (void)old;
#endif
}

/* Asks the processor for the memory from one address up to another, which is about to be written, or read. It waits for none of it. */
RT_SAFE static inline void rt_prefetch(const void *from, const void *to) {
  for (const char *line = (const char *)from; line < (const char *)to; line += 64) __builtin_prefetch(line, 1);
}
RT_SAFE static inline void rt_prefetch_to_read(const void *from, const void *to) {
  for (const char *line = (const char *)from; line < (const char *)to; line += 64) __builtin_prefetch(line, 0);
}

/* Whether the processor, and the system, have the instructions of x86-64-v3 (x86-64 psABI, "Micro-Architecture Levels"). */
static inline bool rt_has_x86_64_v3(void) {
#if defined(__x86_64__)
  return __builtin_cpu_supports("x86-64-v3");
#else
  return false;
#endif
}
