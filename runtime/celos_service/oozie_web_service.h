#ifndef HPDL_RUNTIME_CELOS_SERVICE_OOZIE_WEB_SERVICE_H_
#define HPDL_RUNTIME_CELOS_SERVICE_OOZIE_WEB_SERVICE_H_

#include <boost/asio/io_context.hpp>
#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "runtime/base/task.h"
#include "runtime/celos/external_service.h"
#include "runtime/net/network.h"

namespace hpdl::rt::celos {

/// Oozie servers by their web services, for a thread that waits: requests go by the loop of the
/// network, on another one.
class OozieWebService final : public ExternalService {
 public:
  /// Both outlive this. After `settled_ms` a request that was sent has come, or never will. `user`
  /// is who asks where a server wants a name.
  OozieWebService(boost::asio::io_context& loop, Network& network, std::int64_t settled_ms,
                  std::string user)
      : loop_(loop), network_(network), settled_ms_(settled_ms), user_(std::move(user)) {}

  Result<std::string> Submit(const Submission& submission, const Properties& properties) override;
  Result<void> Start(const std::string& url, const std::string& id) override;
  Result<JobProgress> Look(const std::string& url, const std::string& id) override;
  Result<void> Kill(const std::string& url, const std::string& id) override;
  /// Among the jobs that nobody has started, the one with the slot's name.
  Result<FoundJob> Find(const Submission& submission) override;

 private:
  Result<HttpReply> Wait(Task<Result<HttpReply>> task);
  /// What is known of a server.
  struct Server {
    std::string version;
    bool wants_name = false;
  };
  Task<Result<HttpReply>> Send(HttpRequest request);
  Task<Result<HttpReply>> SendTo(Server* server, HttpRequest request);
  /// Below the version of the protocol that the server has.
  Task<Result<HttpReply>> Call(std::string url, HttpRequest request, std::string target);
  Result<HttpReply> Get(const std::string& url, std::string target);
  Result<void> Act(const std::string& url, const std::string& id, std::string_view action);

  boost::asio::io_context& loop_;
  Network& network_;
  const std::int64_t settled_ms_;
  const std::string user_;
  std::map<std::string, Server> servers_;  ///< by URL; on the loop
};

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_CELOS_SERVICE_OOZIE_WEB_SERVICE_H_
