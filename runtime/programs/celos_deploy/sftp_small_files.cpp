#include <utility>

#include "runtime/programs/celos_deploy/small_files.h"
#include "runtime/world/ssh/sftp.h"

namespace hpdl::rt::celos {
namespace {

class OverSftp final : public SmallFiles {
 public:
  explicit OverSftp(SshTarget target) : target_(std::move(target)) {}

  Result<Type> TypeOf(const std::string& path) override {
    const Result<SftpStatus> status =
        Call<SftpStatus>([&path](Sftp& sftp) { return sftp.Status(path); });
    HPDL_TRY(status);
    switch (status->type) {
      case SftpStatus::Type::kAbsent:
        return Type::kAbsent;
      case SftpStatus::Type::kFile:
        return Type::kFile;
      case SftpStatus::Type::kFolder:
        return Type::kFolder;
      default:
        return Type::kOther;
    }
  }
  Result<std::string> Read(const std::string& path, std::size_t limit) override {
    // The type is checked first, because an attempt to read a pipe would block the server.
    const Result<Type> type = TypeOf(path);
    HPDL_TRY(type);
    if (*type != Type::kFile) {
      return Error{ErrorClass::kError, "",
                   target_.Text() + ":" + path +
                       (*type == Type::kAbsent ? ": no such file" : ": not a regular file")};
    }
    return Call<std::string>([&](Sftp& sftp) { return sftp.Read(path, limit); });
  }
  Result<std::vector<std::string>> Names(const std::string& folder) override {
    return Call<std::vector<std::string>>([&folder](Sftp& sftp) { return sftp.Names(folder); });
  }
  Result<void> WriteNew(const std::string& path, std::string_view content) override {
    return Call<void>([&](Sftp& sftp) { return sftp.WriteNew(path, content); });
  }
  Result<void> Replace(const std::string& from, const std::string& to) override {
    return Call<void>([&](Sftp& sftp) { return sftp.Replace(from, to); });
  }
  Result<void> Remove(const std::string& path) override {
    return Call<void>([&path](Sftp& sftp) { return sftp.Remove(path); });
  }
  Result<void> MakeFolder(const std::string& path) override {
    return Call<void>([&path](Sftp& sftp) { return sftp.MakeFolder(path); });
  }

 private:
  template <class T, class Work>
  Result<T> Call(Work work) {
    if (sftp_ == nullptr) {
      Result<std::unique_ptr<Sftp>> opened = OpenSftp(target_, {});
      HPDL_TRY(opened);
      sftp_ = std::move(*opened);
    }
    Result<T> done = work(*sftp_);
    if (!done && done.error().error_class == ErrorClass::kTransient) {
      sftp_.reset();
    }
    return done;
  }

  const SshTarget target_;
  std::unique_ptr<Sftp> sftp_;
};

}  // namespace

std::unique_ptr<SmallFiles> SftpSmallFiles(SshTarget target) {
  return std::make_unique<OverSftp>(std::move(target));
}

}  // namespace hpdl::rt::celos
