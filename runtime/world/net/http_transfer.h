#ifndef HPDL_RUNTIME_WORLD_NET_HTTP_TRANSFER_H_
#define HPDL_RUNTIME_WORLD_NET_HTTP_TRANSFER_H_

#include <curl/curl.h>

#include <memory>
#include <optional>
#include <string>

#include "runtime/world/net/curl_multi.h"
#include "runtime/world/net/network.h"

namespace hpdl::rt {

struct EasyDeleter {
  void operator()(CURL* easy) const { curl_easy_cleanup(easy); }
};
using EasyHandle = std::unique_ptr<CURL, EasyDeleter>;

struct ListDeleter {
  void operator()(curl_slist* list) const { curl_slist_free_all(list); }
};
using StringList = std::unique_ptr<curl_slist, ListDeleter>;

/// Appends a line to `list`.
void Append(StringList* list, const std::string& line);

/// Sets the options that HTTP and mail have in common: TLS and the error text.
void SetCommonOptions(CURL* easy, char* error_text);

/// One HTTP request under way. Sets the options of an easy handle and takes the reply. Lives in the
/// coroutine that waits for it, and refers to the request in that coroutine.
class HttpTransfer {
 public:
  explicit HttpTransfer(const HttpRequest& request) : request_(request) {}
  ~HttpTransfer();
  HttpTransfer(const HttpTransfer&) = delete;
  HttpTransfer& operator=(const HttpTransfer&) = delete;

  Task<Result<HttpReply>> Run(std::shared_ptr<CurlMulti> multi);

 private:
  Result<void> Prepare();
  void SetMethodAndBody();
  Result<void> OpenBodyFile();
  void SetHeaders();
  Result<HttpReply> Finish(CURLcode code);
  bool OpenReplyFile();
  bool CloseReplyFile();
  std::string Peer();

  static std::size_t OnHeader(char* data, std::size_t one, std::size_t size, void* self);
  static std::size_t OnBody(char* data, std::size_t one, std::size_t size, void* self);
  static std::size_t OnSend(char* data, std::size_t one, std::size_t size, void* self);
  static int OnSeek(void* self, curl_off_t offset, int origin);
  static int OnProgress(void* self, curl_off_t, curl_off_t down, curl_off_t, curl_off_t up);
  static int OnConnected(void* self, char*, char*, int, int);
  std::size_t TakeBody(const char* data, std::size_t size);
  std::size_t WriteBody(std::string_view part);
  std::size_t TooLong(std::int64_t limit);

  const HttpRequest& request_;
  EasyHandle easy_;
  StringList header_lines_;
  CurlMulti::Transfer* transfer_ = nullptr;
  HttpReply reply_;
  std::optional<Error> error_;  ///< set by a callback, which then ends the transfer
  int body_fd_ = -1;
  int reply_fd_ = -1;
  /// The file that is renamed to the request's reply_file when the transfer has succeeded.
  std::string partial_file_;
  curl_off_t moved_ = 0;
  curl_off_t dropped_ = 0;  ///< number of body bytes that were received and dropped
  curl_off_t written_ = 0;  ///< bytes in the reply's file
  bool connected_ = false;
  bool head_ended_ = false;  ///< the empty line after the reply's headers has come
  char error_text_[CURL_ERROR_SIZE] = "";
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_NET_HTTP_TRANSFER_H_
