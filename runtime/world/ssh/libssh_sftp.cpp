#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "runtime/world/ssh/libssh_session.h"
#include "runtime/world/ssh/sftp.h"
#include "runtime/world/ssh/sftp_packets.h"

namespace hpdl::rt {
namespace {

using sftp::Packet;
using sftp::Reply;
using sftp::Type;

constexpr int kAnswerMs = 30'000;       // longest time without a byte of an answer
constexpr std::uint32_t kPart = 32768;  // bytes of a read or write; all servers accept this size
constexpr std::size_t kMostNames = 1'000'000;  // the most names in one folder
constexpr const char* kRenameOver = "posix-rename@openssh.com";
constexpr const char* kSyncFile = "fsync@openssh.com";

/// The bits of a POSIX mode that give the file type, and their values for a file and a folder.
constexpr std::uint32_t kTypeMask = 0170000, kRegular = 0100000, kFolderMode = 0040000;

class LibsshSftp final : public Sftp {
 public:
  LibsshSftp(const SshTarget& target, const SshOptions& options) : session_(target, options) {}
  ~LibsshSftp() override {
    if (channel_ != nullptr) {
      ssh_channel_free(channel_);
    }
  }
  LibsshSftp(const LibsshSftp&) = delete;
  LibsshSftp& operator=(const LibsshSftp&) = delete;

  Result<void> Open() {
    HPDL_TRY(session_.Open());
    channel_ = ssh_channel_new(session_.handle());
    if (channel_ == nullptr || ssh_channel_open_session(channel_) != SSH_OK) {
      return session_.Broken("the server does not open a session");
    }
    if (ssh_channel_request_sftp(channel_) != SSH_OK) {
      return Error{ErrorClass::kNonTransient, "NO_SFTP",
                   session_.target().Text() + ": the server does not offer SFTP"};
    }
    HPDL_TRY(Send(Packet(Type::kInit, sftp::kVersion)));
    const Result<Reply> hello = Receive();
    HPDL_TRY(hello);
    if (hello->type != Type::kVersion || hello->id < sftp::kVersion) {
      return session_.Broken("the server does not speak SFTP 3");
    }
    for (const auto& [name, value] : hello->extensions) {
      extensions_[name] = value;
    }
    return {};
  }

  Result<SftpStatus> Status(const std::string& path) override {
    const Result<Reply> reply = Ask(Packet(Type::kStat, NextId()).Text(path));
    HPDL_TRY(reply);
    if (reply->type == Type::kStatus && reply->status == sftp::kNoSuchFile) {
      return SftpStatus{};
    }
    if (reply->type != Type::kAttributes) {
      return Refused(path, *reply);
    }
    SftpStatus status;
    const std::uint32_t type = reply->attributes.mode.value_or(kRegular) & kTypeMask;
    status.type = type == kRegular      ? SftpStatus::Type::kFile
                  : type == kFolderMode ? SftpStatus::Type::kFolder
                                        : SftpStatus::Type::kOther;
    status.size = reply->attributes.size.value_or(0);
    return status;
  }

  Result<std::string> Read(const std::string& path, std::size_t limit) override {
    const Result<std::string> handle = OpenFile(path, sftp::kToRead);
    HPDL_TRY(handle);
    Result<std::string> content = ReadAll(path, *handle, limit);
    HPDL_TRY(Close(path, *handle));
    return content;
  }

  Result<std::vector<std::string>> Names(const std::string& path) override {
    const Result<std::string> handle =
        HandleOf(path, Packet(Type::kOpenFolder, NextId()).Text(path));
    HPDL_TRY(handle);
    Result<std::vector<std::string>> names = ReadNames(path, *handle);
    HPDL_TRY(Close(path, *handle));
    return names;
  }

  Result<void> WriteNew(const std::string& path, std::string_view content) override {
    const Result<std::string> handle =
        OpenFile(path, sftp::kToWrite | sftp::kCreate | sftp::kExclusive);
    HPDL_TRY(handle);
    const Result<void> written = WriteAll(path, *handle, content);
    const Result<void> closed = Close(path, *handle);
    return written ? closed : written;
  }

  Result<void> Replace(const std::string& from, const std::string& to) override {
    if (extensions_.contains(kRenameOver)) {
      return Do(to, Packet(Type::kExtended, NextId()).Text(kRenameOver).Text(from).Text(to));
    }
    HPDL_TRY(Remove(to));
    return Do(to, Packet(Type::kRename, NextId()).Text(from).Text(to));
  }

  Result<void> Remove(const std::string& path) override {
    Result<void> removed = Do(path, Packet(Type::kRemove, NextId()).Text(path));
    return !removed && removed.error().code == kSftpNotFound ? Result<void>() : removed;
  }

  Result<void> MakeFolder(const std::string& path) override {
    return Do(path, Packet(Type::kMakeFolder, NextId()).Text(path).NoAttributes());
  }

 private:
  std::uint32_t NextId() { return ++id_; }

  Error Refused(const std::string& path, const Reply& reply) const {
    const bool absent = reply.type == Type::kStatus && reply.status == sftp::kNoSuchFile;
    const std::string why = reply.type == Type::kStatus ? sftp::StatusText(reply)
                                                        : "the server sent an unexpected answer";
    return {ErrorClass::kError, absent ? kSftpNotFound : "",
            session_.target().Text() + ":" + path + ": " + why};
  }

