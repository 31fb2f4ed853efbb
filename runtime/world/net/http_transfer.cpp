#include "runtime/world/net/http_transfer.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "runtime/ground/base/new_file.h"
#include "runtime/ground/base/trim.h"
#include "runtime/world/net/http_status.h"
#include "runtime/world/net/net_error.h"
#include "runtime/world/net/surroundings.h"

namespace hpdl::rt {
namespace {

/// The status line begins with this text. The status line is the first line of a reply, before the
/// headers. The headers need no size limit here, because libcurl ends a transfer with more than 300
/// KB of headers.
constexpr std::string_view kStatusLine = "HTTP/";

/// Returns the text after the status, such as "Not Found" in "HTTP/1.1 404 Not Found".
std::string ReasonOf(std::string_view line) {
  for (int word = 0; word < 2; ++word) {
    const std::size_t blank = line.find(' ');
    line.remove_prefix(blank == std::string_view::npos ? line.size() : blank + 1);
  }
  return std::string(Trimmed(line));
}
constexpr long kCrawl = 1000;  ///< rate in bytes a second; crawl_ms limits the time below this rate

Error FileError(const std::string& path, const char* what) {
  return Error{ErrorClass::kNonTransient, "NET_FILE",
               path + ": cannot " + what + ": " + std::strerror(errno)};
}

}  // namespace

void Append(StringList* list, const std::string& line) {
  if (curl_slist* longer = curl_slist_append(list->get(), line.c_str()); longer != nullptr) {
    // `longer` is the old list or, if `list` was empty, a new list. So the old list is released,
    // but not freed.
    static_cast<void>(list->release());
    list->reset(longer);
  }
}

void SetCommonOptions(CURL* easy, char* error_text) {
  static const TrustedRoots roots = FindTrustedRoots();
  curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, error_text);
  curl_easy_setopt(easy, CURLOPT_SSL_VERIFYPEER, 1L);
  curl_easy_setopt(easy, CURLOPT_SSL_VERIFYHOST, 2L);
  curl_easy_setopt(easy, CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2);
  if (!roots.file.empty()) {
    curl_easy_setopt(easy, CURLOPT_CAINFO, roots.file.c_str());
  }
  if (!roots.directory.empty()) {
    curl_easy_setopt(easy, CURLOPT_CAPATH, roots.directory.c_str());
  }
  // CURLOPT_NOSIGNAL stays off, so that libcurl ignores SIGPIPE while it works. With c-ares,
  // libcurl uses signals for no other purpose.
}

HttpTransfer::~HttpTransfer() {
  if (body_fd_ >= 0) {
    close(body_fd_);
  }
  if (reply_fd_ >= 0) {
    close(reply_fd_);
    unlink(partial_file_.c_str());
  }
}

Task<Result<HttpReply>> HttpTransfer::Run(std::shared_ptr<CurlMulti> multi) {
  easy_.reset(multi->Open() ? curl_easy_init() : nullptr);
  if (easy_ == nullptr) {
    co_return NetError(CURLE_FAILED_INIT, Authority(request_.url), "");
  }
  if (Result<void> prepared = Prepare(); !prepared) {
    co_return prepared.error();
  }
  CurlMulti::Transfer transfer(std::move(multi), easy_.get());
  transfer_ = &transfer;
  const CURLcode code = co_await transfer.Perform(request_.idle_ms, connected_);
  co_return Finish(code);
}

// ---- Preparing the request

