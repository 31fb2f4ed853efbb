#ifndef HPDL_RUNTIME_GROUND_BASE_TESTING_PROCESSOR_TIME_H_
#define HPDL_RUNTIME_GROUND_BASE_TESTING_PROCESSOR_TIME_H_

#include <time.h>

namespace hpdl::rt::testing {

/// Returns the seconds of processor time that this thread used for `work`. Other programs on the
/// machine do not change the result, so the times of small and large work can be compared.
template <class Work>
double ProcessorSeconds(Work work) {
  const auto now = [] {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
  };
  const double begin = now();
  work();
  return now() - begin;
}

}  // namespace hpdl::rt::testing

#endif  // HPDL_RUNTIME_GROUND_BASE_TESTING_PROCESSOR_TIME_H_
