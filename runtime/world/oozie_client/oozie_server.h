#ifndef HPDL_RUNTIME_WORLD_OOZIE_CLIENT_OOZIE_SERVER_H_
#define HPDL_RUNTIME_WORLD_OOZIE_CLIENT_OOZIE_SERVER_H_

#include <cstdint>
#include <string>

#include "runtime/ground/base/task.h"
#include "runtime/world/oozie_client/oozie_text.h"

namespace hpdl::rt {

/// How a caller comes in who is known by more than a name.
struct OozieEntry {
  std::string credential;  ///< sent as `Authorization: Bearer`; "": none. A secret
  std::string key_pin;     ///< as HttpRequest::key_pin
};

/// Of a job that an hpdld is to make for one of its own programs.
struct OozieOrigin {
  std::string key;     ///< submissions with one key are one job
  std::string parent;  ///< the id of the job, or the action, that it is started for
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
  /// Makes a job and starts it. Its origin is no property of it.
  Task<Result<std::string>> Run(Properties properties, OozieOrigin origin);
  /// To start a job that has been started already is no error.
  Task<Result<void>> Start(std::string id);
  /// `whole`: with the errors of its actions, which takes the longer the more there are.
  Task<Result<OozieJob>> Look(std::string id, bool whole);
  /// Runs an ended job again, with properties over its own. One that has not ended is no error.
  Task<Result<void>> Rerun(std::string id, Properties properties);
  /// To kill a job that has ended already is no error, nor are those to suspend and to resume it.
  Task<Result<void>> Kill(std::string id);
  Task<Result<void>> Suspend(std::string id);
  Task<Result<void>> Resume(std::string id);
  /// Of a coordinator: `endtime=..;pausetime=..`.
  Task<Result<void>> Change(std::string id, std::string value);
  /// Runs actions of a coordinator again, by their nominal times (`T::T`).
  Task<Result<void>> RerunActions(std::string id, std::string dates, bool refresh, bool nocleanup);
  /// Of a coordinator: `action` is sla-enable, sla-disable or sla-change. Empty texts are not
  /// given.
  Task<Result<void>> CommandSla(std::string id, std::string action, std::string numbers,
                                std::string dates, std::string value);

  const std::string& host() const { return host_; }

 private:
  /// `action` is the query from the value of its first parameter on; what is answered does not
  /// matter.
  Task<Result<void>> Command(std::string id, std::string action);
  Task<Result<HttpReply>> Call(HttpRequest request, std::string path, std::string query);
  Task<Result<std::string>> Post(HttpRequest request, Properties properties, std::string query);
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

#endif  // HPDL_RUNTIME_WORLD_OOZIE_CLIENT_OOZIE_SERVER_H_