Result<void> HttpTransfer::Prepare() {
  CURL* easy = easy_.get();
  SetCommonOptions(easy, error_text_);
  // A NUL would hide the rest of the URL from this check.
  if (request_.url.find('\0') != std::string::npos || Authority(request_.url).empty()) {
    return NetError(CURLE_URL_MALFORMAT, "", "");
  }
  curl_easy_setopt(easy, CURLOPT_URL, request_.url.c_str());
  curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(easy, CURLOPT_REDIR_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1);
  if (request_.proxy.empty()) {
    curl_easy_setopt(easy, CURLOPT_NOPROXY, HostsWithoutProxy().c_str());
  } else {
    curl_easy_setopt(easy, CURLOPT_PROXY, request_.proxy.c_str());
    curl_easy_setopt(easy, CURLOPT_NOPROXY, "");
  }
  if (!request_.key_pin.empty()) {
    curl_easy_setopt(easy, CURLOPT_PINNEDPUBLICKEY, request_.key_pin.c_str());
    curl_easy_setopt(easy, CURLOPT_SSL_VERIFYPEER, 0L);
    curl_easy_setopt(easy, CURLOPT_SSL_VERIFYHOST, 0L);
  }
  curl_easy_setopt(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
  curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, request_.redirects > 0 ? 1L : 0L);
  curl_easy_setopt(easy, CURLOPT_MAXREDIRS, static_cast<long>(request_.redirects));
  curl_easy_setopt(easy, CURLOPT_POSTREDIR, CURL_REDIR_POST_ALL);
  curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(request_.connect_ms));
  curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, static_cast<long>(request_.total_ms));
  curl_easy_setopt(easy, CURLOPT_LOW_SPEED_LIMIT, request_.crawl_ms > 0 ? kCrawl : 0L);
  curl_easy_setopt(easy, CURLOPT_LOW_SPEED_TIME,
                   static_cast<long>((request_.crawl_ms + 999) / 1000));
  curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, &HttpTransfer::OnHeader);
  curl_easy_setopt(easy, CURLOPT_HEADERDATA, this);
  curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, &HttpTransfer::OnBody);
  curl_easy_setopt(easy, CURLOPT_WRITEDATA, this);
  curl_easy_setopt(easy, CURLOPT_NOPROGRESS, 0L);
  curl_easy_setopt(easy, CURLOPT_XFERINFOFUNCTION, &HttpTransfer::OnProgress);
  curl_easy_setopt(easy, CURLOPT_XFERINFODATA, this);
  curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, &HttpTransfer::OnConnected);
  curl_easy_setopt(easy, CURLOPT_PREREQDATA, this);
  // libcurl repeats any request if a kept connection was closed without an answer. So a request
  // that may be sent only once needs a new connection.
  const bool once = request_.once || request_.method == "POST";
  curl_easy_setopt(easy, CURLOPT_FRESH_CONNECT, once ? 1L : 0L);
  if (!request_.body_file.empty()) {
    HPDL_TRY(OpenBodyFile());
  }
  SetMethodAndBody();
  SetHeaders();
  return {};
}

/// Sets the options so that libcurl sends every body as a POST body, but with the request's own
/// method. The reason is that libcurl can repeat a POST body after any redirect.
void HttpTransfer::SetMethodAndBody() {
  CURL* easy = easy_.get();
  const std::string& method = request_.method;
  const bool has_body = body_fd_ >= 0 || !request_.body.empty();
  if (method == "HEAD") {
    curl_easy_setopt(easy, CURLOPT_NOBODY, 1L);
    return;
  }
  if (!has_body && method != "POST" && method != "PUT") {
    curl_easy_setopt(easy, CURLOPT_HTTPGET, 1L);
  } else {
    curl_easy_setopt(easy, CURLOPT_POST, 1L);
    if (body_fd_ < 0) {
      curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE,
                       static_cast<curl_off_t>(request_.body.size()));
      curl_easy_setopt(easy, CURLOPT_POSTFIELDS, request_.body.data());
    }
  }
  curl_easy_setopt(easy, CURLOPT_CUSTOMREQUEST, method.c_str());
}

