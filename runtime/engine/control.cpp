#include "runtime/engine/control.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>

#include "runtime/base/local_files.h"
#include "runtime/base/new_file.h"
#include "runtime/engine/world.h"
#include "runtime/store/locks.h"
#include "runtime/store/own_files.h"

namespace hpdl::rt {
namespace {

constexpr std::size_t kMostBytes = 8192;
constexpr std::string_view kDone = "done\n";
constexpr std::string_view kRefused = "refused ";

std::string RequestsPath(const std::string& job_path) {
  return job_path + "/requests";
}

Error Unwritable(const std::string& path) {
  return {ErrorClass::kError, "E0713", path + ": " + std::strerror(errno)};
}

constexpr std::string_view kVerbs[] = {"suspend", "kill", "resume", "retry"};

/// The next word of a line; false if there is none.
bool NextWord(std::string_view* line, std::string_view* word) {
  const std::size_t end = line->find(' ');
  *word = line->substr(0, end);
  *line = end == std::string_view::npos ? std::string_view() : line->substr(end + 1);
  return !word->empty();
}

}  // namespace

std::string Request::ToText() const {
  std::string text(kVerbs[static_cast<std::size_t>(type)]);
  text.append(" ").append(job).append(" ").append(std::to_string(run));
  if (type == Type::kRetry) {
    text.append(" ").append(node);
  }
  return text + "\n";
}

bool Request::FromText(const std::string& text, Request* request) {
  const std::size_t end = text.find('\n');
  std::string_view line = std::string_view(text).substr(0, end);
  std::string_view verb;
  std::string_view job;
  std::string_view run;
  if (end == std::string::npos || !NextWord(&line, &verb) || !NextWord(&line, &job) ||
      !NextWord(&line, &run)) {
    return false;
  }
  const auto* const known = std::find(std::begin(kVerbs), std::end(kVerbs), verb);
  const auto number = std::from_chars(run.data(), run.data() + run.size(), request->run);
  if (known == std::end(kVerbs) || number.ec != std::errc() ||
      number.ptr != run.data() + run.size()) {
    return false;
  }
  request->type = static_cast<Type>(known - std::begin(kVerbs));
  request->job = job;
  request->node = line;
  return (request->type == Type::kRetry) == !line.empty();
}

RequestFile::~RequestFile() {
  if (file_ >= 0) {
    close(file_);
  }
}

std::string RequestFile::Read() const {
  std::string text(kMostBytes, '\0');
  const ssize_t size = pread(file_, text.data(), text.size(), 0);
  text.resize(size > 0 ? static_cast<std::size_t>(size) : 0);
  return text;
}

bool RequestFile::Lock() const {
  return TryToLock(file_);
}

bool RequestFile::Removed() const {
  struct stat info{};
  return fstat(file_, &info) != 0 || info.st_nlink == 0;
}

bool RequestFile::Append(const std::string& text) const {
  return lseek(file_, 0, SEEK_END) >= 0 && WriteAll(file_, text);
}

Result<PostedRequest> PostedRequest::Post(const std::string& job_path, const Request& request) {
  const std::string directory = RequestsPath(job_path);
  if (mkdir(directory.c_str(), 0700) != 0 && errno != EEXIST) {
    return Unwritable(directory);
  }
  const Result<std::string> random = RandomHex();
  HPDL_TRY(random);
  // Names in the order of time; 13 digits last until the year 2286.
  const std::string path = directory + "/" + std::to_string(NowMs()) + "-" + *random;
  const std::string text = request.ToText();
  NewFile file(path);
  if (!file.ok() || !WriteAll(file.fd(), text)) {
    return Unwritable(path);
  }
  const int own_file = fcntl(file.fd(), F_DUPFD_CLOEXEC, 0);
  RequestFile own(path, own_file);
  if (own_file < 0 || !file.MoveTo(path)) {
    return Unwritable(path);
  }
  return PostedRequest(std::move(own), text.size());
}

std::optional<Result<void>> PostedRequest::Answer() const {
  if (!file_.Removed()) {
    return std::nullopt;
  }
  const std::string text = file_.Read();
  const std::string_view answer = std::string_view(text).substr(std::min(size_, text.size()));
  if (answer == kDone) {
    return Result<void>();
  }
  Error error{ErrorClass::kError, "E0606", "the request was removed and not answered"};
  if (answer.starts_with(kRefused) && answer.ends_with('\n')) {
    std::string_view reason = answer.substr(kRefused.size());
    reason.remove_suffix(1);
    const std::size_t blank = reason.find(' ');
    error.code = reason.substr(0, blank);
    error.message = blank == std::string_view::npos ? "" : reason.substr(blank + 1);
  }
  return Result<void>(std::move(error));
}

bool PostedRequest::Withdraw() const {
  // Who has the lock decides: an engine reads the request only with it.
  return file_.Lock() && !file_.Removed() && unlink(file_.path().c_str()) == 0;
}

void TakenRequest::Answer(const Result<void>& answer) const {
  std::string text(kDone);
  if (!answer) {
    text.assign(kRefused).append(answer.error().code).append(" ");
    text.append(answer.error().message).append("\n");
  }
  // An asker without the answer, as on a full disk, is told that there is none.
  (void)file_.Append(text);
  unlink(path().c_str());
  SyncDirectory(path().substr(0, path().rfind('/')));
}

std::vector<TakenRequest> TakeRequests(const std::string& job_path,
                                       const std::vector<std::string>& held) {
  const std::string directory = RequestsPath(job_path);
  std::vector<TakenRequest> requests;
  for (const std::string& name : NamesIn(directory)) {
    const std::string path = directory + "/" + name;
    if (std::find(held.begin(), held.end(), path) != held.end()) {
      continue;
    }
    if (!RefuseOddFile(path)) {
      unlink(path.c_str());  // a link or a FIFO; the folder is this user's alone
      continue;
    }
    const Result<int> opened = OpenRegular(path, O_RDWR);
    if (!opened) {
      continue;  // for want of descriptors: it stays open
    }
    RequestFile file(path, *opened);
    Request request;
    if (!file.Lock() || file.Removed()) {
      continue;
    }
    if (Request::FromText(file.Read(), &request)) {
      requests.emplace_back(std::move(file), std::move(request));
    } else {
      unlink(path.c_str());
    }
  }
  return requests;
}

}  // namespace hpdl::rt
