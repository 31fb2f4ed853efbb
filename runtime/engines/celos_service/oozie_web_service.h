#ifndef HPDL_RUNTIME_ENGINES_CELOS_SERVICE_OOZIE_WEB_SERVICE_H_
#define HPDL_RUNTIME_ENGINES_CELOS_SERVICE_OOZIE_WEB_SERVICE_H_

#include <boost/asio/io_context.hpp>
#include <cstdint>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <utility>

#include "runtime/ground/base/task.h"
#include "runtime/rules/celos/external_service.h"
#include "runtime/world/net/network.h"

namespace hpdl::rt::celos {

/// Submits and watches jobs through the web services of Oozie servers. Calls block; the loop of the
/// network runs the requests on another thread.
class OozieWebService final : public ExternalService {
 public:
  struct Limits {
    /// If a request has not arrived at the server this many milliseconds after it was sent, this
    /// class assumes that the request will never arrive.
    std::int64_t settled_ms = 20'000;
    std::int64_t answer_ms = 60'000;  ///< the milliseconds in which a reply must be complete
  };
  /// `loop` and `network` must outlive this object. `user` is the user name for servers that
  /// require a name.
  OozieWebService(boost::asio::io_context& loop, Network& network, Limits limits, std::string user)
      : loop_(loop), network_(network), limits_(limits), user_(std::move(user)) {}

  Result<std::string> Submit(const Submission& submission, const Properties& properties) override;
  Result<void> Start(const std::string& url, const std::string& id) override;
  Result<JobProgress> Look(const std::string& url, const std::string& id) override;
  Result<void> Kill(const std::string& url, const std::string& id) override;
  /// Searches the jobs in state PREP for the job of a submission. The job has a property with the
  /// name of the submission's slot.
  Result<FoundJob> Find(const Submission& submission) override;
  void BeginStep() override;
  void EndStep() override;
  bool IsLeft(const std::string& url) override;

 private:
  Result<HttpReply> Wait(Task<Result<HttpReply>> task);
  /// The URL and the protocol version of a server, and whether the server requires a user name.
  struct Server {
    std::string base, version;
    bool wants_name = false;
  };
  Task<Result<HttpReply>> Send(HttpRequest request);
  Task<Result<HttpReply>> SendTo(Server* server, HttpRequest request);
  /// Returns the error of a request to a server. After a timeout, the server receives no more
  /// requests until the end of this step of the scheduler.
  Error ErrorOf(const Error& error, const std::string& base);
  bool IsSilent(const std::string& base);
  /// Sends a request to a server. `target` is the part of the URL after the server's URL and
  /// protocol version.
  Task<Result<HttpReply>> Call(std::string url, HttpRequest request, std::string target);
  Result<HttpReply> Get(const std::string& url, std::string target);
  Result<void> Act(const std::string& url, const std::string& id, std::string_view action);

  boost::asio::io_context& loop_;
  Network& network_;
  const Limits limits_;
  const std::string user_;
  std::mutex mutex_;  ///< guards in_step_ and silent_
  bool in_step_ = false;
  std::set<std::string> silent_;           ///< servers that have not answered in this step
  std::map<std::string, Server> servers_;  ///< the servers by their URLs; used only on the loop's
                                           ///< thread
};

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_ENGINES_CELOS_SERVICE_OOZIE_WEB_SERVICE_H_
