#include "runtime/server/applications/embedded_definition.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "runtime/ground/base/new_file.h"
#include "runtime/ground/base/random.h"
#include "runtime/ground/base/worker_threads.h"

namespace hpdl::rt {
namespace {

constexpr mode_t kForReaders = 0644;

Error CannotBePut(const std::string& path, const std::string& why) {
  return {ErrorClass::kError, "E0307",
          "Runtime error [XML file [" + path +
              "] does not exist, and the submitted definition cannot be written to this path: " +
              why + "]"};
}

/// Writes the whole definition to a new temporary file of this machine, and syncs the file.
bool WriteNew(const NewFile& file, const std::string& definition) {
  return file.ok() && WriteAll(file.fd(), definition) && SyncFile(file.fd()) &&
         fchmod(file.fd(), kForReaders) == 0;
}

Result<void> PutHere(const std::string& path, const std::string& definition) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  std::error_code wrong;
  std::filesystem::create_directories(folder, wrong);
  if (wrong) {
    return CannotBePut(path, wrong.message());
  }
  const NewFile file(path);
  if (!WriteNew(file, definition) ||
      (link(file.path().c_str(), path.c_str()) != 0 && errno != EEXIST) || !SyncDirectory(folder)) {
    return CannotBePut(path, std::strerror(errno));
  }
  return {};
}

}  // namespace

std::string DefinitionPath(std::string application, std::string_view name) {
  while (application.size() > 1 && application.ends_with('/')) {
    application.pop_back();
  }
  return application.ends_with(".xml") ? application
                                       : std::move(application.append("/").append(name));
}

Task<Result<void>> PutDefinitionHere(std::string path, std::string definition) {
  auto put = [&](const StopFlag&) { return PutHere(path, definition); };
  co_return co_await OnWorker(std::move(put));
}

Task<Result<void>> PutDefinition(FileSystem& files, std::string path, std::string scratch,
                                 std::string definition) {
  const NewFile file(scratch);
  auto write = [&](const StopFlag&) { return WriteNew(file, definition); };
  const bool is_written = co_await OnWorker(std::move(write));
  if (!is_written) {
    co_return CannotBePut(files.name() + path, std::strerror(errno));
  }
  const Result<std::string> name = RandomHex();
  HPDL_CO_TRY(name);
  // The upload goes to a temporary name. So a server that dies during the upload leaves no
  // incomplete definition.
  std::string part = path.substr(0, path.rfind('/') + 1) + std::string(kUnfinishedPrefix) + *name;
  Result<void> done = co_await files.Upload(file.path(), part);
  if (done) {
    done = co_await files.Rename(part, path);
    if (!done) {
      (void)co_await files.Delete(part);
    }
  }
  if (!done && done.error().code != kExists) {
    co_return done.error().error_class == ErrorClass::kTransient
        ? done.error()
        : CannotBePut(files.name() + path, done.error().message);
  }
  co_return Result<void>();
}

}  // namespace hpdl::rt
