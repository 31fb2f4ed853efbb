#ifndef HPDL_RUNTIME_OOZIE_OOZIE_SERVER_H_
#define HPDL_RUNTIME_OOZIE_OOZIE_SERVER_H_

#include <cstdint>
#include <string>

#include "runtime/base/task.h"
#include "runtime/oozie/oozie_text.h"

namespace hpdl::rt {

/// How a caller comes in who is known by more than a name.
struct OozieEntry {
  std::string credential;  ///< sent as `Authorization: Bearer`; "": none. A secret
  std::string key_pin;     ///< as HttpRequest::key_pin
};

/// One Oozie server, for one user, over its web services API. Used on the loop of the network. Its
/// calls fail with ErrorOfOozie(), and with "SUBWF005" where no answer comes: kTransient, or
/// kNonTransient for what TLS does not trust.
class OozieServer {
 public:
  /// `url` is one of ReadOozieUrl(). `network` must outlive it.
  OozieServer(Network& network, std::string url, std::string user, std::int64_t timeout_ms,
              OozieEntry entry = {});

  /// The id of the job whose oozie.wf.external.id this is, "" if there is none.
  Task<Result<std::string>> Find(std::string external_id);
  /// Makes a job, which waits for Start(). Gives its id.
  Task<Result<std::string>> Submit(Properties properties);
  /// To start a job that has been started already is no error.
  Task<Result<void>> Start(std::string id);
  /// `whole`: with the errors of its actions, which takes the longer the more there are.
  Task<Result<OozieJob>> Look(std::string id, bool whole);
  /// Runs an ended job again, with properties over its own. One that has not ended is no error.
  Task<Result<void>> Rerun(std::string id, Properties properties);
  /// To kill a job that has ended already is no error.
  Task<Result<void>> Kill(std::string id);

  const std::string& host() const { return host_; }

 private:
  Task<Result<HttpReply>> Call(HttpRequest request, std::string path, std::string query);
  Task<Result<void>> Put(std::string id, std::string action, std::string body = {});
  Task<Result<HttpReply>> Send(HttpRequest request);
  Task<Result<void>> Negotiate();

  Network& network_;
  const std::string url_, user_, host_;
  const std::int64_t timeout_ms_;
  const OozieEntry entry_;
  std::string version_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_OOZIE_OOZIE_SERVER_H_
