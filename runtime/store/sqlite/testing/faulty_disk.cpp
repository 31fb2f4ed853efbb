#include "runtime/store/sqlite/testing/faulty_disk.h"

#include <sqlite3.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <new>
#include <optional>
#include <random>
#include <utility>
#include <vector>

namespace hpdl::rt::testing {
namespace {

constexpr std::size_t kSector = 512;

/// A change of a file that is in the page cache but not yet on the disk.
struct Change {
  enum class Type : std::uint8_t { kCreate, kRemove, kWrite, kTruncate };
  Type type = Type::kWrite;
  std::size_t offset = 0;  ///< kWrite: the place in the file; kTruncate: the new size
  std::string bytes;
};

/// The content of a file on the disk; no value: the file does not exist.
using Content = std::optional<std::string>;

void Write(const Change& change, std::size_t from, std::size_t to, Content* content) {
  if (!*content) {
    content->emplace();
  }
  const std::size_t end = change.offset + to;
  if ((*content)->size() < end) {
    (*content)->resize(end, '\0');
  }
  (*content)->replace(change.offset + from, to - from, change.bytes, from, to - from);
}

void Apply(const Change& change, Content* content) {
  switch (change.type) {
    case Change::Type::kCreate:
      content->emplace();
      break;
    case Change::Type::kRemove:
      content->reset();
      break;
    case Change::Type::kWrite:
      Write(change, 0, change.bytes.size(), content);
      break;
    case Change::Type::kTruncate:
      if (*content) {
        (*content)->resize(change.offset, '\0');
      }
      break;
  }
}

struct File {
  Content durable;
  std::vector<Change> changes;  ///< changes since `durable`, in order
};

Content ContentOf(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    return std::nullopt;
  }
  return std::string(std::istreambuf_iterator<char>(file), {});
}

void Put(const std::string& path, const Content& content) {
  if (!content) {
    std::filesystem::remove(path);
    return;
  }
  std::ofstream(path, std::ios::binary | std::ios::trunc) << *content;
}

Content Torn(const File& file) {
  Content content = file.durable;
  for (const Change& change : file.changes) {
    if (&change == &file.changes.back() && change.type == Change::Type::kWrite) {
      Write(change, 0, change.bytes.size() / 2, &content);
    } else {
      Apply(change, &content);
    }
  }
  return content;
}

Content Some(const File& file, std::mt19937_64& chance) {
  Content content = file.durable;
  for (const Change& change : file.changes) {
    const bool name = change.type == Change::Type::kCreate || change.type == Change::Type::kRemove;
    if (change.type == Change::Type::kWrite) {
      for (std::size_t at = 0; at < change.bytes.size();) {
        const std::size_t next = std::min(
            ((change.offset + at) / kSector + 1) * kSector - change.offset, change.bytes.size());
        if ((chance() & 1) != 0) {
          Write(change, at, next, &content);
        }
        at = next;
      }
    } else if ((chance() & 1) != 0) {
      Apply(change, &content);
    } else if (name) {
      break;  // after the removal, changes went to a file without a name
    }
  }
  return content;
}

}  // namespace

struct FaultyDisk::Parts {
  sqlite3_vfs vfs{};
  sqlite3_vfs* real = nullptr;
  std::string part;
  std::map<std::string, File> files;

  std::optional<Fault> fault;
  long fails_at = 0;
  bool lasting = false;
  long stops_at = 0;  ///< 0: the machine does not stop
  /// The number of calls since FailAt() or StopAt() that the planned fault or stop could have hit.
  long count = 0;
  bool stopped = false;
  bool failed = false;
  int last_errno = 0;

  bool Hits(Fault what) {
    if (fault != what) {
      return false;
    }
    ++count;
    const bool hit = count == fails_at || (lasting && count > fails_at);
    if (hit) {
      failed = true;
      last_errno = what == Fault::kNoSpace || what == Fault::kShortWrite ? ENOSPC : EIO;
    }
    return hit;
  }
  /// Returns true if the machine is stopped. Must be called before each disk call. `changes` is
  /// true if the call would change the disk.
  bool Stops(bool changes) {
    if (stops_at != 0 && changes && !stopped && ++count >= stops_at) {
      stopped = failed = true;
    }
    if (stopped) {
      last_errno = EIO;
    }
    return stopped;
  }
};

namespace {

/// A file that SQLite has open. The real file's object follows this object in memory.
struct OpenFile {
  sqlite3_file base;
  FaultyDisk* disk;
  std::string* path;  ///< null: the file is not watched

  sqlite3_file* real() { return reinterpret_cast<sqlite3_file*>(this + 1); }
};

}  // namespace

