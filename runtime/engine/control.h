#ifndef HPDL_RUNTIME_ENGINE_CONTROL_H_
#define HPDL_RUNTIME_ENGINE_CONTROL_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "runtime/base/result.h"

/// Requests of other processes to an engine at work. Each is a file in `<job>/requests`, put there
/// whole by a rename; its first line is the request. The engine looks for them ten times a second
/// (closing an inotify watch would hold up the end of the process).
///
/// A request is open until it is answered or withdrawn, whatever becomes of engines meanwhile. An
/// engine locks the file of one that it takes in hand (an OFD lock, gone with the process). When
/// what was asked for is durable, or is refused, it writes the answer into the file and removes it;
/// the asker, who has the file open, reads it there.
namespace hpdl::rt {

struct Request {
  enum class Type : std::uint8_t { kSuspend, kKill, kResume, kRetry };
  Type type = Type::kSuspend;
  std::string job;       ///< id of the root job or of a sub-workflow job
  std::int64_t run = 0;  ///< of the root job
  std::string node;      ///< kRetry

  /// `suspend JOB RUN`, `kill JOB RUN`, `resume JOB RUN`, `retry JOB RUN NODE`, a line.
  std::string ToText() const;
  /// False if the text does not begin with the line of a request.
  static bool FromText(const std::string& text, Request* request);
};

/// The open file of a request. Movable; closed, and so unlocked, at its end.
class RequestFile {
 public:
  RequestFile(std::string path, int file) : path_(std::move(path)), file_(file) {}
  RequestFile(RequestFile&& other) noexcept
      : path_(std::move(other.path_)), file_(std::exchange(other.file_, -1)) {}
  RequestFile& operator=(RequestFile&& other) noexcept {
    std::swap(path_, other.path_);
    std::swap(file_, other.file_);
    return *this;
  }
  ~RequestFile();

  const std::string& path() const { return path_; }
  /// What is in it, at most some thousand bytes.
  std::string Read() const;
  bool Lock() const;     ///< false: another has the lock
  bool Removed() const;  ///< it has no name any more
  bool Append(const std::string& text) const;

 private:
  std::string path_;
  int file_;
};

/// A request as the one who asks has it.
class PostedRequest {
 public:
  static Result<PostedRequest> Post(const std::string& job_path, const Request& request);
  /// What an engine has answered; none: nothing yet.
  std::optional<Result<void>> Answer() const;
  /// Takes the request back. False: an engine has it in hand, or has answered.
  bool Withdraw() const;

 private:
  PostedRequest(RequestFile file, std::size_t size) : file_(std::move(file)), size_(size) {}
  RequestFile file_;
  std::size_t size_;  ///< of the request; what follows is the answer
};

/// A request that an engine has in hand.
class TakenRequest {
 public:
  TakenRequest(RequestFile file, Request request)
      : file_(std::move(file)), request_(std::move(request)) {}
  const Request& request() const { return request_; }
  const std::string& path() const { return file_.path(); }
  /// Writes the answer and removes the request, for good also where the machine goes down.
  void Answer(const Result<void>& answer) const;

 private:
  RequestFile file_;
  Request request_;
};

/// Takes the open requests in hand that nobody has, oldest first. What is no request is removed.
/// `held` are paths that the caller has in hand already.
std::vector<TakenRequest> TakeRequests(const std::string& job_path,
                                       const std::vector<std::string>& held);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINE_CONTROL_H_
