#include "runtime/world/files/file_plan.h"

#include <strings.h>

#include <algorithm>
#include <charconv>
#include <set>

namespace hpdl::rt {

namespace {

using Op = FileChange::Op;

Error Problem(const char* code, std::string message) {
  return {ErrorClass::kError, code, std::move(message)};
}

/// Makes the error of a command from an error of a file system. An error of class kError gets the
/// code of the command, or FS014 if a name node denies the access, as in Oozie. Errors of other
/// classes keep their own code. For example, a name node that is down is not a fault of the
/// command.
Error Problem(const char* code, const std::string& what, const Error& cause) {
  constexpr std::string_view kDenied = "AccessControlException: ";
  if (cause.message.starts_with(kDenied) && cause.error_class == ErrorClass::kError) {
    return Problem("FS014", cause.message.substr(kDenied.size()));
  }
  return {cause.error_class, cause.error_class == ErrorClass::kError ? code : cause.code,
          what + ": " + cause.message};
}

bool HasPattern(const std::string& path) {
  return path.find_first_of("*?[{\\") != std::string::npos;
}

/// Returns the last name of two of the paths, or "" if all their last names differ.
std::string NameTwice(const std::vector<std::string>& paths) {
  std::set<std::string> names;
  for (const std::string& path : paths) {
    if (std::string name = FilePreview::NameOf(path); !names.insert(name).second) {
      return name;
    }
  }
  return {};
}

const char* NameOf(Op op) {
  static constexpr const char* kNames[] = {"delete", "mkdir", "move",  "chmod",
                                           "touchz", "chgrp", "setrep"};
  return kNames[static_cast<int>(op)];
}

const char* CodeOf(Op op) {
  static constexpr const char* kCodes[] = {"FS005", "FS004", "FS008", "FS009",
                                           "FS014", "FS009", "FS009"};
  return kCodes[static_cast<int>(op)];
}

/// Returns a path in the form of Hadoop: "file:/a" or "hdfs://nn:8020/a".
std::string Shown(const FileSystem& files, const std::string& path) {
  return (files.name().empty() ? "file:" : files.name()) + path;
}

/// Returns the beginning of a message about a command: "mkdir, path [file:/a]".
std::string What(Op op, const std::string& shown) {
  return std::string(NameOf(op)) + ", path [" + shown + "]";
}

/// Returns the words of Oozie for a command that a file system has refused.
std::string Refused(Op op, const std::string& shown) {
  return What(op, shown) + (op == Op::kMkdir    ? " could not create directory"
                            : op == Op::kDelete ? " could not delete path"
                                                : "");
}

}  // namespace

bool IsTrue(std::string_view text) {
  constexpr std::string_view kTrue = "true";
  return text.size() == kTrue.size() && strncasecmp(text.data(), kTrue.data(), text.size()) == 0;
}

Result<FilePlan> FilePlan::Make(const std::vector<FileChange>& changes,
                                const FilePlanRules& rules) {
  FilePlan plan;
  plan.rules_ = rules;
  for (const FileChange& change : changes) {
    auto step = Resolve(change, rules);
    if (step) {
      plan.steps_.push_back(std::move(*step));
    } else if (rules.hws) {
      return step.error();
    } else {
      plan.steps_.emplace_back().change.op = change.op;
      plan.steps_.back().refused = step.error();
    }
  }
  return plan;
}

Result<FilePlan::Step> FilePlan::Resolve(const FileChange& change, const FilePlanRules& rules) {
  Step step{change};
  if (change.op == Op::kMove) {
    HPDL_TRY(ResolveMove(&step, rules));
    return step;
  }
  auto place = Locate(change.path, rules.base);
  if (!place) {
    place.error().message = std::string(NameOf(change.op)) + ": " + place.error().message;
    return place.error();
  }
  step.files = place->files;
  step.change.path = place->path;
  step.shown = Shown(*place->files, place->path);
  const bool patterns =
      change.op == Op::kDelete || change.op == Op::kChmod || change.op == Op::kChgrp;
  step.pattern = patterns && !rules.hws && HasPattern(place->path);
  if (change.op == Op::kDelete && place->path == "/") {
    return Problem("FS005", "delete, the root directory cannot be deleted");
  }
  HPDL_TRY(ResolveValues(&step));
  return step;
}

Result<void> FilePlan::ResolveValues(Step* step) {
  const FileChange& change = step->change;
  step->ownership.dir_files = change.dir_files;
  step->ownership.recursive = change.recursive;
  if (change.op == Op::kChmod) {
    step->ownership.mode = ParseMode(change.permissions);
    if (!step->ownership.mode) {
      return Problem("FS010", What(change.op, step->shown) + " invalid permissions mask [" +
                                  change.permissions +
                                  "]: expected 3 octal digits or a form like -rwxr-x---");
    }
  } else if (change.op == Op::kChgrp) {
    step->ownership.group = change.group;
    if (change.group.empty() || !step->files->KnowsGroup(change.group)) {
      return Problem("FS010", What(change.op, step->shown) + ": no group " + change.group);
    }
  } else if (change.op == Op::kSetrep) {
    const std::string& text = change.replication;
    std::int16_t& factor = step->replication;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), factor);
    if (error != std::errc() || end != text.data() + text.size() || factor < 1) {
      return Problem("FS010",
                     What(change.op, step->shown) + ": invalid replication factor " + text);
    }
  }
  return {};
}

