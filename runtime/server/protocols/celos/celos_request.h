#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_CELOS_REQUEST_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_CELOS_REQUEST_H_

#include <map>
#include <string>
#include <string_view>

namespace hpdl::rt::celos {

/// A request as it came.
struct CelosRequest {
  std::string method;        ///< "GET"
  std::string target;        ///< path and query
  std::string content_type;  ///< "": none
  std::string body;
};

/// The parameters of a request: of its query, and of a form behind that. Of several values of one
/// name the first. What is not encoded well stays as it is.
using CelosParameters = std::map<std::string, std::string, std::less<>>;
CelosParameters ParametersOf(const CelosRequest& request);
/// Its path as it came.
std::string_view PathOfTarget(std::string_view target);

/// Parameters that are looked at, at most.
inline constexpr std::size_t kMostCelosParameters = 1000;

struct CelosAnswer {
  int status = 200;
  std::string body;
  std::string content_type;  ///< "": none
  std::string fields;        ///< further ones, "NAME: VALUE\r\n" each
  std::string reason;        ///< one line of ISO-8859-1; "": the status' own words
};

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_CELOS_REQUEST_H_