Result<void> HttpTransfer::OpenBodyFile() {
  body_fd_ = open(request_.body_file.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat status{};
  if (body_fd_ < 0 || fstat(body_fd_, &status) != 0) {
    return FileError(request_.body_file, "read the file");
  }
  if (!S_ISREG(status.st_mode)) {
    errno = EINVAL;
    return FileError(request_.body_file, "send it, because it is not a regular file");
  }
  CURL* easy = easy_.get();
  curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(status.st_size));
  curl_easy_setopt(easy, CURLOPT_READFUNCTION, &HttpTransfer::OnSend);
  curl_easy_setopt(easy, CURLOPT_READDATA, this);
  curl_easy_setopt(easy, CURLOPT_SEEKFUNCTION, &HttpTransfer::OnSeek);
  curl_easy_setopt(easy, CURLOPT_SEEKDATA, this);
  return {};
}

void HttpTransfer::SetHeaders() {
  // Removes two headers that libcurl adds by itself. Servers rarely answer `Expect`, and libcurl's
  // `Content-Type` would be wrong.
  Append(&header_lines_, "Expect:");
  bool has_type = false;
  for (const auto& [name, value] : request_.headers) {
    has_type = has_type || strcasecmp(name.c_str(), "Content-Type") == 0;
    // A line end in a header would begin another header or the body, so this header is left out.
    if ((name + value).find_first_of(std::string("\r\n\0", 3)) == std::string::npos) {
      Append(&header_lines_, value.empty() ? name + ";" : name + ": " + value);
    }
  }
  if (!has_type) {
    Append(&header_lines_, "Content-Type:");
  }
  curl_easy_setopt(easy_.get(), CURLOPT_HTTPHEADER, header_lines_.get());
}

// ---- During the transfer

std::size_t HttpTransfer::OnHeader(char* data, std::size_t, std::size_t size, void* pointer) {
  auto* self = static_cast<HttpTransfer*>(pointer);
  self->transfer_->Moved();
  const std::string_view line(data, size);
  // A status line begins an interim reply, a redirect, or the last reply.
  if (line.starts_with(kStatusLine)) {
    self->reply_.headers.clear();
    self->reply_.body.clear();
    self->head_ended_ = false;
    self->reply_.headers.emplace_back(kReasonField, ReasonOf(line));
  } else if (Trimmed(line).empty()) {
    self->head_ended_ = true;
  } else if (const std::size_t colon = line.find(':'); colon != std::string_view::npos) {
    self->reply_.headers.emplace_back(Trimmed(line.substr(0, colon)),
                                      Trimmed(line.substr(colon + 1)));
  }
  return size;
}

std::size_t HttpTransfer::OnBody(char* data, std::size_t, std::size_t size, void* pointer) {
  auto* self = static_cast<HttpTransfer*>(pointer);
  self->transfer_->Moved();
  return self->TakeBody(data, size);
}

std::size_t HttpTransfer::TakeBody(const char* data, std::size_t size) {
  if (request_.drop_body) {
    dropped_ += static_cast<curl_off_t>(size);
    return dropped_ > request_.reply_limit ? 0 : size;
  }
  long status = 0;
  curl_easy_getinfo(easy_.get(), CURLINFO_RESPONSE_CODE, &status);
  if (!request_.reply_file.empty() && status / 100 == 2) {
    return WriteBody({data, size});
  }
  if (reply_.body.size() + size > static_cast<std::size_t>(request_.reply_limit)) {
    return TooLong(request_.reply_limit);
  }
  reply_.body.append(data, size);
  return size;
}

std::size_t HttpTransfer::WriteBody(std::string_view part) {
  written_ += static_cast<curl_off_t>(part.size());
  if (written_ > request_.file_limit) {
    return TooLong(request_.file_limit);
  }
  if ((reply_fd_ < 0 && !OpenReplyFile()) || !WriteAll(reply_fd_, part)) {
    error_ = FileError(partial_file_, "write the file");
    return 0;
  }
  return part.size();
}

/// Sets the error. Returns 0, which ends the transfer.
std::size_t HttpTransfer::TooLong(std::int64_t limit) {
  error_ = Error{ErrorClass::kError, "HTTP_REPLY_TOO_LONG",
                 Peer() + ": the reply has more than " + std::to_string(limit) + " bytes"};
  return 0;
}

