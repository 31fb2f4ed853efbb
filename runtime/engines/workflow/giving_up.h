#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_GIVING_UP_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_GIVING_UP_H_

namespace hpdl::rt {

/// While it lives, SIGINT, SIGTERM and SIGHUP do not end the process but are noted: who waits for
/// an answer takes the request back first. Signals that are ignored stay so. Several may live, in
/// any threads: the last that ends gives the signals back, and a signal is noted for all of them.
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
