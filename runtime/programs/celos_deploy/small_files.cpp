#include "runtime/programs/celos_deploy/small_files.h"

#include <utility>

namespace hpdl::rt::celos {

Result<void> SmallFiles::MakeFolders(const std::string& path) {
  const Result<Type> type = TypeOf(path);
  HPDL_TRY(type);
  if (*type == Type::kFolder) {
    return {};
  }
  if (*type != Type::kAbsent) {
    return Error{ErrorClass::kError, "", path + ": not a folder"};
  }
  if (const std::size_t slash = path.rfind('/'); slash != 0 && slash != std::string::npos) {
    HPDL_TRY(MakeFolders(path.substr(0, slash)));
  }
  return MakeFolder(path);
}

SmallFiles* Machines::Of(const FileUri& uri) {
  SshTarget target{uri.user.empty() ? user_ : uri.user, uri.host, uri.port};
  std::unique_ptr<SmallFiles>& files = files_[uri.local() ? "" : target.Text()];
  if (files == nullptr) {
    files = uri.local() ? LocalSmallFiles() : SftpSmallFiles(std::move(target));
  }
  return files.get();
}

}  // namespace hpdl::rt::celos
