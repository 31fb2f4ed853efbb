#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_SLOT_DAYS_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_SLOT_DAYS_H_

#include <sys/stat.h>

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "runtime/ground/base/descriptor.h"
#include "runtime/rules/celos/slot_state.h"
#include "runtime/server/protocols/celos/directory_files.h"

namespace hpdl::rt::celos {

/// The states of a workflow's slots on one day, the earliest first.
using SlotsOfDay = std::shared_ptr<const std::vector<SlotState>>;

/// Caches the folders of days in a Celos directory (`state/ID/2013-12-02`). After a folder was
/// read, only files whose changes the kernel reports are read again. A folder is not cached if the
/// kernel cannot report its changes. It is also not cached if it has a damaged file, or a file
/// whose name this server would write in another form. Any thread may use it.
class SlotDays {
 public:
  /// `files` outlives this object.
  explicit SlotDays(const DirectoryFiles& files);

  /// Returns the cached slots of a day. Changed files are read again first. nullopt: the caller
  /// must read the files.
  std::optional<SlotsOfDay> Known(const std::string& workflow, const std::string& day);
  /// Like Known(), but reads the whole folder if it is not cached. A null pointer means that the
  /// folder does not exist.
  std::optional<SlotsOfDay> Read(const std::string& workflow, const std::string& day);

 private:
  using Key = std::pair<std::string, std::string>;
  struct Day {
    dev_t device = 0;
    ino_t inode = 0;
    int watch = -1;
    SlotsOfDay slots;
    std::set<std::string> changed;  ///< names of files that were changed after the folder was read
  };

  std::optional<SlotsOfDay> KnownLocked(const Key& key);
  std::optional<SlotsOfDay> Load(const Key& key, const Descriptor& folder);
  /// Reads changed files again. Returns false if the whole folder must be read.
  bool Renew(const Key& key, const Descriptor& folder, Day* day);
  void TakeEvents();
  void Forget(const Key& key);
  void ForgetAll();

  const DirectoryFiles& files_;
  std::mutex mutex_;
  Descriptor events_;  ///< the inotify descriptor; -1: the file system does not report all changes
  std::map<Key, Day> days_;
  std::map<int, Key> watched_;
};

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_SLOT_DAYS_H_
