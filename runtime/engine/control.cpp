#include "runtime/engine/control.h"

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "runtime/engine/world.h"

namespace hpdl::rt {
namespace {

constexpr std::size_t kMostBytes = 4096;

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

}  // namespace hpdl::rt
