#ifndef HPDL_RUNTIME_WORLD_FILES_FILE_PLAN_H_
#define HPDL_RUNTIME_WORLD_FILES_FILE_PLAN_H_

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/world/files/file_system.h"
#include "runtime/world/files/preview.h"
#include "runtime/world/files/resolve_path.h"

namespace hpdl::rt {

/// One command of an fs or hdfs action, or of <prepare>, as it was written.
struct FileChange {
  enum class Op : std::uint8_t { kDelete, kMkdir, kMove, kChmod, kTouchz, kChgrp, kSetrep };
  Op op = Op::kDelete;
  std::string path;         ///< all but move
  std::string source;       ///< move
  std::string target;       ///< move
  std::string permissions;  ///< chmod
  std::string group;        ///< chgrp
  std::string replication;  ///< setrep
  bool dir_files = true;    ///< chmod, chgrp: what is directly in a directory changes too
  bool recursive = false;   ///< chmod, chgrp: all below it, if dir_files
  bool use_trash = false;   ///< delete: into ~/.Trash
};

/// As Java reads a Boolean: any other text is false.
bool IsTrue(std::string_view text);

/// From the struct of a declaration with the same members (stdlib's FileCommand).
template <class Command>
FileChange ToFileChange(const Command& command) {
  FileChange change;
  change.op = static_cast<FileChange::Op>(command.op);
  change.path = command.path;
  change.source = command.source;
  change.target = command.target;
  change.permissions = command.permissions;
  change.group = command.group;
  change.replication = command.replication_factor;
  change.dir_files = IsTrue(command.dir_files);
  change.recursive = command.recursive;
  return change;
}

struct FilePlanRules {
  PathBase base;
  /// HWS section 3.2.4: the target of a move must not exist, not even as a directory; no patterns.
  bool hws = false;
};

/// The commands of one action with their paths resolved. Errors are of class kError with the codes
/// that Oozie's fs action has (stdlib/actions/fs/README.md), or what a file system says of itself.
///
/// Replay: commands are done in order; a plan that was cut short goes on from its last mark. What
/// is between a mark and the next is done again; that gives the same, because moves, which do not,
/// are marked off before and after.
class FilePlan {
 public:
  static Result<FilePlan> Make(const std::vector<FileChange>& changes, const FilePlanRules& rules);

  std::size_t size() const { return steps_.size(); }
  /// The position must be durable before step `index` is done.
  bool NeedsMark(std::size_t index) const;
  /// The last position from `first` to `index` that is a mark, else `first`.
  std::size_t LastMark(std::size_t first, std::size_t index) const;
  /// Checks the steps from `from` on against the file systems as they will be when their turn
  /// comes, and changes nothing. `replay`: the steps up to the next mark may be done already. A
  /// single step on Hadoop is not checked: its own error is as good.
  Task<Result<void>> Check(std::size_t from, bool replay) const;
  /// Does one step. `replay`: it may be done already.
  Task<Result<void>> Do(std::size_t index, bool replay);
  /// Makes durable what the steps since the last call have done: before each mark, and at the end.
  /// "E0713", non-transient, if the system cannot.
  Task<Result<void>> Sync();

 private:
  struct Step {
    FileChange change;            ///< paths resolved
    FileSystem* files = nullptr;  ///< both ends of a move are there
    bool pattern = false;         ///< path or source is a glob
    OwnershipChange ownership;
    std::int16_t replication = 0;
  };
  static Result<Step> Resolve(const FileChange& change, const FilePlanRules& rules);
  static Result<void> ResolveValues(Step* step);
  static Result<void> ResolveMove(Step* step, const FilePlanRules& rules);
  static Task<Result<std::vector<std::string>>> Expand(const Step& step, const std::string& path);
  bool TellsByItself(const Step& step, bool replay) const;
  Task<Result<void>> CheckMove(const Step& step, FilePreview& now, bool replay) const;
  Task<Result<void>> CheckOwnership(const Step& step, FilePreview& now, bool replay) const;
  Task<Result<void>> CheckMkdir(const Step& step, FilePreview& now) const;
  Task<Result<void>> CheckTouch(const Step& step, FilePreview& now) const;
  Task<Result<void>> CheckStep(const Step& step, FilePreview& now, bool replay) const;
  Task<Result<void>> Foresee(const Step& step, FilePreview& now) const;
  Task<Result<void>> DoMove(const Step& step, bool replay);
  Task<Result<void>> DoDelete(const Step& step);
  Task<Result<void>> DoTouch(const Step& step);
  Task<Result<void>> DoOwnership(const Step& step, bool replay);
  Task<Result<void>> MoveToTrash(FileSystem& files, const std::string& path);
  /// For Sync().
  void Note(FileSystem& files, const std::string& path, SyncDepth depth);

  std::vector<Step> steps_;
  FilePlanRules rules_;
  std::map<std::pair<FileSystem*, std::string>, SyncDepth> changed_;  ///< and not synced yet
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_FILES_FILE_PLAN_H_
