#ifndef HPDL_RUNTIME_NET_QUIET_THREAD_H_
#define HPDL_RUNTIME_NET_QUIET_THREAD_H_

#include <csignal>
#include <thread>
#include <utility>

namespace hpdl::rt {

/// A thread that gets no signals: they belong to the thread of the loop, and a broken connection is
/// an error of a write.
template <class Function>
std::thread QuietThread(Function function) {
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  std::thread thread(std::move(function));
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return thread;
}

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_NET_QUIET_THREAD_H_
