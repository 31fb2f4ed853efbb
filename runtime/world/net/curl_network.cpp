#include "runtime/world/net/curl_network.h"

#include <memory>
#include <utility>

#include "runtime/ground/base/admission_queue.h"
#include "runtime/world/net/callback_server.h"
#include "runtime/world/net/curl_multi.h"
#include "runtime/world/net/http_transfer.h"
#include "runtime/world/net/mail_threads.h"
#include "runtime/world/net/network.h"

namespace hpdl::rt {
namespace {

class CurlNetwork final : public Network {
 public:
  CurlNetwork(boost::asio::io_context& loop, std::size_t most_requests)
      : queue_(std::make_shared<AdmissionQueue>(loop, most_requests)),
        multi_(std::make_shared<CurlMulti>(loop)),
        mail_(std::make_shared<MailThreads>(loop)) {}
  ~CurlNetwork() override {
    mail_->Close();
    multi_->Close();
  }

  Task<Result<HttpReply>> Send(HttpRequest request) override {
    return SendOver(queue_, multi_, std::move(request));
  }
  Task<Result<MailReply>> SendMail(MailRequest request) override {
    return MailThreads::Send(mail_, std::move(request));
  }

 private:
  // Waits until the queue admits the request, then sends it. The coroutine shares ownership of the
  // queue and the multi handle, because it may live longer than this object. The time limits of a
  // request begin when it is admitted, because a waiting request has no libcurl handle yet.
  static Task<Result<HttpReply>> SendOver(std::shared_ptr<AdmissionQueue> queue,
                                          std::shared_ptr<CurlMulti> multi, HttpRequest request) {
    const AdmissionQueue::Place place = co_await AdmissionQueue::Enter(std::move(queue));
    HttpTransfer transfer(request);
    co_return co_await transfer.Run(multi);
  }
  const std::shared_ptr<AdmissionQueue> queue_;
  const std::shared_ptr<CurlMulti> multi_;
  const std::shared_ptr<MailThreads> mail_;
};

std::unique_ptr<Network> Open(boost::asio::io_context& loop) {
  return OpenCurlNetwork(loop, kMostRequests);
}

}  // namespace

std::unique_ptr<Network> OpenCurlNetwork(boost::asio::io_context& loop, std::size_t most_requests) {
  return std::make_unique<CurlNetwork>(loop, most_requests);
}

}  // namespace hpdl::rt

extern "C" const hpdl_network hpdl_network_curl = {&hpdl::rt::Open, &hpdl::rt::ListenForCallbacks};
