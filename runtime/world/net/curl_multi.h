#ifndef HPDL_RUNTIME_WORLD_NET_CURL_MULTI_H_
#define HPDL_RUNTIME_WORLD_NET_CURL_MULTI_H_

#include <curl/curl.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include "runtime/ground/base/task.h"

namespace hpdl::rt {

/// Runs libcurl's multi interface on the event loop. An epoll set watches libcurl's sockets, and
/// Asio watches only that set. So Asio never holds a socket, and curl and c-ares can open and close
/// sockets at any time. Keeps connections for the next request.
class CurlMulti : public std::enable_shared_from_this<CurlMulti> {
 public:
  explicit CurlMulti(boost::asio::io_context& loop);
  ~CurlMulti();
  /// Initializes libcurl and its libraries, once for the whole process. Must be called before any
  /// thread uses libcurl. Returns false if there is no memory for libcurl.
  static bool StartCurl();
  CurlMulti(const CurlMulti&) = delete;
  CurlMulti& operator=(const CurlMulti&) = delete;

  /// One transfer. Its destructor removes it from the multi handle, even if the transfer has not
  /// ended.
  class Transfer {
   public:
    Transfer(std::shared_ptr<CurlMulti> multi, CURL* easy);
    ~Transfer();
    Transfer(const Transfer&) = delete;
    Transfer& operator=(const Transfer&) = delete;

    /// Records that bytes have moved or that the connection is made.
    void Moved() { moved_ = std::chrono::steady_clock::now(); }
    /// Waits until the transfer has ended. Returns CURLE_OPERATION_TIMEDOUT if `connected` is true
    /// and no byte has moved for `idle_ms` (0: no limit).
    Task<CURLcode> Perform(std::int64_t idle_ms, const bool& connected);

   private:
    friend class CurlMulti;
    const std::shared_ptr<CurlMulti> multi_;
    CURL* const easy_;
    boost::asio::steady_timer wake_;
    std::chrono::steady_clock::time_point moved_;
    bool added_ = false;
    bool done_ = false;
    CURLcode code_ = CURLE_OK;
  };

  boost::asio::io_context& loop() { return loop_; }
  /// Opens libcurl's multi handle and the epoll set, unless they are open. Called by the first
  /// transfer, so that a program without requests opens neither. Returns false if the machine has
  /// no more file descriptors or memory, or if Close() was called.
  bool Open();
  /// Ends all transfers. Does not wake the coroutines that wait for them.
  void Close();

 private:
  static int OnSocket(CURL*, curl_socket_t socket, int what, void* self, void*);
  static int OnTimer(CURLM*, long ms, void* self);
  void Watch(curl_socket_t socket, int what);
  void Arm();
  void OnReady();
  void Act(curl_socket_t socket, int events);
  void Collect();

  boost::asio::io_context& loop_;
  CURLM* multi_ = nullptr;
  boost::asio::posix::stream_descriptor epoll_;
  boost::asio::steady_timer timer_;
  std::size_t running_ = 0;  ///< number of added transfers
  bool closed_ = false;
  bool armed_ = false;  ///< a wait on epoll_ is under way
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_NET_CURL_MULTI_H_
