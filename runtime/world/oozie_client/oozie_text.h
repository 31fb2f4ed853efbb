#ifndef HPDL_RUNTIME_WORLD_OOZIE_CLIENT_OOZIE_TEXT_H_
#define HPDL_RUNTIME_WORLD_OOZIE_CLIENT_OOZIE_TEXT_H_

#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"
#include "runtime/ground/value/eval.h"
#include "runtime/world/net/network.h"

/// Builds and reads the texts of Oozie's web services API, v0 to v2 (specification of Oozie 3.1,
/// chapter 11). A reply that no Oozie server would send is the error kNonTransient "SUBWF004".
namespace hpdl::rt {

/// A workflow job as the server reports it.
struct OozieJob {
  std::string id;
  std::string status;    ///< PREP, RUNNING, SUSPENDED, SUCCEEDED, KILLED, FAILED
  std::int64_t run = 0;  ///< the number of reruns
  std::string console_url;
  /// The error of the last action that has an error; "" if no action has an error.
  std::string error_code, error_message;

  bool ended() const { return status == "SUCCEEDED" || status == "KILLED" || status == "FAILED"; }
};

/// Returns a server's URL without `/` at its end. Fails with kError "SUBWF004" if it is not an http
/// or https URL, or if it has a query.
Result<std::string> ReadOozieUrl(std::string_view url);

/// Returns the properties as Hadoop's XML. Fails with kError "SUBWF002" if a property has a
/// character that XML does not have.
Result<std::string> ConfigurationXml(const Properties& properties);

/// Returns the newest protocol version that this client and the server support: "v2", "v1" or "v0".
/// Fails with kNonTransient "SUBWF004" if there is no such version.
Result<std::string> ReadVersions(std::string_view json);

/// Returns the id in `{"id": "..."}`. If `may_lack` is true, the id may be null or "", and the
/// result is then "". Otherwise a null or empty id is an error.
Result<std::string> ReadJobId(std::string_view json, bool may_lack);

/// Checks that the body of a reply is empty.
Result<void> ReadNoReply(std::string_view body);

Result<OozieJob> ReadJob(std::string_view json);

/// Returns the error for a reply with a status other than 2xx. It is kTransient "SUBWF005" if the
/// server is overloaded, failing or busy, or cannot reach its database. It is kNonTransient
/// "SUBWF003" if the server requires a login, and kNonTransient "SUBWF004" if the server is not
/// Oozie. If Oozie refuses the request, it is kError with Oozie's code, or with "SUBWF002" if Oozie
/// gives no code. The message names `host`.
Error ErrorOfOozie(const HttpReply& reply, const std::string& host);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_OOZIE_CLIENT_OOZIE_TEXT_H_
