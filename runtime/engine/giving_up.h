#ifndef HPDL_RUNTIME_ENGINE_GIVING_UP_H_
#define HPDL_RUNTIME_ENGINE_GIVING_UP_H_

#include <array>
#include <csignal>

namespace hpdl::rt {

/// While it lives, SIGINT, SIGTERM and SIGHUP do not end the process but are noted: who waits for
/// an answer takes the request back first. Signals that are ignored stay so. One at a time.
class GivingUp {
 public:
  GivingUp();
  ~GivingUp();
  GivingUp(const GivingUp&) = delete;
  GivingUp& operator=(const GivingUp&) = delete;
  bool Asked() const;

 private:
  std::array<struct sigaction, 3> before_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINE_GIVING_UP_H_
