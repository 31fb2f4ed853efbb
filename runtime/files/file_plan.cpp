#include "runtime/files/file_plan.h"

#include <sys/stat.h>

#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>

#include "runtime/base/local_files.h"

namespace hpdl::rt {

namespace {

using Op = FileChange::Op;

/// Oozie's oozie.action.fs.glob.max.
constexpr std::size_t kMostMatches = 1000;

Error Problem(const char* code, std::string message) {
  return {ErrorClass::kError, code, std::move(message)};
}

std::string Because(int error) {
  return std::string(": ") + std::strerror(error);
}

bool HasPattern(const std::string& path) {
  return path.find_first_of("*?[{\\") != std::string::npos;
}

const char* NameOf(Op op) {
  static constexpr const char* kNames[] = {"delete", "mkdir", "move",  "chmod",
                                           "touchz", "chgrp", "setrep"};
  return kNames[static_cast<int>(op)];
}

/// What a path stands for now: itself, or what its pattern matches.
Result<std::vector<std::string>> Expand(const std::string& path, bool pattern) {
  std::vector<std::string> paths;
  if (!pattern) {
    if (TypeOf(path) != FileType::kAbsent) {
      paths.push_back(path);
    }
    return paths;
  }
  std::string error;
  if (!GlobLocal(path, &paths, &error)) {
    return Problem("FS009", path + ": " + error);
  }
  if (paths.size() > kMostMatches) {
    return Problem("FS013", "pattern " + path + " matches more than " +
                                std::to_string(kMostMatches) + " paths");
  }
  return paths;
}

/// rename(), and copying where the target is on another file system. The copy becomes visible at
/// once.
int Move(const std::string& source, const std::string& target) {
  if (std::rename(source.c_str(), target.c_str()) == 0) {
    return 0;
  }
  if (errno != EXDEV) {
    return errno;
  }
  const std::string partial =
      FilePreview::ParentOf(target) + "/." + FilePreview::NameOf(target) + ".hpdl-move";
  int error = DeleteTree(partial);
  if (error == 0) {
    error = CopyTree(source, partial);
  }
  if (error == 0 && std::rename(partial.c_str(), target.c_str()) != 0) {
    error = errno;
  }
  if (error != 0) {
    DeleteTree(partial);
    return error;
  }
  return DeleteTree(source);
}

/// The path below ~/.Trash/Current that stands for `path`, made unique.
std::string TrashPath(const std::string& path, const std::string& home) {
  const std::string base = home + "/.Trash/Current" + path;
  std::string trash = base;
  for (int i = 1; TypeOf(trash) != FileType::kAbsent; ++i) {
    trash = base + "." + std::to_string(i);
  }
  return trash;
}

}  // namespace

Result<FilePlan> FilePlan::Make(const std::vector<FileChange>& changes,
                                const FilePlanRules& rules) {
  FilePlan plan;
  plan.rules_ = rules;
  for (const FileChange& change : changes) {
    auto step = Resolve(change, rules);
    HPDL_TRY(step);
    plan.steps_.push_back(std::move(*step));
  }
  return plan;
}

Result<FilePlan::Step> FilePlan::Resolve(const FileChange& change, const FilePlanRules& rules) {
  Step step{change};
  if (change.op == Op::kMove) {
    HPDL_TRY(ResolveMove(&step, rules));
    return step;
  }
  auto path = ResolvePath(change.path, rules.base);
  if (!path) {
    path.error().message = std::string(NameOf(change.op)) + ": " + path.error().message;
    return path.error();
  }
  step.change.path = *path;
  const bool patterns =
      change.op == Op::kDelete || change.op == Op::kChmod || change.op == Op::kChgrp;
  step.pattern = patterns && !rules.hws && HasPattern(*path);
  if (change.op == Op::kDelete && *path == "/") {
    return Problem("FS005", "delete, will not delete the root directory");
  }
  HPDL_TRY(ResolveValues(&step));
  return step;
}

Result<void> FilePlan::ResolveValues(Step* step) {
  const FileChange& change = step->change;
  if (change.op == Op::kChmod) {
    step->ownership.mode = ParseMode(change.permissions);
    if (!step->ownership.mode) {
      return Problem("FS010", "chmod, path " + change.path + ": invalid permissions " +
                                  change.permissions +
                                  ", expected 3 octal digits or a form like -rwxr-x---");
    }
  } else if (change.op == Op::kChgrp) {
    step->ownership.group = ParseGroup(change.group);
    if (!step->ownership.group) {
      return Problem("FS010", "chgrp, path " + change.path + ": no group " + change.group);
    }
  } else if (change.op == Op::kSetrep) {
    const std::string& text = change.replication;
    std::int16_t factor = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), factor);
    if (error != std::errc() || end != text.data() + text.size() || factor < 1) {
      return Problem("FS010",
                     "setrep, path " + change.path + ": invalid replication factor " + text);
    }
  }
  return {};
}