/// The functions that SQLite calls. They have the names of SQLite's interface.
struct FaultyCalls {
  using Fault = FaultyDisk::Fault;

  static OpenFile& Of(sqlite3_file* file) { return *reinterpret_cast<OpenFile*>(file); }
  static bool IsWatched(sqlite3_file* file) { return Of(file).path != nullptr; }
  static FaultyDisk::Parts& PartsOf(sqlite3_file* file) { return *Of(file).disk->parts_; }
  static File& Kept(sqlite3_file* file) { return PartsOf(file).files[*Of(file).path]; }

  static int Close(sqlite3_file* file) {
    OpenFile& open = Of(file);
    const int code = open.real()->pMethods->xClose(open.real());
    delete open.path;
    open.path = nullptr;
    return code;
  }
  static int Read(sqlite3_file* file, void* to, int size, sqlite3_int64 offset) {
    FaultyDisk::Parts& parts = PartsOf(file);
    if (!IsWatched(file)) {
      return Of(file).real()->pMethods->xRead(Of(file).real(), to, size, offset);
    }
    if (parts.Stops(false) || parts.Hits(Fault::kReadError)) {
      return SQLITE_IOERR_READ;
    }
    return Of(file).real()->pMethods->xRead(Of(file).real(), to, size, offset);
  }
  static int DoWrite(sqlite3_file* file, const void* from, int size, sqlite3_int64 offset) {
    Kept(file).changes.push_back(
        {Change::Type::kWrite, static_cast<std::size_t>(offset),
         std::string(static_cast<const char*>(from), static_cast<std::size_t>(size))});
    return Of(file).real()->pMethods->xWrite(Of(file).real(), from, size, offset);
  }
  static int Write(sqlite3_file* file, const void* from, int size, sqlite3_int64 offset) {
    FaultyDisk::Parts& parts = PartsOf(file);
    if (!IsWatched(file)) {
      return Of(file).real()->pMethods->xWrite(Of(file).real(), from, size, offset);
    }
    if (parts.Stops(true) || parts.Hits(Fault::kWriteError)) {
      return SQLITE_IOERR_WRITE;
    }
    if (parts.Hits(Fault::kShortWrite)) {
      (void)DoWrite(file, from, size / 2, offset);
      return SQLITE_FULL;
    }
    return parts.Hits(Fault::kNoSpace) ? SQLITE_FULL : DoWrite(file, from, size, offset);
  }
  static int Truncate(sqlite3_file* file, sqlite3_int64 size) {
    FaultyDisk::Parts& parts = PartsOf(file);
    if (!IsWatched(file)) {
      return Of(file).real()->pMethods->xTruncate(Of(file).real(), size);
    }
    if (parts.Stops(true) || parts.Hits(Fault::kWriteError)) {
      return SQLITE_IOERR_TRUNCATE;
    }
    Kept(file).changes.push_back({Change::Type::kTruncate, static_cast<std::size_t>(size), ""});
    return Of(file).real()->pMethods->xTruncate(Of(file).real(), size);
  }
  static int Sync(sqlite3_file* file, int) {
    FaultyDisk::Parts& parts = PartsOf(file);
    if (!IsWatched(file)) {
      return SQLITE_OK;
    }
    if (parts.Stops(true)) {
      return SQLITE_IOERR_FSYNC;
    }
    File& kept = Kept(file);
    if (parts.Hits(Fault::kFailedSync)) {
      kept.changes.clear();
      return SQLITE_IOERR_FSYNC;
    }
    for (const Change& change : kept.changes) {
      Apply(change, &kept.durable);
    }
    kept.changes.clear();
    return SQLITE_OK;
  }
  static int FileSize(sqlite3_file* file, sqlite3_int64* size) {
    return Of(file).real()->pMethods->xFileSize(Of(file).real(), size);
  }
  static int Lock(sqlite3_file* file, int level) {
    return Of(file).real()->pMethods->xLock(Of(file).real(), level);
  }
  static int Unlock(sqlite3_file* file, int level) {
    return Of(file).real()->pMethods->xUnlock(Of(file).real(), level);
  }
  static int CheckReservedLock(sqlite3_file* file, int* locked) {
    return Of(file).real()->pMethods->xCheckReservedLock(Of(file).real(), locked);
  }
  static int FileControl(sqlite3_file* file, int what, void* argument) {
    return Of(file).real()->pMethods->xFileControl(Of(file).real(), what, argument);
  }
  static int SectorSize(sqlite3_file* file) {
    return Of(file).real()->pMethods->xSectorSize(Of(file).real());
  }
  static int DeviceCharacteristics(sqlite3_file* file) {
    return Of(file).real()->pMethods->xDeviceCharacteristics(Of(file).real());
  }
  static int ShmMap(sqlite3_file* file, int page, int size, int extend, void volatile** memory) {
    FaultyDisk::Parts& parts = PartsOf(file);
    const bool watched = IsWatched(file);
    if ((watched && parts.Stops(false)) ||
        (watched && extend != 0 && parts.Hits(Fault::kNoSpace))) {
      return SQLITE_IOERR_SHMSIZE;
    }
    return Of(file).real()->pMethods->xShmMap(Of(file).real(), page, size, extend, memory);
  }
  static int ShmLock(sqlite3_file* file, int offset, int n, int flags) {
    return Of(file).real()->pMethods->xShmLock(Of(file).real(), offset, n, flags);
  }
  static void ShmBarrier(sqlite3_file* file) {
    Of(file).real()->pMethods->xShmBarrier(Of(file).real());
  }
  static int ShmUnmap(sqlite3_file* file, int remove) {
    return Of(file).real()->pMethods->xShmUnmap(Of(file).real(), remove);
  }

