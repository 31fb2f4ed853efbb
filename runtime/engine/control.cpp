#include "runtime/engine/control.h"

#include <dirent.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "runtime/engine/world.h"

namespace hpdl::rt {
namespace {

constexpr std::size_t kMostBytes = 4096;

class InotifyWatch final : public RequestWatch {
 public:
  InotifyWatch(boost::asio::io_context& io, int inotify, std::function<void()> on_request)
      : stream_(io, inotify), on_request_(std::move(on_request)) {
    Wait();
  }

 private:
  void Wait() {
    stream_.async_read_some(
        boost::asio::buffer(buffer_), [this](const boost::system::error_code& error, std::size_t) {
          if (!error) {
            on_request_();  // reads the folder; the events themselves say nothing more
            Wait();
          }
        });
  }

  boost::asio::posix::stream_descriptor stream_;
  std::function<void()> on_request_;
  alignas(inotify_event) std::array<char, 4096> buffer_;
};

std::string RequestsPath(const std::string& job_path) {
  return job_path + "/requests";
}

bool ReadFile(const std::string& path, std::string* text) {
  std::FILE* file = std::fopen(path.c_str(), "re");
  if (file == nullptr) {
    return false;
  }
  text->resize(kMostBytes);
  text->resize(std::fread(text->data(), 1, kMostBytes, file));
  std::fclose(file);
  return true;
}

}  // namespace

std::string Request::ToText() const {
  switch (type) {
    case Type::kSuspend:
      return "suspend\n";
    case Type::kKill:
      return "kill\n";
    case Type::kRetry:
      return "retry " + job + " " + node + "\n";
  }
  return {};
}

bool Request::FromText(const std::string& text, Request* request) {
  if (text == "suspend\n" || text == "kill\n") {
    request->type = text == "kill\n" ? Type::kKill : Type::kSuspend;
    return true;
  }
  constexpr std::string_view kRetryWord = "retry ";
  const std::size_t blank = text.find(' ', kRetryWord.size());
  if (text.compare(0, kRetryWord.size(), kRetryWord) != 0 || blank == std::string::npos ||
      text.back() != '\n') {
    return false;
  }
  request->type = Type::kRetry;
  request->job = text.substr(kRetryWord.size(), blank - kRetryWord.size());
  request->node = text.substr(blank + 1, text.size() - blank - 2);
  return true;
}

Result<std::string> PostRequest(const std::string& job_path, const Request& request) {
  const std::string directory = RequestsPath(job_path);
  const auto fail = [](const std::string& path) {
    return Error{ErrorClass::kError, "E0713", path + ": " + std::strerror(errno)};
  };
  if (mkdir(directory.c_str(), 0777) != 0 && errno != EEXIST) {
    return fail(directory);
  }
  const std::string name = std::to_string(NowMs()) + "-" + std::to_string(getpid());
  const std::string hidden = directory + "/." + name;
  std::FILE* file = std::fopen(hidden.c_str(), "we");
  if (file == nullptr) {
    return fail(hidden);
  }
  const bool written = std::fputs(request.ToText().c_str(), file) >= 0;
  if (std::fclose(file) != 0 || !written) {
    const Error error = fail(hidden);
    unlink(hidden.c_str());
    return error;
  }
  const std::string path = directory + "/" + name;
  if (rename(hidden.c_str(), path.c_str()) != 0) {
    return fail(path);
  }
  return path;
}

std::vector<Request> TakeRequests(const std::string& job_path) {
  const std::string directory = RequestsPath(job_path);
  std::vector<std::string> names;
  if (DIR* listing = opendir(directory.c_str())) {
    while (const dirent* entry = readdir(listing)) {
      if (entry->d_name[0] != '.') {
        names.emplace_back(entry->d_name);
      }
    }
    closedir(listing);
  }
  std::sort(names.begin(), names.end());
  std::vector<Request> requests;
  for (const std::string& name : names) {
    const std::string path = directory + "/" + name;
    std::string text;
    Request request;
    if (ReadFile(path, &text) && Request::FromText(text, &request)) {
      requests.push_back(std::move(request));
    }
    unlink(path.c_str());
  }
  return requests;
}

std::unique_ptr<RequestWatch> RequestWatch::Start(boost::asio::io_context& io,
                                                  const std::string& job_path,
                                                  std::function<void()> on_request) {
  const std::string directory = RequestsPath(job_path);
  mkdir(directory.c_str(), 0777);
  const int inotify = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
  if (inotify < 0 || inotify_add_watch(inotify, directory.c_str(), IN_MOVED_TO) < 0) {
    // Without a watch the job runs all the same; requests then time out and say so.
    if (inotify >= 0) {
      close(inotify);
    }
    return nullptr;
  }
  TakeRequests(job_path);
  return std::make_unique<InotifyWatch>(io, inotify, std::move(on_request));
}

}  // namespace hpdl::rt