Result<void> FilePlan::ResolveMove(Step* step, const FilePlanRules& rules) {
  FileChange& change = step->change;
  auto source = Locate(change.source, rules.base);
  if (!source) {
    source.error().message = "move, source: " + source.error().message;
    return source.error();
  }
  // A move's target without a scheme is on the file system of the move's source, even if
  // <name-node> names a different file system.
  PathBase beside = rules.base;
  beside.file_system = source->files->name().empty() ? "file:///" : source->files->name();
  const std::string_view scheme = SchemeOf(change.target);
  Result<FileLocation> target = FileLocation{};
  if (scheme.empty() || scheme == "file" || (IsHadoopScheme(scheme) && rules.base.remote)) {
    target = Locate(change.target, beside);
    if (!target && !scheme.empty()) {
      target = FileLocation{};  // an unknown file system cannot be the file system of the source
    }
    if (!target) {
      target.error().message = "move, target: " + target.error().message;
      return target.error();
    }
  }
  if (target->files != source->files) {
    return Problem("FS007", "move, target NN URI different from that of source: [" + change.target +
                                "], [" + change.source + "]");
  }
  step->files = source->files;
  step->shown = Shown(*source->files, source->path);
  step->shown_target = scheme.empty() ? target->path : Shown(*target->files, target->path);
  change.source = source->path;
  change.target = target->path;
  step->pattern = !rules.hws && HasPattern(source->path);
  return {};
}

/// True if a moved file takes the place of a file at the target, as Oozie's local file system does
/// it.
bool FilePlan::Replaces(const Step& step) const {
  return !rules_.hws && step.files->name().empty();
}

/// Returns the error of a move without a source.
Error FilePlan::NoSource(const Step& step) {
  return Problem("FS006", "move, source path [" + step.shown + "] does not exist");
}

/// Returns the error of a chmod or chgrp without a path.
Error FilePlan::NoMatch(const Step& step) {
  return Problem("FS009", std::string(NameOf(step.change.op)) + ", path(s) that matches [" +
                              step.shown + "] does not exist");
}

/// Returns the beginning of a message about a move of the path `source`.
std::string FilePlan::NotMoved(const Step& step, const std::string& source) {
  return "move, could not move [" + Shown(*step.files, source) + "] to [" + step.shown_target + "]";
}

bool FilePlan::NeedsMark(std::size_t index) const {
  return index > 0 &&
         (steps_[index].change.op == Op::kMove || steps_[index - 1].change.op == Op::kMove);
}

std::size_t FilePlan::LastMark(std::size_t first, std::size_t index) const {
  while (index > first && !NeedsMark(index)) {
    --index;
  }
  return index;
}

/// Returns the existing paths: `path` itself if it exists, or the matches of the pattern `path`.
Task<Result<std::vector<std::string>>> FilePlan::Expand(const Step& step,
                                                        const std::string& path) const {
  std::vector<std::string> paths;
  if (!step.pattern) {
    const Result<FileStatus> status = co_await step.files->Status(path);
    if (!status) {
      co_return Problem(CodeOf(step.change.op), What(step.change.op, step.shown), status.error());
    }
    if (status->type != FileType::kAbsent) {
      paths.push_back(path);
    }
    co_return paths;
  }
  const Result<std::vector<std::string>> found =
      co_await step.files->Glob(path, rules_.most_matches);
  if (!found) {
    co_return Problem("FS009", What(step.change.op, step.shown), found.error());
  }
  if (found->size() > rules_.most_matches) {
    co_return Problem("FS013", "too many globbed files/dirs to do FS operation");
  }
  co_return *found;
}

/// True if the step needs no check: the step itself gives the same errors as the check, with fewer
/// requests to the name node.
bool FilePlan::TellsByItself(const Step& step, bool replay) const {
  return !step.files->name().empty() && !step.pattern && !(step.change.op == Op::kMove && replay);
}