  static FaultyDisk::Parts& PartsOf(sqlite3_vfs* vfs) {
    return *static_cast<FaultyDisk*>(vfs->pAppData)->parts_;
  }
  static int Open(sqlite3_vfs* vfs, const char* name, sqlite3_file* file, int flags, int* got);
  static int OpenWatched(FaultyDisk::Parts& parts, const char* name, OpenFile& open, int flags,
                         int* got);
  static int Delete(sqlite3_vfs* vfs, const char* name, int sync_folder) {
    FaultyDisk::Parts& parts = PartsOf(vfs);
    const auto found = parts.files.find(name);
    if (found == parts.files.end()) {
      return parts.real->xDelete(parts.real, name, sync_folder);
    }
    if (parts.Stops(true)) {
      return SQLITE_IOERR_DELETE;
    }
    found->second.changes.push_back({Change::Type::kRemove, 0, ""});
    if (sync_folder != 0) {
      found->second.durable.reset();
      found->second.changes.clear();
    }
    return parts.real->xDelete(parts.real, name, 0);
  }
  static int GetLastError(sqlite3_vfs* vfs, int size, char* text) {
    FaultyDisk::Parts& parts = PartsOf(vfs);
    const int own = std::exchange(parts.last_errno, 0);
    return own != 0 ? own : parts.real->xGetLastError(parts.real, size, text);
  }
  static int Access(sqlite3_vfs* vfs, const char* name, int flags, int* result) {
    return PartsOf(vfs).real->xAccess(PartsOf(vfs).real, name, flags, result);
  }
  static int FullPathname(sqlite3_vfs* vfs, const char* name, int size, char* path) {
    return PartsOf(vfs).real->xFullPathname(PartsOf(vfs).real, name, size, path);
  }
  static int Randomness(sqlite3_vfs* vfs, int size, char* bytes) {
    return PartsOf(vfs).real->xRandomness(PartsOf(vfs).real, size, bytes);
  }
  static int Sleep(sqlite3_vfs* vfs, int microseconds) {
    return PartsOf(vfs).real->xSleep(PartsOf(vfs).real, microseconds);
  }
  static int CurrentTime(sqlite3_vfs* vfs, double* days) {
    return PartsOf(vfs).real->xCurrentTime(PartsOf(vfs).real, days);
  }
  static int CurrentTimeInt64(sqlite3_vfs* vfs, sqlite3_int64* milliseconds) {
    return PartsOf(vfs).real->xCurrentTimeInt64(PartsOf(vfs).real, milliseconds);
  }

  static constexpr sqlite3_io_methods kMethods = {.iVersion = 2,
                                                  .xClose = &Close,
                                                  .xRead = &Read,
                                                  .xWrite = &Write,
                                                  .xTruncate = &Truncate,
                                                  .xSync = &Sync,
                                                  .xFileSize = &FileSize,
                                                  .xLock = &Lock,
                                                  .xUnlock = &Unlock,
                                                  .xCheckReservedLock = &CheckReservedLock,
                                                  .xFileControl = &FileControl,
                                                  .xSectorSize = &SectorSize,
                                                  .xDeviceCharacteristics = &DeviceCharacteristics,
                                                  .xShmMap = &ShmMap,
                                                  .xShmLock = &ShmLock,
                                                  .xShmBarrier = &ShmBarrier,
                                                  .xShmUnmap = &ShmUnmap};
};

