#include "runtime/store/local/local_mailbox.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <string_view>
#include <utility>

#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/descriptor.h"
#include "runtime/ground/base/local_files.h"
#include "runtime/ground/base/new_file.h"
#include "runtime/ground/base/random.h"
#include "runtime/ground/base/utf8.h"
#include "runtime/store/local/bell.h"
#include "runtime/store/locks.h"
#include "runtime/store/own_files.h"

namespace hpdl::rt {
namespace {

constexpr std::string_view kDone = "done\n";
constexpr std::string_view kRefused = "refused ";
/// The greatest length of an answer in bytes. A longer reason is cut.
constexpr std::size_t kMostAnswer = 8192;

/// The open file of a message. The destructor closes it and so releases its lock.
class MessageFile {
 public:
  MessageFile(std::string path, int file)
      : path_(std::move(path)), id_(path_.substr(path_.rfind('/') + 1)), file_(file) {}

  const std::string& path() const { return path_; }
  const std::string& id() const { return id_; }
  bool Lock() const { return TryToLock(file_.get()); }
  bool Removed() const {
    struct stat info{};
    return fstat(file_.get(), &info) != 0 || info.st_nlink == 0;
  }
  /// Returns the content from `begin` on. Returns nullopt if the file is longer than a message with
  /// its answer can be.
  std::optional<std::string> Read(std::size_t begin) const {
    struct stat info{};
    if (fstat(file_.get(), &info) != 0) {
      return std::nullopt;
    }
    const auto whole = static_cast<std::size_t>(info.st_size);
    if (whole > kMostMessageBytes + kMostAnswer) {
      return std::nullopt;
    }
    std::string text(std::max(whole, begin) - begin, '\0');
    const ssize_t size = pread(file_.get(), text.data(), text.size(), static_cast<off_t>(begin));
    text.resize(size > 0 ? static_cast<std::size_t>(size) : 0);
    return text;
  }
  bool Append(const std::string& text) const {
    return lseek(file_.get(), 0, SEEK_END) >= 0 && WriteAll(file_.get(), text);
  }

 private:
  std::string path_, id_;
  Descriptor file_;
};

/// Reads the answer that Close() has written.
Result<void> ReadAnswer(std::string_view text) {
  if (text.starts_with(kDone)) {
    return {};
  }
  Error error{ErrorClass::kError, "E0606", "the request was removed before it was answered"};
  const std::size_t end = text.find('\n');
  if (text.starts_with(kRefused) && end != std::string_view::npos) {
    const std::string_view reason = text.substr(kRefused.size(), end - kRefused.size());
    const std::size_t blank = reason.find(' ');
    error.code = reason.substr(0, blank);
    error.message = blank == std::string_view::npos ? "" : reason.substr(blank + 1);
  }
  return error;
}

std::string WriteAnswer(const Result<void>& answer) {
  if (answer) {
    return std::string(kDone);
  }
  std::string reason = answer.error().code + " " + answer.error().message;
  std::replace(reason.begin(), reason.end(), '\n', ' ');
  reason = CutUtf8(reason, kMostAnswer - kRefused.size() - 1);
  return std::string(kRefused) + reason + "\n";
}

class PostedFile final : public PostedMessage {
 public:
  PostedFile(const std::string& path, int file, std::size_t size)
      : file_(path, file), size_(size) {}
  const std::string& id() const override { return file_.id(); }
  std::optional<Result<void>> Answer() const override {
    return file_.Removed() ? std::optional(ReadAnswer(file_.Read(size_).value_or("")))
                           : std::nullopt;
  }
  bool Withdraw() const override {
    // An engine reads a message only under the lock of the message's file, and removes the file's
    // name when it has answered. So the message can be taken back if this process gets the lock and
    // the file still has its name.
    return file_.Lock() && !file_.Removed() && unlink(file_.path().c_str()) == 0;
  }

 private:
  MessageFile file_;
  std::size_t size_;  ///< size of the message's text; the answer follows the text in the file
};

class TakenFile final : public TakenMessage {
 public:
  TakenFile(std::unique_ptr<MessageFile> file, std::string text)
      : file_(std::move(file)), text_(std::move(text)) {}
  const std::string& id() const override { return file_->id(); }
  const std::string& text() const override { return text_; }
  void Close(const Result<void>& answer, bool for_good) const override {
    // If the answer cannot be written, for example because the disk is full, the sender gets the
    // error that the request was not answered.
    (void)file_->Append(WriteAnswer(answer));
    unlink(file_->path().c_str());
    if (for_good) {
      SyncDirectory(file_->path().substr(0, file_->path().rfind('/')));
    }
  }