std::size_t HttpTransfer::OnSend(char* data, std::size_t one, std::size_t size, void* pointer) {
  auto* self = static_cast<HttpTransfer*>(pointer);
  self->transfer_->Moved();
  const ssize_t got = read(self->body_fd_, data, one * size);
  if (got < 0) {
    self->error_ = FileError(self->request_.body_file, "read the file");
    return CURL_READFUNC_ABORT;
  }
  return static_cast<std::size_t>(got);
}

int HttpTransfer::OnSeek(void* pointer, curl_off_t offset, int origin) {
  const auto* self = static_cast<HttpTransfer*>(pointer);
  return lseek(self->body_fd_, offset, origin) < 0 ? CURL_SEEKFUNC_FAIL : CURL_SEEKFUNC_OK;
}

int HttpTransfer::OnProgress(void* pointer, curl_off_t, curl_off_t down, curl_off_t,
                             curl_off_t up) {
  auto* self = static_cast<HttpTransfer*>(pointer);
  if (down + up != self->moved_) {
    self->moved_ = down + up;
    self->transfer_->Moved();
  }
  return 0;
}

int HttpTransfer::OnConnected(void* pointer, char*, char*, int, int) {
  auto* self = static_cast<HttpTransfer*>(pointer);
  self->connected_ = true;
  self->transfer_->Moved();
  return CURL_PREREQFUNC_OK;
}

bool HttpTransfer::OpenReplyFile() {
  partial_file_ = request_.reply_file + ".partial";
  unlink(partial_file_.c_str());  // a process that was killed may have left this file
  reply_fd_ = open(partial_file_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                   S_IRUSR | S_IWUSR);
  return reply_fd_ >= 0;
}

// ---- After the transfer

std::string HttpTransfer::Peer() {
  const char* url = nullptr;
  curl_easy_getinfo(easy_.get(), CURLINFO_EFFECTIVE_URL, &url);
  return Authority(url == nullptr ? request_.url : url);
}

bool HttpTransfer::CloseReplyFile() {
  if (reply_fd_ < 0 && !OpenReplyFile()) {  // a reply without a body becomes an empty file
    return false;
  }
  const bool closed = close(std::exchange(reply_fd_, -1)) == 0;
  if (closed && rename(partial_file_.c_str(), request_.reply_file.c_str()) == 0) {
    return true;
  }
  const int reason = errno;
  unlink(partial_file_.c_str());
  errno = reason;
  return false;
}

Result<HttpReply> HttpTransfer::Finish(CURLcode code) {
  if (error_) {
    return std::move(*error_);
  }
  const bool enough = request_.drop_body && dropped_ > request_.reply_limit;
  // A redirect beyond the allowed number is not an error. It is returned as the reply.
  if (!enough && code != CURLE_OK && code != CURLE_TOO_MANY_REDIRECTS) {
    return NetError(code, Peer(), error_text_);
  }
  if (!head_ended_) {  // libcurl accepts a reply with an incomplete head
    return NetError(CURLE_PARTIAL_FILE, Peer(), "the connection ended in the head of the reply");
  }
  long status = 0;
  const char* url = nullptr;
  curl_easy_getinfo(easy_.get(), CURLINFO_RESPONSE_CODE, &status);
  curl_easy_getinfo(easy_.get(), CURLINFO_EFFECTIVE_URL, &url);
  reply_.status = static_cast<int>(status);
  reply_.url = url == nullptr ? request_.url : url;
  reply_.peer = Authority(reply_.url);
  const char* leads_to = nullptr;
  curl_easy_getinfo(easy_.get(), CURLINFO_REDIRECT_URL, &leads_to);
  if (leads_to != nullptr) {
    reply_.redirect_url = leads_to;
    reply_.redirect_peer = Authority(reply_.redirect_url);
  }
  if (!request_.reply_file.empty() && status / 100 == 2 && !CloseReplyFile()) {
    return FileError(request_.reply_file, "write the file");
  }
  return std::move(reply_);
}

}  // namespace hpdl::rt
