#ifndef HPDL_RUNTIME_WORLD_FILES_FILE_PLAN_H_
#define HPDL_RUNTIME_WORLD_FILES_FILE_PLAN_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/world/files/file_system.h"
#include "runtime/world/files/preview.h"
#include "runtime/world/files/resolve_path.h"

namespace hpdl::rt {

/// One command of an fs or hdfs action, or of <prepare>. Its members are texts of the workflow
/// definition.
struct FileChange {
  enum class Op : std::uint8_t { kDelete, kMkdir, kMove, kChmod, kTouchz, kChgrp, kSetrep };
  Op op = Op::kDelete;
  std::string path;         ///< for all commands but move
  std::string source;       ///< for move
  std::string target;       ///< for move
  std::string permissions;  ///< for chmod
  std::string group;        ///< for chgrp
  std::string replication;  ///< for setrep
  bool dir_files = true;    ///< for chmod and chgrp: also change the direct entries of a directory
  /// For chmod and chgrp: also change everything below a directory, if dir_files is true.
  bool recursive = false;
  bool use_trash = false;  ///< for delete: move the path into ~/.Trash
};

/// Returns true for "true" in any case, and false for any other text, like Java's Boolean.
bool IsTrue(std::string_view text);

/// Makes a FileChange from a struct with the same members, such as stdlib's FileCommand.
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
  /// If true, the rules of HWS section 3.2.4 apply: the target of a move must not exist, not even
  /// as a directory, and paths are not patterns.
  bool hws = false;
  /// The most paths that a pattern may match (oozie.action.fs.glob.max).
  std::size_t most_matches = 50'000;
};

/// The commands of one action, as steps with resolved paths. A failed command is a kError with a
/// code of Oozie's fs action (stdlib/actions/fs/README.md) and Oozie's words, without the code. The
/// reason follows after a colon if Oozie's words do not have it. File system errors of other
/// classes are returned with their own codes.
///
/// A mark is a durable position in the plan. The steps are done in order. An interrupted plan
/// continues at its last mark and repeats the steps after the mark (a replay). The result is the
/// same, because only moves cannot be repeated, and each move has a mark before and after it.
class FilePlan {
 public:
  static Result<FilePlan> Make(const std::vector<FileChange>& changes, const FilePlanRules& rules);

  std::size_t size() const { return steps_.size(); }
  /// True if the position in the plan must be durable before step `index` is done.
  bool NeedsMark(std::size_t index) const;
  /// Returns the last position from `first` to `index` that needs a mark; `first` if no position
  /// does.
  std::size_t LastMark(std::size_t first, std::size_t index) const;
  /// Checks the steps from `from` on and changes nothing. Each step is checked against the file
  /// systems as they will be after the previous steps. If `replay` is true, the steps up to the
  /// next mark may be done already. If the only step left is on Hadoop, the check may be skipped,
  /// because doing the step gives the same errors. Only for HWS: for Oozie, the function does
  /// nothing, and Do() checks each step just before it does the step.
  Task<Result<void>> Check(std::size_t from, bool replay) const;
  /// Does one step. If `replay` is true, the step may be done already.
  Task<Result<void>> Do(std::size_t index, bool replay);
  /// Makes the changes since the last call of Sync() durable. Must be called before each mark and
  /// after the last step. Returns error kNonTransient "E0713" if the system cannot make the changes
  /// durable.
  Task<Result<void>> Sync();

 private:
  struct Step {
    FileChange change;            ///< with resolved paths
    std::string shown;            ///< path or source in messages, such as "file:/a"
    std::string shown_target;     ///< target in messages; like `shown` if it has a scheme
    FileSystem* files = nullptr;  ///< file system of the path; for move, of source and target
    bool pattern = false;         ///< path or source is a glob
    OwnershipChange ownership;
    std::int16_t replication = 0;
    std::optional<Error> refused;  ///< for Oozie: the error of a step that cannot be done
  };
  static Result<Step> Resolve(const FileChange& change, const FilePlanRules& rules);
  static Result<void> ResolveValues(Step* step);
  static Result<void> ResolveMove(Step* step, const FilePlanRules& rules);
  bool Replaces(const Step& step) const;
  static Error NoSource(const Step& step);
  static Error NoMatch(const Step& step);
  static std::string NotMoved(const Step& step, const std::string& source);
  Task<Result<std::vector<std::string>>> Expand(const Step& step, const std::string& path) const;
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
  /// Remembers a changed path for Sync().
  void Note(FileSystem& files, const std::string& path, SyncDepth depth);

  std::vector<Step> steps_;
  FilePlanRules rules_;
  /// Changed paths that are not synced yet.
  std::map<std::pair<FileSystem*, std::string>, SyncDepth> changed_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_FILES_FILE_PLAN_H_
