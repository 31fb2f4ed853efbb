#include "runtime/server/jobs/job_archive.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdio>
#include <filesystem>
#include <set>
#include <utility>
#include <vector>

#include "runtime/ground/base/descriptor.h"
#include "runtime/ground/base/local_files.h"
#include "runtime/ground/base/new_file.h"
#include "runtime/ground/base/remove_tree.h"
#include "runtime/server/jobs/serving_lock.h"
#include "runtime/store/catalogue.h"
#include "runtime/store/crash_point.h"
#include "runtime/store/own_files.h"

namespace hpdl::rt {
namespace {

namespace fs = std::filesystem;

constexpr mode_t kOwnersAlone = 0700;
constexpr mode_t kModes = 0777;

bool IsThere(const std::string& path) {
  struct stat info{};
  return lstat(path.c_str(), &info) == 0;
}

Result<void> MakeOwn(const std::string& path) {
  if (mkdir(path.c_str(), kOwnersAlone) != 0 && errno != EEXIST) {
    return FileError(path, errno);
  }
  return RefuseForeignJob(path);
}

Result<void> Delete(const std::string& path) {
  const int error = RemoveTree(AT_FDCWD, path.c_str());
  return error == 0 ? Result<void>() : FileError(path, error);
}

std::vector<std::string> NamesBelow(const std::string& path) {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator at(path, error), end; !error && at != end; at.increment(error)) {
    names.push_back(at->path().filename());
  }
  return names;
}

Result<void> CopyFile(const std::string& from, const std::string& to, const struct stat& info) {
  constexpr std::size_t kPart = 1 << 20;
  const Descriptor in(open(from.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  if (in.get() < 0) {
    return FileError(from, errno);
  }
  const Descriptor out(open(to.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  std::string part(kPart, '\0');
  ssize_t size = 0;
  while (out.get() >= 0 && (size = read(in.get(), part.data(), part.size())) > 0) {
    if (!WriteAll(out.get(), {part.data(), static_cast<std::size_t>(size)})) {
      return FileError(to, errno);
    }
  }
  const timespec times[] = {info.st_atim, info.st_mtim};
  const bool good = out.get() >= 0 && size == 0 && fchmod(out.get(), info.st_mode & kModes) == 0 &&
                    futimens(out.get(), times) == 0 && SyncFile(out.get());
  return good ? Result<void>() : FileError(to, errno);
}

Result<void> CopyLink(const std::string& from, const std::string& to) {
  char target[PATH_MAX];
  const ssize_t size = readlink(from.c_str(), target, sizeof target - 1);
  if (size < 0) {
    return FileError(from, errno);
  }
  target[size] = '\0';
  return symlink(target, to.c_str()) == 0 ? Result<void>() : FileError(to, errno);
}

/// Copies a file, a link or a folder with its contents, and syncs the copy. Links are not followed.
/// Other kinds of entries, for instance a FIFO, are left out.
Result<void> CopyDurably(const std::string& from, const std::string& to) {
  struct stat info{};
  if (lstat(from.c_str(), &info) != 0) {
    return FileError(from, errno);
  }
  if (S_ISREG(info.st_mode)) {
    return CopyFile(from, to, info);
  }
  if (S_ISLNK(info.st_mode)) {
    return CopyLink(from, to);
  }
  if (!S_ISDIR(info.st_mode)) {
    return {};
  }
  if (mkdir(to.c_str(), kOwnersAlone) != 0) {
    return FileError(to, errno);
  }
  std::error_code error;
  for (fs::directory_iterator at(from, error), end; !error && at != end; at.increment(error)) {
    const std::string name = at->path().filename();
    HPDL_TRY(CopyDurably(from + "/" + name, to + "/" + name));
  }
  if (error) {
    return FileError(from, error.value());
  }
  const bool good = SyncDirectory(to) && chmod(to.c_str(), info.st_mode & kModes) == 0;
  return good ? Result<void>() : FileError(to, errno);
}

/// Renames an entry, and syncs both folders.
Result<void> Rename(const std::string& from, const std::string& to) {
  if (rename(from.c_str(), to.c_str()) != 0) {
    return FileError(to, errno);
  }
  SyncDirectory(to.substr(0, to.rfind('/')));
  SyncDirectory(from.substr(0, from.rfind('/')));
  CrashPoint::AfterServerStep();
  return {};
}

/// Deletes a folder. First moves the folder into the trash. So if a crash interrupts the deletion,
/// the remaining files do not look like a job, and are deleted with the trash.
Result<void> Drop(StateDirectory& state, const std::string& path) {
  const std::string trash = state.name() + "/trash";
  const std::string here = trash + path.substr(path.rfind('/'));
  HPDL_TRY(MakeOwn(trash));
  HPDL_TRY(Delete(here));
  HPDL_TRY(Rename(path, here));
  return Delete(here);
}

std::string AsidePath(StateDirectory& state, const std::string& id = "") {
  return state.name() + "/archived" + (id.empty() ? "" : "/") + id;
}

}  // namespace

Result<std::unique_ptr<JobArchive>> JobArchive::Open(const std::string& path,
                                                     const std::string& state_path) {
  const std::string above = path.substr(0, path.rfind('/'));
  if (const int failed = above.empty() ? 0 : MakeDirectories(above); failed != 0) {
    return FileError(above, failed);
  }
  HPDL_TRY(MakeOwn(path));
  const Result<std::unique_ptr<StateDirectory>> archive = StateDirectory::Open(path, true);
  HPDL_TRY(archive);
  std::error_code error;
  if (fs::equivalent(path, state_path, error)) {
    return Error{ErrorClass::kError, "",
                 path + " is the state directory, so it cannot be the archive of purged jobs"};
  }
  HPDL_TRY(MakeOwn(path + "/jobs"));
  HPDL_TRY(MakeOwn(path + "/incoming"));
  Result<LockedFile> serving = TakeServing(path);
  HPDL_TRY(serving);
  return std::unique_ptr<JobArchive>(new JobArchive(path, std::move(*serving)));
}

/// Marks a job for the archive's catalogue, which reads the marked jobs at its next query.
void JobArchive::Tell(const std::string& id) const {
  if (const auto archive = StateDirectory::Open(path_, false)) {
    (*archive)->catalogue().Touch(id);
  }
}

Result<void> JobArchive::Move(StateDirectory& state, const std::string& id) const {
  const std::string from = state.name() + "/jobs/" + id;
  HPDL_TRY(RefuseForeignJob(from));
  if (IsThere(JobPath(id))) {
    return Error{ErrorClass::kError, "", JobPath(id) + " already exists"};
  }
  // Marks the job before the move and again after it. If the process dies right after the move, the
  // first mark ensures that the job is listed. A mark without a job is harmless.
  Tell(id);
  if (rename(from.c_str(), JobPath(id).c_str()) == 0) {
    SyncDirectory(path_ + "/jobs");
    SyncDirectory(state.name() + "/jobs");
    CrashPoint::AfterServerStep();
  } else if (errno == EXDEV) {
    HPDL_TRY(MoveFar(state, id));
  } else {
    return FileError(JobPath(id), errno);
  }
  Tell(id);
  return state.catalogue().Forget(id);
}

Result<void> JobArchive::MoveFar(StateDirectory& state, const std::string& id) const {
  const std::string part = path_ + "/incoming/" + id;
  HPDL_TRY(MakeOwn(AsidePath(state)));
  HPDL_TRY(Delete(part));
  const Result<void> copied = CopyDurably(state.name() + "/jobs/" + id, part);
  if (!copied) {
    (void)Delete(part);
    return copied;
  }
  SyncDirectory(path_ + "/incoming");
  CrashPoint::AfterServerStep();
  HPDL_TRY(Rename(state.name() + "/jobs/" + id, AsidePath(state, id)));
  HPDL_TRY(Arrive(id));
  return Drop(state, AsidePath(state, id));
}

Result<void> JobArchive::Arrive(const std::string& id) const {
  return Rename(path_ + "/incoming/" + id, JobPath(id));
}

/// Completes the interrupted move of a job. A complete copy of the job is in the archive or in the
/// archive's folder `incoming`. If there is no copy, the job was on its way to another archive and
/// returns to the state directory.
Result<void> JobArchive::FinishOne(StateDirectory& state, const std::string& id) const {
  if (IsThere(path_ + "/incoming/" + id)) {
    HPDL_TRY(Arrive(id));
  } else if (!IsThere(JobPath(id))) {  // the interrupted move was to another archive
    return Rename(AsidePath(state, id), state.name() + "/jobs/" + id);
  }
  Tell(id);
  HPDL_TRY(state.catalogue().Forget(id));
  return Drop(state, AsidePath(state, id));
}

Result<void> JobArchive::Finish(StateDirectory& state) const {
  for (const std::string& id : NamesBelow(AsidePath(state))) {
    HPDL_TRY(FinishOne(state, id));
  }
  for (const std::string& id : NamesBelow(path_ + "/incoming")) {
    HPDL_TRY(Delete(path_ + "/incoming/" + id));
  }
  return {};
}

}  // namespace hpdl::rt
