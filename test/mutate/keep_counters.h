// Goes before each source that is compiled with counters. Their files are written every moment, for
// many programs of the tests are killed; by itself g++ has them written when a process ends.
#include <pthread.h>
#include <semaphore.h>
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
    ::sem_init(&end_, 0, 0);
    ::pthread_create(&thread_, nullptr, &Keep, this);
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  }
  // After this g++ writes the counters itself, which two threads must not do at once.
  ~KeepCounters() {
    ::sem_post(&end_);
    ::pthread_join(thread_, nullptr);
  }

  static void* Keep(void* self) {
    while (!static_cast<KeepCounters*>(self)->EndsWithinMoment()) {
      __gcov_dump();
      __gcov_reset();
    }
    return nullptr;
  }

 private:
  bool EndsWithinMoment() {
    constexpr long kMomentNs = 100'000'000;
    constexpr long kSecondNs = 1'000'000'000;
    timespec end;
    ::clock_gettime(CLOCK_MONOTONIC, &end);
    end.tv_nsec += kMomentNs;
    end.tv_sec += end.tv_nsec / kSecondNs;
    end.tv_nsec %= kSecondNs;
    return ::sem_clockwait(&end_, CLOCK_MONOTONIC, &end) == 0;
  }

  pthread_t thread_;
  sem_t end_;
};

inline KeepCounters keep_counters;

}  // namespace hpdl::mutate