Result<void> FilePlan::ResolveMove(Step* step, const FilePlanRules& rules) {
  FileChange& change = step->change;
  auto source = ResolvePath(change.source, rules.base);
  if (!source) {
    source.error().message = "move, source: " + source.error().message;
    return source.error();
  }
  // The target is on the file system of the source, whatever <name-node> says.
  if (const std::string_view scheme = SchemeOf(change.target);
      !scheme.empty() && scheme != "file") {
    return Problem("FS007", "move, target " + change.target +
                                " is on another file system than source " + change.source);
  }
  auto target = ResolvePath(change.target, PathBase{"", rules.base.home});
  if (!target) {
    target.error().message = "move, target: " + target.error().message;
    return target.error();
  }
  change.source = *source;
  change.target = *target;
  step->pattern = !rules.hws && HasPattern(*source);
  return {};
}

bool FilePlan::NeedsMark(std::size_t index) const {
  return index > 0 &&
         (steps_[index].change.op == Op::kMove || steps_[index - 1].change.op == Op::kMove);
}

Result<void> FilePlan::Check(std::size_t from, bool replay) const {
  FilePreview now;
  for (std::size_t i = from; i < steps_.size(); ++i) {
    replay = replay && (i == from || !NeedsMark(i));
    const Step& step = steps_[i];
    const FileChange& change = step.change;
    HPDL_TRY(CheckStep(step, now, replay));
    if (change.op == Op::kDelete && !step.pattern) {
      now.Deleted(change.path);
    } else if (change.op == Op::kMkdir) {
      now.MadeDirectory(change.path);
    } else if (change.op == Op::kTouchz) {
      now.MadeFile(change.path);
    } else if (change.op == Op::kMove && !step.pattern &&
               now.TypeOf(change.source) != FileType::kAbsent) {
      const bool into = now.TypeOf(change.target) == FileType::kDirectory;
      now.Moved(change.source,
                into ? change.target + "/" + FilePreview::NameOf(change.source) : change.target);
    }
  }
  return {};
}

Result<void> FilePlan::CheckStep(const Step& step, const FilePreview& now, bool replay) const {
  const FileChange& change = step.change;
  if (change.op == Op::kMove) {
    return CheckMove(step, now, replay);
  }
  if (change.op == Op::kChmod || change.op == Op::kChgrp) {
    bool exists = now.TypeOf(change.path) != FileType::kAbsent;
    if (step.pattern) {
      auto paths = Expand(change.path, true);
      HPDL_TRY(paths);
      // What earlier commands will make is not there to be matched yet.
      exists = !paths->empty() || !now.unchanged();
    }
    if (!exists && !replay) {
      return Problem("FS009",
                     std::string(NameOf(change.op)) + ", path " + change.path + " does not exist");
    }
    return {};
  }
  if (change.op == Op::kTouchz && now.TypeOf(change.path) == FileType::kDirectory) {
    return Problem("FS014", "touchz, path " + change.path + " is a directory");
  }
  if (change.op == Op::kTouchz && now.unchanged() && SizeOf(change.path) != 0) {
    return Problem("FS014", "touchz, path " + change.path + " is a file that is not empty");
  }
  if (change.op == Op::kMkdir) {
    for (std::string path = change.path; path != "/"; path = FilePreview::ParentOf(path)) {
      if (now.TypeOf(path) == FileType::kFile) {
        return Problem("FS004", "mkdir, path " + change.path + ": " + path + " is a file");
      }
    }
  }
  return {};
}

