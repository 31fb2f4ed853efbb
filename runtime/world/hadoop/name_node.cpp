#include "runtime/world/hadoop/name_node.h"

#include <utility>

#include "runtime/ground/base/percent.h"
#include "runtime/world/hadoop/replies.h"

namespace hpdl::rt {

namespace {

/// Returns the second request of a call with a body. The request goes to the data node that the
/// name node has chosen.
HttpRequest Upload(HttpRequest asked, const std::string& url, std::string body_file) {
  asked.url = url;
  asked.body_file = std::move(body_file);
  asked.headers = {{"Content-Type", "application/octet-stream"}};
  return asked;
}

/// Returns the error for a 2xx status that WebHDFS never returns for the operation. The status may
/// come from a server that is not WebHDFS and accepts every request.
Error NotDone(const HttpReply& reply) {
  return {ErrorClass::kNonTransient, "E0902",
          reply.peer + " answered with HTTP status " + std::to_string(reply.status) +
              ", which does not confirm the operation: this is not a WebHDFS server"};
}

}  // namespace

NameNode::NameNode(Network& network, std::shared_ptr<NameService> service, std::string user,
                   std::string proxy_user, std::int64_t timeout_ms)
    : network_(network),
      service_(std::move(service)),
      user_(std::move(user)),
      proxy_user_(std::move(proxy_user)),
      timeout_ms_(timeout_ms) {}

HttpRequest NameNode::RequestOf(const Call& call, const std::string& url) const {
  HttpRequest request =
      RequestTo(url + "/webhdfs/v1" + PercentEncoded(call.path, kPathMarks) +
                    "?op=" + call.operation + "&" + UserQuery(user_, proxy_user_, "doas"),
                timeout_ms_, call.limit);
  request.method = call.method;
  request.redirects = call.redirects;
  request.reply_file = call.reply_file;
  request.file_limit = call.file_limit;
  request.once = call.once;
  return request;
}

Task<Result<std::string>> NameNode::Send(Call call) {
  NameService& service = *service_;
  RequestTurn turn(service_);
  co_await turn.Wait();
  const std::size_t first = service.active;
  Error last;
  for (std::size_t i = 0; i < service.urls.size(); ++i) {
    const std::size_t index = (first + i) % service.urls.size();
    HttpRequest request = RequestOf(call, service.urls[index]);
    Result<HttpReply> reply = co_await network_.Send(request);
    const std::string* there = !call.body_file.empty() && reply && reply->status == 307
                                   ? reply->Header("Location")
                                   : nullptr;
    if (there != nullptr) {
      request = Upload(std::move(request), *there, call.body_file);
      reply = co_await network_.Send(std::move(request));
    } else if (!call.body_file.empty() && reply && reply->status < 300) {
      co_return Error{ErrorClass::kNonTransient, "E0902",
                      service.urls[index] +
                          " accepted an upload without asking for the content of the file: this is "
                          "not a WebHDFS server"};
    }
    if (!reply) {
      last = ErrorOfNetwork(reply.error(), service.name);
      if (NeverArrived(reply.error())) {
        continue;
      }
      co_return last;
    }
    if (reply->status >= 200 && reply->status < 300) {
      service.active = index;
      if (call.success != 0 && reply->status != call.success) {
        co_return NotDone(*reply);
      }
      co_return std::move(reply->body);
    }
    last = ErrorOfReply(reply->status, reply->body, service.urls[index]);
    if (!IsStandby(ReadRemoteException(reply->body))) {
      service.active = index;
      co_return last;
    }
  }
  co_return last;
}

}  // namespace hpdl::rt
