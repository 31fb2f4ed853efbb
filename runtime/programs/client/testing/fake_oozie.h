#ifndef HPDL_RUNTIME_PROGRAMS_CLIENT_TESTING_FAKE_OOZIE_H_
#define HPDL_RUNTIME_PROGRAMS_CLIENT_TESTING_FAKE_OOZIE_H_

#include <arpa/inet.h>
#include <netinet/in.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace hpdl::client::testing {

/// An answer of FakeOozie.
struct Answer {
  std::string body = "{}";
  int status = 200;
  std::string headers;  ///< each header is "NAME: VALUE\r\n"
};

/// A request to FakeOozie.
struct Request {
  std::string line;                            ///< "GET /oozie/v2/jobs?offset=0"
  std::map<std::string, std::string> headers;  ///< names are in lower case
  std::string body;
};

/// A server on the loopback address, with the API versions 0 to 2. It records its requests and
/// gives the answers that a test sets. It serves one connection at a time, and each connection has
/// one request.
class FakeOozie {
 public:
  FakeOozie() {
    socket_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    ::bind(socket_, reinterpret_cast<sockaddr*>(&address), size);
    ::listen(socket_, 16);
    ::getsockname(socket_, reinterpret_cast<sockaddr*>(&address), &size);
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this] { Serve(); });
  }
  ~FakeOozie() {
    ::shutdown(socket_, SHUT_RDWR);
    thread_.join();
    ::close(socket_);
  }
  FakeOozie(const FakeOozie&) = delete;
  FakeOozie& operator=(const FakeOozie&) = delete;

  std::string url() const { return "http://127.0.0.1:" + std::to_string(port_) + "/oozie"; }

  /// Sets the answer to all requests from now on. `versions` is the answer to requests for the
  /// versions.
  void Give(Answer answer, Answer versions = {"[0,1,2]"}) {
    const std::lock_guard lock(mutex_);
    answer_ = std::move(answer);
    answers_ = nullptr;
    versions_ = std::move(versions);
    requests_.clear();
  }
  /// Sets a function that returns the answer to each request. The server's thread calls it, for
  /// one request at a time.
  void GiveEach(std::function<Answer(const Request&)> answers) {
    const std::lock_guard lock(mutex_);
    answers_ = std::move(answers);
    requests_.clear();
  }
  /// Returns the requests since Give(), the first request first.
  std::vector<Request> requests() const {
    const std::lock_guard lock(mutex_);
    return requests_;
  }

 private:
  void Serve() {
    for (int peer; (peer = ::accept4(socket_, nullptr, nullptr, SOCK_CLOEXEC)) >= 0;) {
      ServeOne(peer);
      ::close(peer);
    }
  }

  void ServeOne(int peer) {
    std::string head;
    const std::string end = "\r\n\r\n";
    char letter;
    while (!head.ends_with(end) && ::read(peer, &letter, 1) == 1) {
      head.push_back(letter);
    }
    Request request{head.substr(0, head.find(" HTTP/")), HeadersOf(head), ""};
    request.body.resize(std::stoul("0" + request.headers["content-length"]));
    if (!request.body.empty()) {  // with a size of 0, recv() would wait for more bytes
      ::recv(peer, request.body.data(), request.body.size(), MSG_WAITALL);
    }
    Answer answer;
    {
      const std::lock_guard lock(mutex_);
      const std::string path = request.line.substr(0, request.line.find('?'));
      answer = path.ends_with("/versions") ? versions_ : answers_ ? answers_(request) : answer_;
      requests_.push_back(std::move(request));
    }
    const std::string text =
        "HTTP/1.1 " + std::to_string(answer.status) + " Words\r\n" + answer.headers +
        "Connection: close\r\nContent-Length: " + std::to_string(answer.body.size()) + end +
        answer.body;
    ::send(peer, text.data(), text.size(), MSG_NOSIGNAL);
  }

  static std::map<std::string, std::string> HeadersOf(const std::string& head) {
    std::map<std::string, std::string> headers;
    for (std::size_t at = head.find("\r\n"), next = 0;
         (next = head.find("\r\n", at + 2)) != std::string::npos; at = next) {
      const std::string line = head.substr(at + 2, next - at - 2);
      if (const std::size_t colon = line.find(": "); colon != std::string::npos) {
        std::string name = line.substr(0, colon);
        for (char& each : name) {
          each = static_cast<char>(::tolower(each));
        }
        headers[name] = line.substr(colon + 2);
      }
    }
    return headers;
  }

  int socket_ = -1;
  int port_ = 0;
  std::thread thread_;
  mutable std::mutex mutex_;
  Answer answer_;
  std::function<Answer(const Request&)> answers_;
  Answer versions_{"[0,1,2]"};
  std::vector<Request> requests_;
};

}  // namespace hpdl::client::testing

#endif  // HPDL_RUNTIME_PROGRAMS_CLIENT_TESTING_FAKE_OOZIE_H_
