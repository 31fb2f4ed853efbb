#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_CELOS_REQUEST_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_CELOS_REQUEST_H_

#include <map>
#include <string>
#include <string_view>

namespace hpdl::rt::celos {

/// A request as received.
struct CelosRequest {
  std::string method;        ///< for example "GET"
  std::string target;        ///< path and query
  std::string content_type;  ///< "": no content type
  std::string body;
};

/// The parameters of a request, from its query and its form. The query is read before the form. If
/// a name has several values, the first value is used. A name or a value with a wrong percent code
/// is not decoded.
using CelosParameters = std::map<std::string, std::string, std::less<>>;
CelosParameters ParametersOf(const CelosRequest& request);
/// Returns the path of a target, not decoded.
std::string_view PathOfTarget(std::string_view target);

/// The maximum number of parameters of a request. Further parameters are ignored.
inline constexpr std::size_t kMostCelosParameters = 1000;

struct CelosAnswer {
  int status = 200;
  std::string body;
  std::string content_type;  ///< "": no content type
  std::string fields;        ///< further header fields, each "NAME: VALUE\r\n"
  /// One line of ISO-8859-1 for the status line; "": the usual text of the status.
  std::string reason;
};

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_CELOS_REQUEST_H_
