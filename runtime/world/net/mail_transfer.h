#ifndef HPDL_RUNTIME_WORLD_NET_MAIL_TRANSFER_H_
#define HPDL_RUNTIME_WORLD_NET_MAIL_TRANSFER_H_

#include <atomic>
#include <string>
#include <utility>

#include "runtime/world/net/http_transfer.h"

namespace hpdl::rt {

/// One message on its way to an SMTP server. libcurl blocks until the server's last answer to a
/// message, so each message has its own thread. The thread shares this object with the coroutine
/// that waits.
class MailTransfer {
 public:
  explicit MailTransfer(MailRequest request) : request_(std::move(request)) {}
  ~MailTransfer();
  MailTransfer(const MailTransfer&) = delete;
  MailTransfer& operator=(const MailTransfer&) = delete;

  /// Sends the whole message; blocks the calling thread until the transfer has ended.
  Result<MailReply> Run();
  /// Makes Run() end within a second. May be called from another thread.
  void Stop() { stop_ = true; }

 private:
  Result<void> Prepare();
  Result<MailReply> Finish(CURLcode code);
  std::string Peer() const;
  static std::size_t OnLine(char* data, std::size_t one, std::size_t size, void* self);
  static int OnProgress(void* self, curl_off_t, curl_off_t, curl_off_t, curl_off_t);
  static std::size_t OnSend(char* data, std::size_t one, std::size_t size, void* self);

  const MailRequest request_;
  std::atomic<bool> stop_ = false;
  EasyHandle easy_;
  StringList recipients_;
  int message_fd_ = -1;
  bool unreadable_ = false;
  MailReply last_;  ///< the last reply of the server
  char error_text_[CURL_ERROR_SIZE] = "";
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_NET_MAIL_TRANSFER_H_
