#ifndef HPDL_RUNTIME_WORLD_HADOOP_TESTING_SCRIPTED_NETWORK_H_
#define HPDL_RUNTIME_WORLD_HADOOP_TESTING_SCRIPTED_NETWORK_H_

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "runtime/world/net/network.h"

namespace hpdl::rt::testing {

/// A network that gets its replies from a function of the test, and keeps the requests.
class ScriptedNetwork : public Network {
 public:
  std::function<Result<HttpReply>(const HttpRequest&)> answer;
  std::vector<HttpRequest> asked;

  Task<Result<HttpReply>> Send(HttpRequest request) override {
    asked.push_back(request);
    co_return answer(request);
  }
  Task<Result<MailReply>> SendMail(MailRequest) override { co_return MailReply{}; }

  /// Returns the methods and URLs of the requests.
  std::vector<std::string> Lines() const {
    std::vector<std::string> lines;
    lines.reserve(asked.size());
    for (const HttpRequest& request : asked) {
      lines.push_back(request.method + " " + request.url);
    }
    return lines;
  }
};

inline HttpReply Reply(int status, std::string body, HttpHeaders headers = {}) {
  HttpReply reply;
  reply.status = status;
  reply.body = std::move(body);
  reply.headers = std::move(headers);
  return reply;
}

inline std::string Exception(const std::string& name, const std::string& message = "m") {
  return R"({"RemoteException":{"exception":")" + name + R"(","message":")" + message + R"("}})";
}

inline Error Broken(const char* code) {
  return {ErrorClass::kTransient, code, "host: broken"};
}

}  // namespace hpdl::rt::testing

#endif  // HPDL_RUNTIME_WORLD_HADOOP_TESTING_SCRIPTED_NETWORK_H_