Task<Result<void>> FilePlan::Check(std::size_t from, bool replay) const {
  FilePreview now;
  if (!rules_.hws) {
    co_return Result<void>();
  }
  if (from + 1 == steps_.size() && TellsByItself(steps_[from], replay)) {
    co_return Result<void>();
  }
  for (std::size_t i = from; i < steps_.size(); ++i) {
    replay = replay && (i == from || !NeedsMark(i));
    const Step& step = steps_[i];
    HPDL_CO_TRY(co_await CheckStep(step, now, replay));
    HPDL_CO_TRY(co_await Foresee(step, now));
  }
  co_return Result<void>();
}

Task<Result<void>> FilePlan::Foresee(const Step& step, FilePreview& now) const {
  const FileChange& change = step.change;
  if (change.op == Op::kDelete && !step.pattern) {
    now.Deleted(*step.files, change.path);
  } else if (change.op == Op::kMkdir) {
    now.MadeDirectory(*step.files, change.path);
  } else if (change.op == Op::kTouchz) {
    now.MadeFile(*step.files, change.path);
  } else if (change.op == Op::kMove && !step.pattern) {
    const Result<FileType> source = co_await now.TypeOf(*step.files, change.source);
    const Result<FileType> target = co_await now.TypeOf(*step.files, change.target);
    if (source && target && *source != FileType::kAbsent) {
      const bool into = *target == FileType::kDirectory;
      now.Moved(*step.files, change.source,
                into ? change.target + "/" + FilePreview::NameOf(change.source) : change.target);
    }
  }
  co_return Result<void>();
}

Task<Result<void>> FilePlan::CheckStep(const Step& step, FilePreview& now, bool replay) const {
  switch (step.change.op) {
    case Op::kMove:
      return CheckMove(step, now, replay);
    case Op::kChmod:
    case Op::kChgrp:
      return CheckOwnership(step, now, replay);
    case Op::kTouchz:
      return CheckTouch(step, now);
    case Op::kMkdir:
      return CheckMkdir(step, now);
    default:
      return []() -> Task<Result<void>> { co_return Result<void>(); }();
  }
}

Task<Result<void>> FilePlan::CheckOwnership(const Step& step, FilePreview& now, bool replay) const {
  bool exists = false;
  if (step.pattern) {
    const auto paths = co_await Expand(step, step.change.path);
    HPDL_CO_TRY(paths);
    // Earlier steps may make paths that match the pattern. Therefore a pattern without a match is
    // accepted if any change of an earlier step is noted.
    exists = !paths->empty() || !now.unchanged();
  } else {
    const Result<FileType> type = co_await now.TypeOf(*step.files, step.change.path);
    if (!type) {
      co_return Problem("FS009", What(step.change.op, step.shown), type.error());
    }
    exists = *type != FileType::kAbsent;
  }
  if (!exists && !replay) {
    co_return NoMatch(step);
  }
  co_return Result<void>();
}

Task<Result<void>> FilePlan::CheckTouch(const Step& step, FilePreview& now) const {
  const std::string what = What(step.change.op, step.shown);
  const Result<FileType> type = co_await now.TypeOf(*step.files, step.change.path);
  if (!type) {
    co_return Problem("FS014", what, type.error());
  }
  if (*type == FileType::kDirectory) {
    co_return Problem("FS014", what + " is a directory");
  }
  if (now.unchanged() && *type == FileType::kFile) {
    const Result<FileStatus> status = co_await step.files->Status(step.change.path);
    if (status && status->size != 0) {
      co_return Problem("FS014", what + " must be a zero-length file");
    }
  }
  co_return Result<void>();
}

Task<Result<void>> FilePlan::CheckMkdir(const Step& step, FilePreview& now) const {
  for (std::string path = step.change.path; path != "/"; path = FilePreview::ParentOf(path)) {
    const Result<FileType> type = co_await now.TypeOf(*step.files, path);
    if (!type) {
      co_return Problem("FS004", Refused(step.change.op, step.shown), type.error());
    }
    if (*type == FileType::kFile) {
      co_return Problem("FS004", Refused(step.change.op, step.shown) + ": " + path + " is a file");
    }
    if (*type == FileType::kDirectory) {
      break;
    }
  }
  co_return Result<void>();
}

