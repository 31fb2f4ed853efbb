#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_HOSTED_HOSTED_OPTIONS_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_HOSTED_HOSTED_OPTIONS_H_

#include <cstdint>
#include <string>

namespace hpdl::rt::celos {

/// hpdld's options for Celos.
struct HostedOptions {
  std::string workflows, defaults;  ///< two folders; if `workflows` is "", Celos is off
  std::string groups;               ///< the page's file of groups; "": no groups
  std::int64_t step_s = 60;         ///< seconds between steps; 0: steps only on request
};

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_HOSTED_HOSTED_OPTIONS_H_
