#ifndef HPDL_RUNTIME_NET_MAIL_TRANSFER_H_
#define HPDL_RUNTIME_NET_MAIL_TRANSFER_H_

#include <memory>
#include <string>

#include "runtime/net/http_transfer.h"

namespace hpdl::rt {

/// One message on its way to an SMTP server. Lives in the coroutine that waits for it, and refers
/// to the request there.
class MailTransfer {
 public:
  explicit MailTransfer(const MailRequest& request) : request_(request) {}
  ~MailTransfer();
  MailTransfer(const MailTransfer&) = delete;
  MailTransfer& operator=(const MailTransfer&) = delete;

  Task<Result<MailReply>> Run(std::shared_ptr<CurlMulti> multi);

 private:
  Result<void> Prepare();
  Result<MailReply> Finish(CURLcode code);
  std::string Peer() const;
  static std::size_t OnLine(char* data, std::size_t one, std::size_t size, void* self);
  static std::size_t OnSend(char* data, std::size_t one, std::size_t size, void* self);

  const MailRequest& request_;
  EasyHandle easy_;
  StringList recipients_;
  int message_fd_ = -1;
  bool unreadable_ = false;
  MailReply last_;  ///< what the server said last
  char error_text_[CURL_ERROR_SIZE] = "";
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_NET_MAIL_TRANSFER_H_