Task<Result<void>> FilePlan::CheckMove(const Step& step, FilePreview& now, bool replay) const {
  const std::string& source = step.change.source;
  const std::string& target = step.change.target;
  const Result<FileType> known_target = co_await now.TypeOf(*step.files, target);
  if (!known_target) {
    co_return Problem("FS008", NotMoved(step, source), known_target.error());
  }
  const FileType target_type = *known_target;
  if (step.pattern) {
    const auto paths = co_await Expand(step, source);
    HPDL_CO_TRY(paths);
    if (paths->empty() && now.unchanged() && !replay) {
      co_return NoSource(step);
    }
    if (paths->size() > 1 && target_type != FileType::kDirectory) {
      co_return Problem("FS012", "move, could not rename multiple sources to the same target name");
    }
    if (const std::string name = Replaces(step) ? NameTwice(*paths) : ""; !name.empty()) {
      co_return Problem("FS008", NotMoved(step, source) + ": two sources have the name " + name);
    }
  } else {
    const Result<FileType> type = co_await now.TypeOf(*step.files, source);
    if (!type) {
      co_return Problem("FS008", NotMoved(step, source), type.error());
    }
    if (*type == FileType::kAbsent) {
      if (replay && target_type != FileType::kAbsent) {
        co_return Result<void>();
      }
      co_return NoSource(step);
    }
  }
  if (target_type == FileType::kAbsent) {
    const Result<FileType> parent = co_await now.TypeOf(*step.files, FilePreview::ParentOf(target));
    if (!parent) {
      co_return Problem("FS008", NotMoved(step, source), parent.error());
    }
    if (*parent != FileType::kDirectory) {
      co_return Problem(
          "FS008", NotMoved(step, source) + ": the parent directory of the target does not exist");
    }
  }
  if ((target_type == FileType::kFile && !Replaces(step)) ||
      (rules_.hws && target_type != FileType::kAbsent)) {
    co_return Problem("FS008", NotMoved(step, source) + ": the target exists already");
  }
  if (FilePreview::IsWithin(target, source)) {
    co_return Problem("FS008", NotMoved(step, source) + ": the target is within the source");
  }
  if (!step.pattern && target_type == FileType::kDirectory) {
    const std::string inside = target + "/" + FilePreview::NameOf(source);
    const Result<FileType> type = co_await now.TypeOf(*step.files, inside);
    if (!type) {
      co_return Problem("FS008", NotMoved(step, source), type.error());
    }
    if (*type == FileType::kDirectory || (*type == FileType::kFile && !Replaces(step))) {
      co_return Problem("FS008", NotMoved(step, source) + ": " + inside + " exists already");
    }
  }
  co_return Result<void>();
}

void FilePlan::Note(FileSystem& files, const std::string& path, SyncDepth depth) {
  SyncDepth& noted = changed_[{&files, path}];
  noted = std::max(noted, depth);
}

Task<Result<void>> FilePlan::Sync() {
  const auto changed = std::exchange(changed_, {});
  for (const auto& [place, depth] : changed) {
    const Result<void> synced = co_await place.first->Sync(place.second, depth);
    if (!synced) {
      co_return Error{ErrorClass::kNonTransient, "E0713",
                      "the changes to " + place.second +
                          " may not survive a power cut: " + synced.error().message};
    }
  }
  co_return Result<void>();
}

Task<Result<void>> FilePlan::Do(std::size_t index, bool replay) {
  const Step& step = steps_[index];
  const FileChange& change = step.change;
  if (step.refused) {
    co_return *step.refused;
  }
  if (!rules_.hws && !TellsByItself(step, replay)) {
    FilePreview now;
    HPDL_CO_TRY(co_await CheckStep(step, now, replay));
  }
  Result<void> done;
  switch (change.op) {
    case Op::kDelete:
      co_return co_await DoDelete(step);
    case Op::kMove:
      co_return co_await DoMove(step, replay);
    case Op::kChmod:
    case Op::kChgrp:
      co_return co_await DoOwnership(step, replay);
    case Op::kTouchz:
      co_return co_await DoTouch(step);
    case Op::kMkdir:
      done = co_await step.files->MakeDirectories(change.path);
      break;
    case Op::kSetrep:
      done = co_await step.files->SetReplication(change.path, step.replication);
      break;
  }
  if (!done) {
    co_return Problem(CodeOf(change.op), Refused(change.op, step.shown), done.error());
  }
  co_return Result<void>();
}

Task<Result<void>> FilePlan::DoTouch(const Step& step) {
  const std::string what = What(step.change.op, step.shown);
  const Result<FileStatus> status = co_await step.files->Status(step.change.path);
  if (!status) {
    co_return Problem("FS014", what, status.error());
  }
  if (status->type == FileType::kDirectory) {
    co_return Problem("FS014", what + " is a directory");
  }
  if (status->type == FileType::kFile && status->size != 0) {
    co_return Problem("FS014", what + " must be a zero-length file");
  }
  Note(*step.files, step.change.path, SyncDepth::kItself);
  Note(*step.files, FilePreview::ParentOf(step.change.path), SyncDepth::kItself);
  const Result<void> touched = co_await step.files->Touch(step.change.path);
  if (!touched) {
    co_return Problem("FS014", what, touched.error());
  }
  co_return Result<void>();
}