Result<void> FilePlan::CheckMove(const Step& step, const FilePreview& now, bool replay) const {
  const std::string& source = step.change.source;
  const std::string& target = step.change.target;
  const FileType target_type = now.TypeOf(target);
  if (step.pattern) {
    auto paths = Expand(source, true);
    HPDL_TRY(paths);
    if (paths->empty() && now.unchanged() && !replay) {
      return Problem("FS006", "move, source path " + source + " does not exist");
    }
    if (paths->size() > 1 && target_type != FileType::kDirectory) {
      return Problem("FS012", "move, " + std::to_string(paths->size()) + " paths match " + source +
                                  ", but target " + target + " is not a directory");
    }
  } else if (now.TypeOf(source) == FileType::kAbsent) {
    if (replay && target_type != FileType::kAbsent) {
      return {};
    }
    return Problem("FS006", "move, source path " + source + " does not exist");
  }
  if (target_type == FileType::kAbsent &&
      now.TypeOf(FilePreview::ParentOf(target)) != FileType::kDirectory) {
    return Problem("FS008", "move, parent directory of target " + target + " does not exist");
  }
  if (target_type == FileType::kFile || (rules_.hws && target_type != FileType::kAbsent)) {
    return Problem("FS008", "move, target " + target + " exists already");
  }
  if (FilePreview::IsWithin(target, source)) {
    return Problem("FS008", "move, target " + target + " is within source " + source);
  }
  const std::string inside = target + "/" + FilePreview::NameOf(source);
  if (!step.pattern && target_type == FileType::kDirectory &&
      now.TypeOf(inside) != FileType::kAbsent) {
    return Problem("FS008", "move, target " + inside + " exists already");
  }
  return {};
}

Result<void> FilePlan::Do(std::size_t index, bool replay) const {
  const Step& step = steps_[index];
  const FileChange& change = step.change;
  int error = 0;
  switch (change.op) {
    case Op::kDelete:
      return DoDelete(step);
    case Op::kMove:
      return DoMove(step, replay);
    case Op::kChmod:
    case Op::kChgrp:
      return DoOwnership(step, replay);
    case Op::kMkdir:
      error = MakeDirectories(change.path);
      if (error != 0) {
        return Problem("FS004", "mkdir, path " + change.path + Because(error));
      }
      break;
    case Op::kTouchz:
      if (TypeOf(change.path) == FileType::kFile && SizeOf(change.path) != 0) {
        return Problem("FS014", "touchz, path " + change.path + " is a file that is not empty");
      }
      error = TouchFile(change.path);
      if (error != 0) {
        return Problem("FS014", "touchz, path " + change.path + Because(error));
      }
      break;
    case Op::kSetrep:  // a local file has no replicas
      break;
  }
  return {};
}

Result<void> FilePlan::DoDelete(const Step& step) const {
  auto paths = Expand(step.change.path, step.pattern);
  HPDL_TRY(paths);
  for (const std::string& path : *paths) {
    int error = 0;
    if (step.change.use_trash) {
      const std::string trash = TrashPath(path, rules_.base.home);
      error = MakeDirectories(FilePreview::ParentOf(trash));
      error = error == 0 ? Move(path, trash) : error;
    } else {
      error = DeleteTree(path);
    }
    if (error != 0) {
      return Problem("FS005", "delete, path " + path + Because(error));
    }
  }
  return {};
}

Result<void> FilePlan::DoMove(const Step& step, bool replay) const {
  const std::string& target = step.change.target;
  auto paths = Expand(step.change.source, step.pattern);
  HPDL_TRY(paths);
  if (paths->empty() && !replay) {
    return Problem("FS006", "move, source path " + step.change.source + " does not exist");
  }
  const bool into = !rules_.hws && TypeOf(target) == FileType::kDirectory;
  for (const std::string& path : *paths) {
    const std::string place = into ? target + "/" + FilePreview::NameOf(path) : target;
    // rename() would replace a file or an empty directory.
    const int error = TypeOf(place) != FileType::kAbsent ? EEXIST : Move(path, place);
    if (error != 0) {
      return Problem("FS008", "move, could not move " + path + " to " + place + Because(error));
    }
  }
  return {};
}

Result<void> FilePlan::DoOwnership(const Step& step, bool replay) const {
  const FileChange& change = step.change;
  auto paths = Expand(change.path, step.pattern);
  HPDL_TRY(paths);
  if (paths->empty() && !replay) {
    return Problem("FS009",
                   std::string(NameOf(change.op)) + ", path " + change.path + " does not exist");
  }
  for (const std::string& path : *paths) {
    const int error = ChangeOwnership(path, step.ownership, change.dir_files, change.recursive);
    if (error != 0) {
      return Problem("FS009", std::string(NameOf(change.op)) + ", path " + path + Because(error));
    }
  }
  return {};
}

}  // namespace hpdl::rt