  Result<void> Send(const Packet& packet) {
    const std::string bytes = packet.Take();
    for (std::size_t at = 0; at < bytes.size();) {
      const int sent = ssh_channel_write(channel_, bytes.data() + at,
                                         static_cast<std::uint32_t>(bytes.size() - at));
      if (sent <= 0) {
        return session_.Broken("the connection broke");
      }
      at += static_cast<std::size_t>(sent);
    }
    return {};
  }

  Result<std::string> ReceiveBytes(std::size_t count) {
    std::string bytes(count, '\0');
    for (std::size_t at = 0; at < count;) {
      const int got = ssh_channel_read_timeout(
          channel_, bytes.data() + at, static_cast<std::uint32_t>(count - at), 0, kAnswerMs);
      if (got <= 0) {
        const bool silent = got == 0 && ssh_channel_is_eof(channel_) == 0;
        return session_.Broken(silent ? "no answer in time" : "the connection broke");
      }
      at += static_cast<std::size_t>(got);
    }
    return bytes;
  }

  Result<Reply> Receive() {
    const Result<std::string> head = ReceiveBytes(4);
    HPDL_TRY(head);
    std::uint32_t size = 0;
    for (const char c : *head) {
      size = size << 8 | static_cast<unsigned char>(c);
    }
    if (size > sftp::kLongestPacket) {
      return session_.Broken("the server does not speak SFTP");
    }
    const Result<std::string> packet = ReceiveBytes(size);
    HPDL_TRY(packet);
    std::optional<Reply> reply = sftp::ReadReply(*packet);
    if (!reply) {
      return session_.Broken("the server does not speak SFTP");
    }
    return std::move(*reply);
  }

  /// Sends a request and returns its answer. The request must have the id `id_`.
  Result<Reply> Ask(const Packet& packet) {
    HPDL_TRY(Send(packet));
    Result<Reply> reply = Receive();
    if (reply && reply->id != id_) {
      return session_.Broken("the server answered a different request");
    }
    return reply;
  }

  Result<void> Do(const std::string& path, const Packet& packet) {
    const Result<Reply> reply = Ask(packet);
    HPDL_TRY(reply);
    if (reply->type != Type::kStatus || reply->status != sftp::kOk) {
      return Refused(path, *reply);
    }
    return {};
  }

  Result<std::string> HandleOf(const std::string& path, const Packet& packet) {
    Result<Reply> reply = Ask(packet);
    HPDL_TRY(reply);
    if (reply->type != Type::kHandle) {
      return Refused(path, *reply);
    }
    return std::move(reply->text);
  }

  Result<std::string> OpenFile(const std::string& path, std::uint32_t how) {
    return HandleOf(path, Packet(Type::kOpen, NextId()).Text(path).Number(how).NoAttributes());
  }

  Result<void> Close(const std::string& path, const std::string& handle) {
    return Do(path, Packet(Type::kClose, NextId()).Text(handle));
  }

  Result<std::string> ReadAll(const std::string& path, const std::string& handle,
                              std::size_t limit) {
    std::string content;
    while (content.size() <= limit) {
      const Result<Reply> reply =
          Ask(Packet(Type::kRead, NextId()).Text(handle).Offset(content.size()).Number(kPart));
      HPDL_TRY(reply);
      if (reply->type == Type::kStatus && reply->status == sftp::kEndOfFile) {
        return content;
      }
      if (reply->type != Type::kData || reply->text.empty()) {
        return Refused(path, *reply);
      }
      content += reply->text;
    }
    return Error{ErrorClass::kError, "",
                 session_.target().Text() + ":" + path + " has more than " + std::to_string(limit) +
                     " bytes"};
  }

  Result<std::vector<std::string>> ReadNames(const std::string& path, const std::string& handle) {
    std::vector<std::string> names;
    while (names.size() < kMostNames) {
      Result<Reply> reply = Ask(Packet(Type::kReadFolder, NextId()).Text(handle));
      HPDL_TRY(reply);
      if (reply->type == Type::kStatus && reply->status == sftp::kEndOfFile) {
        return names;
      }
      if (reply->type != Type::kNames || reply->names.empty()) {
        return Refused(path, *reply);
      }
      for (std::string& name : reply->names) {
        if (name != "." && name != "..") {
          names.push_back(std::move(name));
        }
      }
    }
    return Error{ErrorClass::kError, "",
                 session_.target().Text() + ":" + path + " has too many files"};
  }

  Result<void> WriteAll(const std::string& path, const std::string& handle,
                        std::string_view content) {
    for (std::size_t at = 0; at < content.size(); at += kPart) {
      const std::string_view part = content.substr(at, kPart);
      HPDL_TRY(Do(path, Packet(Type::kWrite, NextId()).Text(handle).Offset(at).Text(part)));
    }
    return extensions_.contains(kSyncFile)
               ? Do(path, Packet(Type::kExtended, NextId()).Text(kSyncFile).Text(handle))
               : Result<void>();
  }

  SshSession session_;
  ssh_channel channel_ = nullptr;
  std::uint32_t id_ = 0;
  std::map<std::string, std::string> extensions_;
};

}  // namespace

Result<std::unique_ptr<Sftp>> OpenSftp(const SshTarget& target, const SshOptions& options) {
  auto opened = std::make_unique<LibsshSftp>(target, options);
  HPDL_TRY(opened->Open());
  return std::unique_ptr<Sftp>(std::move(opened));
}

}  // namespace hpdl::rt