/// Moves `path` to .Trash/Current in the home directory, under a unique name.
Task<Result<void>> FilePlan::MoveToTrash(FileSystem& files, const std::string& path) {
  const std::string home = files.name().empty() ? rules_.base.home : files.Home();
  const std::string base = home + "/.Trash/Current" + path;
  std::string trash = base;
  HPDL_CO_TRY(co_await files.MakeDirectories(FilePreview::ParentOf(trash)));
  Note(files, FilePreview::ParentOf(trash), SyncDepth::kItself);
  for (int i = 1;; ++i) {
    const Result<void> moved = co_await files.Rename(path, trash);
    if (moved || moved.error().code != kExists) {
      co_return moved;
    }
    trash = base + "." + std::to_string(i);
  }
}

Task<Result<void>> FilePlan::DoDelete(const Step& step) {
  std::vector<std::string> paths = {step.change.path};
  if (step.pattern || step.change.use_trash) {
    const auto found = co_await Expand(step, step.change.path);
    HPDL_CO_TRY(found);
    paths = *found;
  }
  for (const std::string& path : paths) {
    Result<void> done;
    const std::string shown = Shown(*step.files, path);
    Note(*step.files, FilePreview::ParentOf(path), SyncDepth::kItself);
    if (step.change.use_trash) {
      done = co_await MoveToTrash(*step.files, path);
    } else {
      done = co_await step.files->Delete(path);
    }
    if (!done) {
      co_return Problem("FS005",
                        step.change.use_trash
                            ? "Could not move path [" + shown + "] to trash on delete"
                            : Refused(step.change.op, shown),
                        done.error());
    }
  }
  co_return Result<void>();
}

Task<Result<void>> FilePlan::DoMove(const Step& step, bool replay) {
  const std::string& target = step.change.target;
  std::vector<std::string> paths = {step.change.source};
  if (step.pattern) {
    const auto found = co_await Expand(step, step.change.source);
    HPDL_CO_TRY(found);
    paths = *found;
  }
  bool into = false;
  if (!rules_.hws) {
    const Result<FileStatus> status = co_await step.files->Status(target);
    if (!status) {
      co_return Problem("FS008", NotMoved(step, step.change.source), status.error());
    }
    into = status->type == FileType::kDirectory;
  }
  bool found = false;
  for (const std::string& path : paths) {
    const std::string place = into ? target + "/" + FilePreview::NameOf(path) : target;
    Note(*step.files, FilePreview::ParentOf(path), SyncDepth::kItself);
    Note(*step.files, FilePreview::ParentOf(place), SyncDepth::kItself);
    Result<void> moved;
    if (Replaces(step)) {
      moved = co_await step.files->Replace(path, place);
    } else {
      moved = co_await step.files->Rename(path, place);
    }
    if (!moved && moved.error().error_class == ErrorClass::kError && !step.pattern) {
      // If the source is missing, the error of the move is dropped, and the error FS006 below is
      // returned instead. In a replay there is no error, because the source is missing if the move
      // is done already.
      const Result<FileStatus> source = co_await step.files->Status(path);
      if (source && source->type == FileType::kAbsent) {
        continue;
      }
    }
    if (!moved) {
      co_return Problem("FS008", NotMoved(step, path), moved.error());
    }
    found = true;
  }
  if (!found && !replay) {
    co_return NoSource(step);
  }
  co_return Result<void>();
}

Task<Result<void>> FilePlan::DoOwnership(const Step& step, bool replay) {
  const auto paths = co_await Expand(step, step.change.path);
  HPDL_CO_TRY(paths);
  if (paths->empty() && !replay) {
    co_return NoMatch(step);
  }
  const OwnershipChange& change = step.ownership;
  const SyncDepth depth = !change.dir_files  ? SyncDepth::kItself
                          : change.recursive ? SyncDepth::kAll
                                             : SyncDepth::kEntries;
  for (const std::string& path : *paths) {
    Note(*step.files, path, depth);
    const Result<void> changed = co_await step.files->Change(path, change);
    if (!changed) {
      co_return Problem("FS009", What(step.change.op, Shown(*step.files, path)), changed.error());
    }
  }
  co_return Result<void>();
}

}  // namespace hpdl::rt