int FaultyCalls::OpenWatched(FaultyDisk::Parts& parts, const char* name, OpenFile& open, int flags,
                             int* got) {
  const bool is_there = std::filesystem::exists(name);
  const bool makes = (flags & SQLITE_OPEN_CREATE) != 0 && !is_there;
  if (parts.Stops(makes) || (makes && parts.Hits(FaultyDisk::Fault::kNoSpace))) {
    return SQLITE_CANTOPEN;
  }
  const int code = parts.real->xOpen(parts.real, name, open.real(), flags, got);
  if (code != SQLITE_OK) {
    return code;
  }
  const auto [kept, is_new] = parts.files.try_emplace(name);
  if (makes) {
    kept->second.changes.push_back({Change::Type::kCreate, 0, ""});
  } else if (is_new) {
    kept->second.durable = ContentOf(name);  // the file existed before the disk watched it
  }
  open.path = new std::string(name);
  open.base.pMethods = &kMethods;
  return SQLITE_OK;
}

int FaultyCalls::Open(sqlite3_vfs* vfs, const char* name, sqlite3_file* file, int flags, int* got) {
  FaultyDisk::Parts& parts = PartsOf(vfs);
  auto& open = *new (file) OpenFile{};
  open.disk = static_cast<FaultyDisk*>(vfs->pAppData);
  if (name != nullptr && std::string_view(name).find(parts.part) != std::string_view::npos) {
    return OpenWatched(parts, name, open, flags, got);
  }
  const int code = parts.real->xOpen(parts.real, name, open.real(), flags, got);
  if (code == SQLITE_OK) {
    open.base.pMethods = &kMethods;
  }
  return code;
}

FaultyDisk::FaultyDisk(std::string part_of_path) : parts_(std::make_unique<Parts>()) {
  parts_->part = std::move(part_of_path);
  parts_->real = sqlite3_vfs_find(nullptr);
  sqlite3_vfs& vfs = parts_->vfs;
  vfs.iVersion = 2;
  vfs.szOsFile = static_cast<int>(sizeof(OpenFile)) + parts_->real->szOsFile;
  vfs.mxPathname = parts_->real->mxPathname;
  vfs.zName = "faulty disk";
  vfs.pAppData = this;
  vfs.xOpen = &FaultyCalls::Open;
  vfs.xDelete = &FaultyCalls::Delete;
  vfs.xAccess = &FaultyCalls::Access;
  vfs.xFullPathname = &FaultyCalls::FullPathname;
  vfs.xRandomness = &FaultyCalls::Randomness;
  vfs.xSleep = &FaultyCalls::Sleep;
  vfs.xCurrentTime = &FaultyCalls::CurrentTime;
  vfs.xCurrentTimeInt64 = &FaultyCalls::CurrentTimeInt64;
  vfs.xGetLastError = &FaultyCalls::GetLastError;
  sqlite3_vfs_register(&vfs, 1);
}

FaultyDisk::~FaultyDisk() {
  sqlite3_vfs_unregister(&parts_->vfs);
  sqlite3_vfs_register(parts_->real, 1);
}

void FaultyDisk::FailAt(Fault fault, long n, bool lasting) {
  Mend();
  parts_->fault = fault;
  parts_->fails_at = n;
  parts_->lasting = lasting;
}

void FaultyDisk::StopAt(long n) {
  Mend();
  parts_->stops_at = n;
}

void FaultyDisk::Mend() {
  parts_->fault.reset();
  parts_->stops_at = parts_->count = 0;
  parts_->stopped = parts_->failed = false;
}

bool FaultyDisk::failed() const {
  return parts_->failed;
}

long FaultyDisk::calls() const {
  return parts_->count;
}

void FaultyDisk::LosePower(Survivors survivors, std::uint64_t seed) {
  std::mt19937_64 chance(seed);
  for (auto& [path, file] : parts_->files) {
    if (!std::filesystem::exists(std::filesystem::path(path).parent_path())) {
      continue;
    }
    Content content = file.durable;
    if (survivors == Survivors::kAllTorn) {
      content = Torn(file);
    } else if (survivors == Survivors::kSome) {
      content = Some(file, chance);
    }
    Put(path, content);
    std::filesystem::remove(path + "-shm");
    file.durable = std::move(content);
    file.changes.clear();
  }
}

void FaultyDisk::CopySynced(const std::string& from, const std::string& to) const {
  for (const auto& [path, file] : parts_->files) {
    if (!path.starts_with(from + "/")) {
      continue;
    }
    const std::filesystem::path copy = to + path.substr(from.size());
    std::filesystem::create_directories(copy.parent_path());
    Put(copy, file.durable);
    std::filesystem::remove(copy.string() + "-shm");
  }
}

void FaultyDisk::Forget(const std::string& folder) {
  std::erase_if(parts_->files,
                [&](const auto& file) { return file.first.starts_with(folder + "/"); });
}

}  // namespace hpdl::rt::testing
