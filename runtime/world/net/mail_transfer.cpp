#include "runtime/world/net/mail_transfer.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "runtime/world/net/net_error.h"

namespace hpdl::rt {
namespace {

/// The SMTP status (RFC 4954) for a server that offers no authentication mechanism that the client
/// supports.
constexpr int kNoAuthentication = 504;

bool HasLineEnd(const std::string& text) {
  return text.find_first_of(std::string("\r\n\0", 3)) != std::string::npos;
}

/// Returns the code of a line such as "250 taken" or "250-and more"; 0 if the line is not an SMTP
/// reply (RFC 5321, 4.2).
int ReplyCode(std::string_view line) {
  const auto digit = [&](std::size_t at) { return line[at] >= '0' && line[at] <= '9'; };
  if (line.size() < 3 || line[0] < '2' || line[0] > '5' || !digit(1) || !digit(2) ||
      (line.size() > 3 && line[3] != ' ' && line[3] != '-')) {
    return 0;
  }
  return (line[0] - '0') * 100 + (line[1] - '0') * 10 + (line[2] - '0');
}

}  // namespace

MailTransfer::~MailTransfer() {
  if (message_fd_ >= 0) {
    close(message_fd_);
  }
}

std::string MailTransfer::Peer() const {
  return request_.host + ":" + std::to_string(request_.port);
}

Result<MailReply> MailTransfer::Run() {
  easy_.reset(curl_easy_init());
  if (easy_ == nullptr) {
    return NetError(CURLE_FAILED_INIT, Peer(), "");
  }
  if (Result<void> prepared = Prepare(); !prepared) {
    return prepared.error();
  }
  Result<MailReply> result = Finish(curl_easy_perform(easy_.get()));
  easy_.reset();  // also closes the connection to the mail server
  return result;
}

int MailTransfer::OnProgress(void* self, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
  return static_cast<MailTransfer*>(self)->stop_ ? 1 : 0;
}

Result<void> MailTransfer::Prepare() {
  CURL* easy = easy_.get();
  SetCommonOptions(easy, error_text_);
  // libcurl need not handle SIGPIPE, because this thread has blocked all signals.
  curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(easy, CURLOPT_NOPROGRESS, 0L);
  curl_easy_setopt(easy, CURLOPT_XFERINFOFUNCTION, &MailTransfer::OnProgress);
  curl_easy_setopt(easy, CURLOPT_XFERINFODATA, this);
  const std::string host =
      request_.host.find(':') == std::string::npos || request_.host.starts_with('[')
          ? request_.host
          : "[" + request_.host + "]";
  const std::string url = (request_.implicit_tls ? "smtps://" : "smtp://") + host + ":" +
                          std::to_string(request_.port) + "/";
  if (request_.host.empty() || request_.host.find_first_of("/@?#") != std::string::npos ||
      HasLineEnd(request_.host)) {
    return Error{ErrorClass::kNonTransient, "NET_URL", "the mail server's name is malformed"};
  }
  curl_easy_setopt(easy, CURLOPT_URL, url.c_str());
  curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "smtp,smtps");
  curl_easy_setopt(easy, CURLOPT_PROXY, "");  // the environment's proxy is only for HTTP
  curl_easy_setopt(easy, CURLOPT_USE_SSL,
                   static_cast<long>(request_.start_tls ? CURLUSESSL_ALL : CURLUSESSL_NONE));
  // A connection serves one message only. The next message may have other credentials, and few
  // servers keep an idle connection.
  curl_easy_setopt(easy, CURLOPT_FORBID_REUSE, 1L);
  curl_easy_setopt(easy, CURLOPT_FRESH_CONNECT, 1L);
  curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, static_cast<long>(request_.total_ms));
  if (!request_.user.empty()) {
    curl_easy_setopt(easy, CURLOPT_USERNAME, request_.user.c_str());
    curl_easy_setopt(easy, CURLOPT_PASSWORD, request_.password.c_str());
  }
  bool injected = HasLineEnd(request_.from);
  for (const std::string& address : request_.to) {
    injected = injected || HasLineEnd(address);
    Append(&recipients_, "<" + address + ">");
  }
  if (injected) {
    return Error{ErrorClass::kError, "NET_URL", "a mail address has a line end in it"};
  }
  curl_easy_setopt(easy, CURLOPT_MAIL_FROM, ("<" + request_.from + ">").c_str());
  curl_easy_setopt(easy, CURLOPT_MAIL_RCPT, recipients_.get());

  message_fd_ = open(request_.message_file.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat status{};
  if (message_fd_ < 0 || fstat(message_fd_, &status) != 0) {
    return Error{ErrorClass::kNonTransient, "NET_FILE",
                 request_.message_file + ": cannot read the file: " + std::strerror(errno)};
  }
  curl_easy_setopt(easy, CURLOPT_UPLOAD, 1L);
  curl_easy_setopt(easy, CURLOPT_INFILESIZE_LARGE, static_cast<curl_off_t>(status.st_size));
  curl_easy_setopt(easy, CURLOPT_READFUNCTION, &MailTransfer::OnSend);
  curl_easy_setopt(easy, CURLOPT_READDATA, this);
  curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, &MailTransfer::OnLine);
  curl_easy_setopt(easy, CURLOPT_HEADERDATA, this);
  return {};
}

std::size_t MailTransfer::OnLine(char* data, std::size_t, std::size_t size, void* pointer) {
  auto* self = static_cast<MailTransfer*>(pointer);
  std::string_view line(data, size);
  while (!line.empty() && (line.back() == '\r' || line.back() == '\n')) {
    line.remove_suffix(1);
  }
  if (const int code = ReplyCode(line); code != 0) {
    self->last_.code = code;
    self->last_.line = line.size() > 4 ? line.substr(4) : "";
  }
  return size;
}

std::size_t MailTransfer::OnSend(char* data, std::size_t one, std::size_t size, void* pointer) {
  auto* self = static_cast<MailTransfer*>(pointer);
  const ssize_t got = read(self->message_fd_, data, one * size);
  self->unreadable_ = got < 0;
  return got < 0 ? CURL_READFUNC_ABORT : static_cast<std::size_t>(got);
}

Result<MailReply> MailTransfer::Finish(CURLcode code) {
  if (unreadable_) {
    return Error{ErrorClass::kNonTransient, "NET_FILE",
                 request_.message_file + ": cannot read the file"};
  }
  if (code == CURLE_OK ||
      (last_.code >= 400 && code != CURLE_OPERATION_TIMEDOUT && code != CURLE_USE_SSL_FAILED)) {
    return std::move(last_);
  }
  if (code == CURLE_LOGIN_DENIED) {
    return MailReply{kNoAuthentication, "the server offers no known way to authenticate"};
  }
  return NetError(code, Peer(), error_text_);
}

}  // namespace hpdl::rt
