#include <memory>
#include <utility>

#include "runtime/net/callback_server.h"
#include "runtime/net/curl_multi.h"
#include "runtime/net/http_transfer.h"
#include "runtime/net/mail_threads.h"
#include "runtime/net/network.h"

namespace hpdl::rt {
namespace {

class CurlNetwork final : public Network {
 public:
  explicit CurlNetwork(boost::asio::io_context& loop)
      : multi_(std::make_shared<CurlMulti>(loop)), mail_(std::make_shared<MailThreads>(loop)) {}
  ~CurlNetwork() override {
    mail_->Close();
    multi_->Close();
  }

  Task<Result<HttpReply>> Send(HttpRequest request) override {
    return SendOver(multi_, std::move(request));
  }
  Task<Result<MailReply>> SendMail(MailRequest request) override {
    return MailThreads::Send(mail_, std::move(request));
  }

 private:
  // Frames that are left when the loop goes may outlive this object, but not what they share.
  static Task<Result<HttpReply>> SendOver(std::shared_ptr<CurlMulti> multi, HttpRequest request) {
    HttpTransfer transfer(request);
    co_return co_await transfer.Run(multi);
  }
  const std::shared_ptr<CurlMulti> multi_;
  const std::shared_ptr<MailThreads> mail_;
};

std::unique_ptr<Network> Open(boost::asio::io_context& loop) {
  return std::make_unique<CurlNetwork>(loop);
}

}  // namespace
}  // namespace hpdl::rt

extern "C" const hpdl_network hpdl_network_curl = {&hpdl::rt::Open, &hpdl::rt::ListenForCallbacks};
