#ifndef HPDL_RUNTIME_STORE_LEASE_H_
#define HPDL_RUNTIME_STORE_LEASE_H_

namespace hpdl::rt {

/// An exclusive right, such as that to run a job and to write its journal. Given back by the
/// destructor, and by the end of the process.
class Lease {
 public:
  virtual ~Lease() = default;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_STORE_LEASE_H_
