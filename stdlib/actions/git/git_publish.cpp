#include "stdlib/actions/git/git_publish.h"

#include <dirent.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <utility>
#include <vector>

#include "runtime/ground/base/worker_threads.h"
#include "runtime/world/files/file_operations.h"
#include "runtime/world/files/file_system.h"

namespace hpdl::stdlib {

namespace {

using rt::FileSystem;
using rt::FileType;

constexpr std::size_t kMostFolders = 1'000'000;

bool IsLocal(const rt::FileLocation& at) {
  return at.files == &rt::LocalFiles();
}

std::string UriOf(const rt::FileLocation& at) {
  return at.files->name() + at.path;
}

rt::Error Failure(const rt::FileLocation& at, const rt::Error& error) {
  const bool unnamed =
      error.code.empty() || error.code == rt::kNotFound || error.code == rt::kExists;
  return {error.error_class, unnamed ? "JA018" : error.code,
          "destination-uri " + UriOf(at) + ": " +
              (error.code == rt::kNotFound ? "no such file" : error.message)};
}

rt::Result<void> Failed(int error, const std::string& what) {
  return error == 0 ? rt::Result<void>()
                    : rt::Result<void>(rt::ActionError(what + ": " + std::strerror(error)));
}

/// The files and directories of a tree. A directory comes before the directories below it.
struct Tree {
  std::vector<std::string> folders;  ///< paths like "/a/b", without the root of the tree
  std::vector<std::string> files;
  int error = 0;
};

Tree Walk(const std::string& root, const rt::StopFlag& stop) {
  Tree tree;
  std::vector<std::string> waiting = {""};
  while (!waiting.empty() && tree.error == 0) {
    const std::string below = std::move(waiting.back());
    waiting.pop_back();
    DIR* stream = opendir((root + below).c_str());
    if (stream == nullptr) {
      tree.error = errno;
      break;
    }
    while (const dirent* entry = readdir(stream)) {
      const std::string_view name = entry->d_name;
      if (name == "." || name == "..") {
        continue;
      }
      std::string path = below + "/" + std::string(name);
      struct stat info{};
      if (lstat((root + path).c_str(), &info) != 0) {
        tree.error = errno;
      } else if (S_ISDIR(info.st_mode)) {
        waiting.push_back(path);
        tree.folders.push_back(std::move(path));
      } else if (S_ISREG(info.st_mode)) {
        tree.files.push_back(std::move(path));
      }
    }
    closedir(stream);
    if (stop || tree.folders.size() > kMostFolders) {
      tree.error = stop ? ECANCELED : E2BIG;
    }
  }
  return tree;
}

/// Returns 0 for an empty directory, ENOTEMPTY for a directory that is not empty, or the errno if
/// the directory cannot be read.
int LocalEmptiness(const std::string& path) {
  DIR* stream = opendir(path.c_str());
  if (stream == nullptr) {
    return errno;
  }
  int error = 0;
  while (const dirent* entry = readdir(stream)) {
    if (std::strcmp(entry->d_name, ".") != 0 && std::strcmp(entry->d_name, "..") != 0) {
      error = ENOTEMPTY;
    }
  }
  closedir(stream);
  return error;
}

rt::Task<rt::Result<bool>> IsEmpty(rt::FileLocation at) {
  if (IsLocal(at)) {
    const int error = LocalEmptiness(at.path);
    if (error != 0 && error != ENOTEMPTY) {
      co_return rt::ActionError(std::strerror(error));
    }
    co_return error == 0;
  }
  const rt::Result<rt::DirectoryPart> part = co_await at.files->EntriesAfter(at.path, "");
  HPDL_CO_TRY(part);
  co_return part->entries.empty();
}

rt::Task<rt::Result<void>> CopyHere(std::string tree, std::string to) {
  auto copy = [&tree, &to](const rt::StopFlag& stop) {
    const int copied = rt::CopyTree(tree, to, &stop);
    return copied != 0 ? copied : rt::SyncTree(to, rt::SyncDepth::kAll, &stop);
  };
  const int error = co_await rt::OnWorker(std::move(copy));
  co_return Failed(error, "cannot write " + to);
}

rt::Task<rt::Result<void>> CopyThere(std::string tree, FileSystem& files, std::string to) {
  auto walk = [&tree](const rt::StopFlag& stop) { return Walk(tree, stop); };
  const Tree found = co_await rt::OnWorker(std::move(walk));
  if (found.error != 0) {
    co_return Failed(found.error, "cannot read " + tree);
  }
  for (const std::string& folder : found.folders) {
    std::string place = to + folder;
    HPDL_CO_TRY(co_await files.MakeDirectories(std::move(place)));
  }
  for (const std::string& file : found.files) {
    std::string here = tree + file;
    std::string place = to + file;
    HPDL_CO_TRY(co_await files.Upload(std::move(here), std::move(place)));
  }
  co_return rt::Result<void>();
}

/// Moves the new tree from `fresh` to `at`. The tree that it replaces is moved to `old` and
/// deleted.
rt::Task<rt::Result<void>> Exchange(rt::FileLocation at, std::string fresh, std::string old) {
  const rt::Result<rt::FileStatus> status = co_await at.files->Status(at.path);
  HPDL_CO_TRY(status);
  const bool replaces = status->type != FileType::kAbsent;
  if (replaces) {
    rt::Result<void> away = co_await at.files->Delete(old);
    if (away) {
      away = co_await at.files->Rename(at.path, old);
    }
    HPDL_CO_TRY(away);
  }
  const rt::Result<void> placed = co_await at.files->Rename(fresh, at.path);
  if (!placed) {
    if (replaces) {
      (void)co_await at.files->Rename(old, at.path);
    }
    co_return placed.error();
  }
  co_return co_await at.files->Delete(old);
}

}  // namespace

rt::Task<rt::Result<void>> CheckDestination(rt::FileLocation at) {
  if (at.path == "/") {
    co_return rt::ActionError("destination-uri " + UriOf(at) + " is the root directory");
  }
  const rt::Result<rt::FileStatus> status = co_await at.files->Status(at.path);
  if (!status) {
    co_return Failure(at, status.error());
  }
  if (status->type == FileType::kAbsent) {
    co_return rt::Result<void>();
  }
  bool replaceable = false;
  if (status->type == FileType::kDirectory) {
    std::string mark = at.path + "/.git";
    const rt::Result<rt::FileStatus> marked = co_await at.files->Status(std::move(mark));
    if (!marked) {
      co_return Failure(at, marked.error());
    }
    replaceable = marked->type == FileType::kDirectory;
    if (!replaceable) {
      const rt::Result<bool> empty = co_await IsEmpty(at);
      if (!empty) {
        co_return Failure(at, empty.error());
      }
      replaceable = *empty;
    }
  }
  if (!replaceable) {
    co_return rt::ActionError("destination-uri " + UriOf(at) +
                              " exists and is neither an earlier clone nor empty; <prepare> can "
                              "delete it");
  }
  co_return rt::Result<void>();
}

rt::Task<rt::Result<void>> PublishTree(std::string tree, rt::FileLocation at, std::string tag) {
  const std::size_t slash = at.path.rfind('/');
  const std::string beside =
      at.path.substr(0, slash + 1) + "." + at.path.substr(slash + 1) + "." + tag;
  const std::string fresh = beside + ".new";
  const std::string old = beside + ".old";
  rt::Result<void> done = co_await at.files->Delete(fresh);
  if (done) {
    std::string first = IsLocal(at) ? at.path.substr(0, slash + 1) : fresh;
    done = co_await at.files->MakeDirectories(std::move(first));
  }
  if (done && IsLocal(at)) {
    done = co_await CopyHere(tree, fresh);
  } else if (done) {
    done = co_await CopyThere(tree, *at.files, fresh);
  }
  if (done) {
    done = co_await Exchange(at, fresh, old);
  }
  if (done) {
    std::string parent = at.path.substr(0, slash + 1);
    done = co_await at.files->Sync(std::move(parent), rt::SyncDepth::kItself);
  }
  if (!done) {
    if (done.error().error_class == rt::ErrorClass::kError) {
      (void)co_await at.files->Delete(fresh);
    }
    co_return Failure(at, done.error());
  }
  co_return rt::Result<void>();
}

}  // namespace hpdl::stdlib
