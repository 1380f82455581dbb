/* The kernel's opinion of the clock, which Swift's module of the C library does not have. */
#pragma once
#include <stdbool.h>
#include <sys/timex.h>

/* Whether something (NTP) keeps the machine's clock right. */
static inline bool canon_clock_is_synchronised(void) {
  struct timex state = {0};
  return adjtimex(&state) != TIME_ERROR;
}
