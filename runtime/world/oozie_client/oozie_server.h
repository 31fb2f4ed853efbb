#ifndef HPDL_RUNTIME_WORLD_OOZIE_CLIENT_OOZIE_SERVER_H_
#define HPDL_RUNTIME_WORLD_OOZIE_CLIENT_OOZIE_SERVER_H_

#include <cstdint>
#include <string>

#include "runtime/ground/base/task.h"
#include "runtime/world/oozie_client/oozie_text.h"

namespace hpdl::rt {

/// The credential with which a program logs in at its hpdld, and the key pin of this hpdld.
struct OozieEntry {
  std::string credential;  ///< a secret, sent as `Authorization: Bearer`; "": not sent
  std::string key_pin;     ///< the value of HttpRequest::key_pin
};

/// The origin of a job that an hpdld makes for one of its own programs.
struct OozieOrigin {
  std::string key;     ///< submissions with the same key make one job
  std::string parent;  ///< the id of the job or action that starts the new job
};

/// One Oozie server, for one user, over Oozie's web services API. The object must be used on the
/// loop of the network. Its calls fail with the errors of ErrorOfOozie(). If no answer comes, they
/// fail with "SUBWF005", which is kNonTransient if TLS does not trust the server, else kTransient.
class OozieServer {
 public:
  /// `url` is a result of ReadOozieUrl(). `network` must outlive the object.
  OozieServer(Network& network, std::string url, std::string user, std::int64_t timeout_ms,
              OozieEntry entry = {});

  /// Returns the id of the job that has this oozie.wf.external.id; "" if there is no such job.
  Task<Result<std::string>> Find(std::string external_id);
  /// Makes a job that waits for Start(). Returns its id. At an hpdld, submissions with the same
  /// `key` make one job. "": no key.
  Task<Result<std::string>> Submit(Properties properties, std::string key = {});
  /// Makes a job and starts it. Returns its id. The origin does not become a property of the job.
  Task<Result<std::string>> Run(Properties properties, OozieOrigin origin);
  /// Starts a job. It is no error if the job was started already.
  Task<Result<void>> Start(std::string id);
  /// Reads the state of a job. If `whole` is true, it also reads the errors of the job's actions.
  /// This takes longer if the job has more actions.
  Task<Result<OozieJob>> Look(std::string id, bool whole);
  /// Runs an ended job again. `properties` are added to the job's properties and replace properties
  /// of the same names. It is no error if the job has not ended.
  Task<Result<void>> Rerun(std::string id, Properties properties);
  /// Kills a job. For Kill(), Suspend() and Resume() it is no error if the job has ended already.
  Task<Result<void>> Kill(std::string id);
  Task<Result<void>> Suspend(std::string id);
  Task<Result<void>> Resume(std::string id);
  /// Changes a coordinator. `value` has the form `endtime=..;pausetime=..`.
  Task<Result<void>> Change(std::string id, std::string value);
  /// Runs actions of a coordinator again. `dates` lists their nominal times; T1::T2 is a range of
  /// times.
  Task<Result<void>> RerunActions(std::string id, std::string dates, bool refresh, bool nocleanup);
  /// Sends an SLA command to a coordinator. `action` is sla-enable, sla-disable or sla-change. A
  /// parameter that is "" is not sent.
  Task<Result<void>> CommandSla(std::string id, std::string action, std::string numbers,
                                std::string dates, std::string value);

  const std::string& host() const { return host_; }

 private:
  /// Sends a command to a job. `action` is the value of the query's parameter `action`, for example
  /// "kill". More parameters may follow the value, as in "rerun&x=y". The text of the reply is
  /// ignored.
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
