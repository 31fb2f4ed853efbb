#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_GIVING_UP_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_GIVING_UP_H_

namespace hpdl::rt {

/// While an object of this class lives, SIGINT, SIGTERM and SIGHUP do not end the process but are
/// noted. So a caller that waits for an answer can take its request back first. Ignored signals
/// stay ignored. Several objects may live, in any threads: a signal is noted for all of them, and
/// the end of the last object restores the former actions of the signals.
class GivingUp {
 public:
  GivingUp();
  ~GivingUp();
  GivingUp(const GivingUp&) = delete;
  GivingUp& operator=(const GivingUp&) = delete;
  bool Asked() const;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_GIVING_UP_H_
