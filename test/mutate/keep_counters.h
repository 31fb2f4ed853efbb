// Goes before each source that is compiled with counters. Their files are written every moment, for many programs of the
// tests are killed; by itself g++ has them written when a process ends.
#include <pthread.h>
#include <signal.h>
#include <time.h>

extern "C" void __gcov_dump();
extern "C" void __gcov_reset();

namespace hpdl::mutate {

struct KeepCounters {
  KeepCounters() {
    sigset_t all;
    sigset_t before;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before);  // signals are for the program's own threads
    pthread_t thread;
    ::pthread_create(&thread, nullptr, &Keep, nullptr);
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  }
  static void* Keep(void*) {
    constexpr timespec kMoment{0, 100'000'000};
    while (true) {
      ::nanosleep(&kMoment, nullptr);
      __gcov_dump();
      __gcov_reset();
    }
  }
};

inline KeepCounters keep_counters;

}  // namespace hpdl::mutate
