#ifndef HPDL_RUNTIME_GROUND_BASE_QUIET_THREAD_H_
#define HPDL_RUNTIME_GROUND_BASE_QUIET_THREAD_H_

#include <csignal>
#include <thread>
#include <utility>

namespace hpdl::rt {

/// Starts a thread that gets no signals. Only the thread of the event loop handles signals. SIGPIPE
/// is blocked too, so a write to a broken connection only returns an error.
template <class Function>
std::thread QuietThread(Function function) {
  /// Blocks all signals. The destructor restores the mask, even if std::thread's constructor throws
  /// because no thread can be made.
  struct NoSignals {
    NoSignals() {
      sigset_t all;
      sigfillset(&all);
      pthread_sigmask(SIG_SETMASK, &all, &before);
    }
    ~NoSignals() { pthread_sigmask(SIG_SETMASK, &before, nullptr); }
    sigset_t before{};
  } const quiet;
  return std::thread(std::move(function));
}

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_BASE_QUIET_THREAD_H_
