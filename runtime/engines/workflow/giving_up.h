#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_GIVING_UP_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_GIVING_UP_H_

namespace hpdl::rt {

/// While an object of this class exists, SIGINT, SIGTERM and SIGHUP are noted and do not end the
/// process. So a caller that waits for an answer can withdraw its request before the process ends.
/// Ignored signals stay ignored. Several objects may exist at a time, in any threads. A signal is
/// noted for all objects, and the destructor of the last object restores the actions of the
/// signals.
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
