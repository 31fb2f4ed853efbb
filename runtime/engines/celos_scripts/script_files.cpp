#include "runtime/engines/celos_scripts/script_files.h"

#include <dirent.h>
#include <fcntl.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <string_view>
#include <utility>

#include "runtime/ground/base/descriptor.h"
#include "runtime/ground/base/utf8.h"

namespace hpdl::rt::celos {
namespace {

/// Returns an error with Java's message for a file that cannot be read.
Error Unreadable(const std::string& path, int error) {
  return {ErrorClass::kError, "", path + " (" + std::strerror(error) + ")"};
}

bool SameTime(const timespec& a, const timespec& b) {
  return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

bool IsSame(const struct stat& a, const struct stat& b) {
  return a.st_dev == b.st_dev && a.st_ino == b.st_ino && a.st_size == b.st_size &&
         SameTime(a.st_mtim, b.st_mtim) && SameTime(a.st_ctim, b.st_ctim);
}

/// True if the last change is more than two seconds ago. The clocks of file systems move in steps
/// and differ, so two changes within two seconds may have the same time.
bool IsSettled(const struct stat& identity) {
  return identity.st_ctim.tv_sec + 2 < time(nullptr);
}

Result<std::string> Read(const std::string& path) {
  // O_NONBLOCK: if the path is a pipe or a device, open() must not wait.
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat info{};
  if (file.get() < 0 || fstat(file.get(), &info) != 0) {
    return Unreadable(path, errno);
  }
  if (!S_ISREG(info.st_mode)) {
    return Unreadable(path, S_ISDIR(info.st_mode) ? EISDIR : EINVAL);
  }
  std::string text(kMostScriptBytes + 1, '\0');
  std::size_t size = 0;
  for (ssize_t count = 1; count > 0 && size < text.size();) {
    count = read(file.get(), text.data() + size, text.size() - size);
    if (count < 0 && errno != EINTR) {
      return Unreadable(path, errno);
    }
    size += static_cast<std::size_t>(std::max<ssize_t>(count, 0));
  }
  if (size > kMostScriptBytes) {
    return Error{ErrorClass::kError, "",
                 path + " is longer than " + std::to_string(kMostScriptBytes) + " bytes"};
  }
  text.resize(size);
  return ValidUtf8(text);
}

bool IsSame(const Result<std::string>& a, const Result<std::string>& b) {
  return a.ok() == b.ok() && (a ? *a == *b : a.error().message == b.error().message);
}

}  // namespace

Result<std::vector<std::string>> ScriptNames(const std::string& folder) {
  const std::unique_ptr<DIR, int (*)(DIR*)> directory(opendir(folder.c_str()), &closedir);
  if (directory == nullptr) {
    return Unreadable(folder, errno);
  }
  std::vector<std::string> names;
  while (const dirent* entry = readdir(directory.get())) {
    const std::string_view name = entry->d_name;
    if (name.ends_with(".js") && entry->d_type != DT_DIR) {
      names.emplace_back(name);
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

const ScriptFiles::File& ScriptFiles::Look(const std::string& path) {
  Known& known = known_[path];
  if (known.pass == pass_) {
    return known.file;
  }
  known.pass = pass_;
  struct stat identity{};
  const bool there = stat(path.c_str(), &identity) == 0;
  if (there && known.there && known.settled && IsSame(identity, known.identity)) {
    return known.file;
  }
  known.there = there;
  known.identity = identity;
  known.settled = there && IsSettled(identity);
  Result<std::string> text = Read(path);
  if (known.file.version == 0 || !IsSame(text, known.file.text)) {
    known.file = {std::move(text), ++versions_};
  }
  return known.file;
}

}  // namespace hpdl::rt::celos
