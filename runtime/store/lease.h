#ifndef HPDL_RUNTIME_STORE_LEASE_H_
#define HPDL_RUNTIME_STORE_LEASE_H_

namespace hpdl::rt {

/// An exclusive right, such as the right to run a job and to write its journal. The destructor
/// gives it back, and so does the end of the process.
class Lease {
 public:
  virtual ~Lease() = default;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_STORE_LEASE_H_
