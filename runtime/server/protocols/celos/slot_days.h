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

/// The states of a workflow's slots of one day, the earliest first.
using SlotsOfDay = std::shared_ptr<const std::vector<SlotState>>;

/// The folders of days in a Celos directory (`state/ID/2013-12-02`), each read once for as long as
/// nobody changes it: the kernel tells of files that are written, come and go. Nothing is known of
/// a folder where it cannot tell, or with a file that is damaged or has another name than this
/// server would give it. For any thread.
class SlotDays {
 public:
  /// `files` outlives this.
  explicit SlotDays(const DirectoryFiles& files);

  /// What is known without reading all of a folder. Nothing: its files have to be read.
  std::optional<SlotsOfDay> Known(const std::string& workflow, const std::string& day);
  /// The same, after all of the folder has been read, if there is one; null if there is none.
  std::optional<SlotsOfDay> Read(const std::string& workflow, const std::string& day);

 private:
  using Key = std::pair<std::string, std::string>;
  struct Day {
    dev_t device = 0;
    ino_t inode = 0;
    int watch = -1;
    SlotsOfDay slots;
    std::set<std::string> changed;  ///< names of files
  };

  std::optional<SlotsOfDay> KnownLocked(const Key& key);
  std::optional<SlotsOfDay> Load(const Key& key, const Descriptor& folder);
  /// Reads again what has changed; false: the whole folder has to be.
  bool Renew(const Key& key, const Descriptor& folder, Day* day);
  void TakeEvents();
  void Forget(const Key& key);
  void ForgetAll();

  const DirectoryFiles& files_;
  std::mutex mutex_;
  Descriptor events_;  ///< of inotify; -1: the file system does not tell of all changes
  std::map<Key, Day> days_;
  std::map<int, Key> watched_;
};

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_SLOT_DAYS_H_
