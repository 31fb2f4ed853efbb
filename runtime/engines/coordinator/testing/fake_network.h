#ifndef HPDL_RUNTIME_ENGINES_COORDINATOR_TESTING_FAKE_NETWORK_H_
#define HPDL_RUNTIME_ENGINES_COORDINATOR_TESTING_FAKE_NETWORK_H_

#include <boost/asio/io_context.hpp>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "runtime/world/net/network.h"

namespace hpdl::rt {

/// The sent requests, and the function that answers them.
struct FakeTraffic {
  std::vector<HttpRequest> requests;
  std::vector<MailRequest> mails;
  std::function<HttpReply(const HttpRequest&)> answer;
};

/// A fake network that answers each request at once.
class FakeNetwork final : public Network {
 public:
  explicit FakeNetwork(FakeTraffic* traffic) : traffic_(*traffic) {}

  Task<Result<HttpReply>> Send(HttpRequest request) override {
    traffic_.requests.push_back(request);
    HttpReply reply;
    reply.status = 200;
    if (traffic_.answer) {
      reply = traffic_.answer(request);
    }
    Result<HttpReply> result(std::move(reply));
    co_return result;
  }
  Task<Result<MailReply>> SendMail(MailRequest request) override {
    traffic_.mails.push_back(std::move(request));
    MailReply reply;
    reply.code = 250;
    Result<MailReply> result(std::move(reply));
    co_return result;
  }

 private:
  FakeTraffic& traffic_;
};

/// The traffic of programs that use FakeNetworkOfPrograms().
inline FakeTraffic& TrafficOfPrograms() {
  static FakeTraffic traffic;
  return traffic;
}

inline const hpdl_network& FakeNetworkOfPrograms() {
  static const hpdl_network network = {[](boost::asio::io_context&) -> std::unique_ptr<Network> {
                                         return std::make_unique<FakeNetwork>(&TrafficOfPrograms());
                                       },
                                       nullptr};
  return network;
}

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_COORDINATOR_TESTING_FAKE_NETWORK_H_
