#ifndef HPDL_RUNTIME_WORLD_OOZIE_CLIENT_OOZIE_TEXT_H_
#define HPDL_RUNTIME_WORLD_OOZIE_CLIENT_OOZIE_TEXT_H_

#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"
#include "runtime/ground/value/eval.h"
#include "runtime/world/net/network.h"

/// Requests to an Oozie server and its replies, as texts: the web services API of Oozie, v0 to v2
/// (specification of 3.1, chapter 11).
namespace hpdl::rt {

/// A workflow job as the server reports it.
struct OozieJob {
  std::string id;
  std::string status;    ///< PREP, RUNNING, SUSPENDED, SUCCEEDED, KILLED, FAILED
  std::int64_t run = 0;  ///< counts reruns
  std::string console_url;
  /// Of the last of its actions that has an error; "" if none has.
  std::string error_code, error_message;

  bool ended() const { return status == "SUCCEEDED" || status == "KILLED" || status == "FAILED"; }
};

/// A server's URL without `/` at its end. Error: kError "SUBWF004", it is no http or https URL, or
/// has a query.
Result<std::string> ReadOozieUrl(std::string_view url);

/// The properties as Hadoop's XML. Error: kError "SUBWF002", one has a character that XML has not.
Result<std::string> ConfigurationXml(const Properties& properties);

/// The newest of the protocol versions that both sides know: "v2", "v1" or "v0". Error:
/// kNonTransient "SUBWF004", as of all texts here that no Oozie would send.
Result<std::string> ReadVersions(std::string_view json);

/// The id in `{"id": "..."}`. `may_lack`: null and "" are "", else errors.
Result<std::string> ReadJobId(std::string_view json, bool may_lack);

/// Of what is answered without a word.
Result<void> ReadNoReply(std::string_view body);

Result<OozieJob> ReadJob(std::string_view json);

/// The error that a reply other than 2xx stands for. Overloaded, failing or busy servers, and those
/// that cannot reach their database: kTransient "SUBWF005". A login is wanted: kNonTransient
/// "SUBWF003". There is no Oozie: kNonTransient "SUBWF004". What Oozie refuses: kError with its own
/// code, or "SUBWF002" where it gives none. `host` is named in messages.
Error ErrorOfOozie(const HttpReply& reply, const std::string& host);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_OOZIE_CLIENT_OOZIE_TEXT_H_
