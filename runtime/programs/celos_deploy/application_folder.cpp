#include "runtime/programs/celos_deploy/application_folder.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include "runtime/ground/base/descriptor.h"
#include "runtime/ground/base/new_file.h"
#include "runtime/ground/base/random.h"
#include "runtime/world/files/await.h"

namespace hpdl::rt::celos {
namespace {

// The WORDs in the names of the folders beside the live folder. After an exchange, kNew is in the
// name of the old folder.
constexpr const char* kNew = "new";    // the new folder
constexpr const char* kOld = "old";    // the old folder, put aside
constexpr const char* kGone = "gone";  // a folder whose deletion has begun

std::string Below(const std::string& folder, const std::string& name) {
  return (folder == "/" ? "" : folder) + "/" + name;
}

Error Failed(const std::string& path) {
  return {ErrorClass::kError, "", path + ": " + std::strerror(errno)};
}

/// Exchanges two paths in one step. Returns false if the file system cannot do that.
Result<bool> Exchange(const std::string& one, const std::string& other) {
  if (renameat2(AT_FDCWD, one.c_str(), AT_FDCWD, other.c_str(), RENAME_EXCHANGE) == 0) {
    return true;
  }
  return errno == EINVAL || errno == ENOSYS || errno == EOPNOTSUPP ? Result<bool>(false)
                                                                   : Failed(other);
}

/// Copies a regular file. The copy becomes durable when its folder is synced later.
Result<void> CopyHere(const std::string& from, const std::string& to) {
  const Descriptor source(open(from.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  if (source.get() < 0) {
    return Failed(from);
  }
  const Descriptor target(open(to.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (target.get() < 0) {
    return Failed(to);
  }
  std::array<char, 65536> part{};
  ssize_t count = 0;
  while ((count = read(source.get(), part.data(), part.size())) > 0) {
    if (!WriteAll(target.get(), {part.data(), static_cast<std::size_t>(count)})) {
      return Failed(to);
    }
  }
  return count == 0 ? Result<void>() : Failed(from);
}

}  // namespace

ApplicationFolder::ApplicationFolder(boost::asio::io_context& loop, FileSystem& files,
                                     std::string root, const std::string& name)
    : loop_(loop),
      files_(files),
      root_(std::move(root)),
      live_(Below(root_, name)),
      prefix_("." + name + ".hpdl-") {}

/// Waits for the end of `task`. If it fails, puts the name of the file system and `path` before the
/// error's message.
template <class T>
Result<T> ApplicationFolder::Done(const std::string& path, Task<Result<T>> task) {
  Result<T> done = Await(loop_, std::move(task));
  if (!done) {
    Error error = done.error();
    error.message = files_.name() + path + ": " + error.message;
    return error;
  }
  return done;
}

Result<bool> ApplicationFolder::Exists(const std::string& path) {
  const Result<FileStatus> status = Done(path, files_.Status(path));
  HPDL_TRY(status);
  return status->type != FileType::kAbsent;
}

Result<void> ApplicationFolder::Rename(const std::string& from, const std::string& to) {
  HPDL_TRY(Done(to, files_.Rename(from, to)));
  return Done(root_, files_.Sync(root_, SyncDepth::kItself));
}

std::string ApplicationFolder::NameBeside(const char* word) const {
  return Below(root_, prefix_ + word + "-" + random_);
}

Result<std::vector<std::string>> ApplicationFolder::Beside() {
  std::vector<std::string> found;
  const Result<bool> there = Exists(root_);
  HPDL_TRY(there);
  if (!*there) {
    return found;
  }
  if (local()) {
    const Result<std::vector<DirectoryEntry>> entries = Done(root_, files_.Entries(root_));
    HPDL_TRY(entries);
    for (const DirectoryEntry& entry : *entries) {
      if (entry.name.starts_with(prefix_)) {
        found.push_back(Below(root_, entry.name));
      }
    }
    return found;
  }
  // EntriesAfter() returns names in the order of their bytes, so all names that begin with
  // `prefix_` come directly after `prefix_`.
  std::string after = prefix_;
  for (bool more = true; more;) {
    const Result<DirectoryPart> part = Done(root_, files_.EntriesAfter(root_, after));
    HPDL_TRY(part);
    more = part->more && !part->entries.empty();
    for (const DirectoryEntry& entry : part->entries) {
      if (!entry.name.starts_with(prefix_)) {
        return found;
      }
      found.push_back(Below(root_, entry.name));
      after = entry.name;
    }
  }
  return found;
}

Result<void> ApplicationFolder::Prepare() {
  const Result<std::string> random = RandomHex();
  HPDL_TRY(random);
  random_ = random->substr(0, 16);
  const Result<bool> there = Exists(live_);
  HPDL_TRY(there);
  had_old_ = *there;
  const Result<std::vector<std::string>> beside = Beside();
  HPDL_TRY(beside);
  for (const std::string& path : *beside) {
    // If only the old folder is there, a deployment was killed between its two renames: it had put
    // the old folder aside and not yet put the new folder in its place.
    if (!had_old_ && path.starts_with(Below(root_, prefix_ + kOld))) {
      HPDL_TRY(Rename(path, live_));
      had_old_ = true;
      continue;
    }
    const Result<void> deleted = Done(path, files_.Delete(path));
    // If this user may not delete another user's folder, the folder stays. A folder that stays does
    // no harm.
    if (!deleted && deleted.error().error_class != ErrorClass::kError) {
      return deleted;
    }
  }
  return {};
}

Result<void> ApplicationFolder::Upload(const std::string& from, const std::string& to) {
  return local() ? CopyHere(from, to) : Done(to, files_.Upload(from, to));
}

Result<void> ApplicationFolder::Fill(const DeployFolder& from) {
  const std::string path = NameBeside(kNew);
  HPDL_TRY(Done(path, files_.MakeDirectories(path)));
  for (const DeployFolder::Entry& entry : from.entries) {
    const std::string to = path + "/" + entry.path;
    if (entry.folder) {
      HPDL_TRY(Done(to, files_.MakeDirectories(to)));
    } else {
      HPDL_TRY(Upload(from.hdfs + "/" + entry.path, to));
    }
  }
  return Done(path, files_.Sync(path, SyncDepth::kAll));
}

Result<void> ApplicationFolder::Swap() {
  if (!had_old_) {
    return Rename(NameBeside(kNew), live_);
  }
  if (local()) {
    const Result<bool> exchanged = Exchange(NameBeside(kNew), live_);
    HPDL_TRY(exchanged);
    exchanged_ = *exchanged;
    if (exchanged_) {
      return Done(root_, files_.Sync(root_, SyncDepth::kItself));
    }
  }
  HPDL_TRY(Rename(live_, NameBeside(kOld)));
  return Rename(NameBeside(kNew), live_);
}

Result<void> ApplicationFolder::SwapBack() {
  if (exchanged_) {
    const Result<bool> exchanged = Exchange(NameBeside(kNew), live_);
    HPDL_TRY(exchanged);
    return Done(root_, files_.Sync(root_, SyncDepth::kItself));
  }
  // The answer to a request of Swap() may have been lost. So SwapBack() first checks which renames
  // of Swap() have happened.
  const Result<bool> filled = Exists(NameBeside(kNew));
  HPDL_TRY(filled);
  if (!*filled) {
    HPDL_TRY(Rename(live_, NameBeside(kNew)));
  }
  if (!had_old_) {
    return {};
  }
  const Result<bool> aside = Exists(NameBeside(kOld));
  HPDL_TRY(aside);
  return *aside ? Rename(NameBeside(kOld), live_) : Result<void>();
}

Result<void> ApplicationFolder::Clean() {
  for (const char* word : {kNew, kOld, kGone}) {
    const std::string path = NameBeside(word);
    HPDL_TRY(Done(path, files_.Delete(path)));
  }
  return {};
}

Result<void> ApplicationFolder::Delete() {
  if (!had_old_) {
    return {};
  }
  // The local file system deletes a folder file by file. So the folder is renamed first; otherwise
  // the live path would have only some of its files for a while.
  const std::string path = local() ? NameBeside(kGone) : live_;
  if (local()) {
    HPDL_TRY(Rename(live_, path));
  }
  return Done(path, files_.Delete(path));
}

}  // namespace hpdl::rt::celos