 private:
  std::unique_ptr<MessageFile> file_;
  std::string text_;
};

Error Unposted(const std::string& path, int error) {
  return {ErrorClass::kError, "E0713", path + ": " + std::strerror(error)};
}

/// Makes an id. Ids sort by time; ids that one process makes in the same millisecond sort by their
/// numbers. The time is milliseconds in 13 digits, which are enough until the year 2286.
Result<std::string> NewMessageId() {
  static std::atomic<unsigned> posted = 0;
  constexpr unsigned kTenDigits = 1'000'000'000;
  const Result<std::string> random = RandomHex();
  HPDL_TRY(random);
  const std::string number = std::to_string(kTenDigits + posted++ % kTenDigits);
  return std::to_string(NowMs()) + "-" + number + "-" + *random;
}

}  // namespace

LocalMailbox::LocalMailbox(std::string job_path, std::string all_jobs_bell)
    : job_path_(std::move(job_path)),
      folder_(job_path_ + "/requests"),
      all_jobs_bell_(std::move(all_jobs_bell)) {}

Result<std::unique_ptr<PostedMessage>> LocalMailbox::Post(const std::string& text) {
  if (text.size() > kMostMessageBytes) {
    return Error{ErrorClass::kError, "E0713", "the message is larger than 2 MiB"};
  }
  const bool made = mkdir(folder_.c_str(), 0700) == 0;
  if (!made && errno != EEXIST) {
    return Unposted(folder_, errno);
  }
  const Result<std::string> id = NewMessageId();
  HPDL_TRY(id);
  const std::string path = folder_ + "/" + *id;
  NewFile file(path);
  if (!file.ok() || !WriteAll(file.fd(), text) || !SyncFile(file.fd())) {
    return Unposted(path, errno);
  }
  const int own = fcntl(file.fd(), F_DUPFD_CLOEXEC, 0);
  if (own < 0) {
    return Unposted(path, errno);
  }
  auto posted = std::make_unique<PostedFile>(path, own, text.size());
  if (!file.MoveTo(path)) {
    return Unposted(path, errno);
  }
  if (!SyncDirectory(folder_) || (made && !SyncDirectory(job_path_))) {
    const int error = errno;
    unlink(path.c_str());
    return Unposted(path, error);
  }
  Ring();
  return std::unique_ptr<PostedMessage>(std::move(posted));
}

int LocalMailbox::OpenBell() const {
  return ListenToBell(job_path_ + "/bell");
}

/// Wakes two listeners: the engine that runs the job, and the process that watches the jobs that no
/// engine runs. That process is always woken, because an engine that is about to park no longer
/// reads its own bell.
void LocalMailbox::Ring() const {
  RingBell(job_path_ + "/bell", "!");
  RingBell(all_jobs_bell_, job_path_.substr(job_path_.rfind('/') + 1) + "\n");
}

bool LocalMailbox::HasOpen() const {
  return HasNames(folder_);
}

std::vector<std::unique_ptr<TakenMessage>> LocalMailbox::Take() {
  std::vector<std::unique_ptr<TakenMessage>> taken;
  for (const std::string& name : NamesIn(folder_)) {
    if (std::unique_ptr<TakenMessage> message = TakeFile(name)) {
      taken.push_back(std::move(message));
    }
  }
  return taken;
}

/// Takes the message in a file. Returns null if there is no message to take.
std::unique_ptr<TakenMessage> LocalMailbox::TakeFile(const std::string& name) const {
  const std::string path = folder_ + "/" + name;
  if (!RefuseOddFile(path)) {
    // Only this user may write to the folder. So this user made the link or FIFO, and it can be
    // removed.
    unlink(path.c_str());
    return nullptr;
  }
  const Result<int> opened = OpenRegular(path, O_RDWR);
  if (!opened) {
    return nullptr;  // the process has no free descriptor; the message stays open
  }
  auto file = std::make_unique<MessageFile>(path, *opened);
  if (!file->Lock() || file->Removed()) {
    return nullptr;
  }
  std::optional<std::string> text = file->Read(0);
  if (!text) {
    unlink(path.c_str());
    return nullptr;
  }
  return std::make_unique<TakenFile>(std::move(file), std::move(*text));
}

}  // namespace hpdl::rt
