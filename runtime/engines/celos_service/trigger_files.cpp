#include "runtime/engines/celos_service/trigger_files.h"

#include <sys/stat.h>

#include <optional>
#include <utility>

#include "runtime/engines/celos_service/on_loop.h"
#include "runtime/rules/celos/java_exception.h"

namespace hpdl::rt::celos {
namespace {

constexpr std::string_view kLocalRoot = "file:///";

// True if a path belongs to the file system of `root`.
bool IsOn(const HadoopPath& path, const HadoopPath& root) {
  return path.scheme.empty() ? path.authority.empty() || path.authority == root.authority
                             : path.scheme == root.scheme &&
                                   (path.authority.empty() || path.authority == root.authority);
}

bool ExistsHere(const std::string& path) {
  struct stat info{};
  return stat(path.c_str(), &info) == 0;
}

}  // namespace

Result<std::string> TriggerFiles::RootOf(const std::string& file_system) {
  if (file_system.find(':') != std::string::npos) {
    return file_system;
  }
  std::optional<Result<std::string>> configured = OnLoop(loop_, Configured());
  return configured ? std::move(*configured)
                    : JavaException(kIoException, "the server is shutting down");
}

Task<Result<std::string>> TriggerFiles::Configured() {
  Result<std::string> configured = remote_.Default();
  if (!configured) {
    co_return JavaException(kIoException, configured.error().message);
  }
  co_return configured->empty() ? std::string(kLocalRoot) : std::move(*configured);
}

Result<bool> TriggerFiles::Exists(const HadoopPath& path, const std::string& file_system) {
  const Result<std::string> root = RootOf(file_system);
  HPDL_TRY(root);
  const Result<HadoopPath> read = HadoopPath::Parse(*root);
  HPDL_TRY(read);
  if (!IsOn(path, *read)) {
    return JavaException(kIllegalArgument, "Wrong FS: " + path.Text() + ", expected: " + *root);
  }
  if (read->scheme == "file") {
    return ExistsHere(path.path);
  }
  if (!IsHadoopScheme(read->scheme)) {
    return JavaException(kIoException, "No FileSystem for scheme: " + read->scheme);
  }
  std::optional<Result<bool>> there = OnLoop(loop_, ExistsIn(*root, path.path));
  return there ? std::move(*there) : JavaException(kIoException, "the server is shutting down");
}

Task<Result<bool>> TriggerFiles::ExistsIn(std::string root, std::string path) {
  const Result<FileSystem*> files = remote_.Open(root, user_);
  if (!files) {
    co_return JavaException(kIoException, files.error().message);
  }
  std::string whole = path.starts_with('/') ? path : (*files)->Home() + "/" + path;
  const Result<FileStatus> status = co_await (*files)->Status(std::move(whole));
  if (!status) {
    co_return JavaException(kIoException, status.error().message);
  }
  co_return status->type != FileType::kAbsent;
}

}  // namespace hpdl::rt::celos
