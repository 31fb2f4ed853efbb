#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_HOSTED_HOSTED_OPTIONS_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_HOSTED_HOSTED_OPTIONS_H_

#include <cstdint>
#include <string>

namespace hpdl::rt::celos {

/// What hpdld is told of Celos.
struct HostedOptions {
  std::string workflows, defaults;  ///< folders; workflows "": there is no Celos here
  std::string groups;               ///< of the page, a file; "": none
  std::int64_t step_s = 60;         ///< between steps; 0: only when somebody asks
};

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_HOSTED_HOSTED_OPTIONS_H_
