#include "stdlib/local/job_files.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "runtime/ground/base/local_files.h"
#include "runtime/ground/base/new_file.h"
#include "runtime/ground/base/worker_threads.h"
#include "runtime/world/mapreduce/settings.h"
#include "runtime/world/mapreduce/staged_input.h"
#include "stdlib/local/run_plan.h"
#include "stdlib/local/work_files.h"

namespace hpdl::stdlib {

namespace {

namespace mr = rt::mapreduce;

constexpr const char* kInputs = "mapreduce.input.fileinputformat.inputdir";
constexpr const char* kOutput = "mapreduce.output.fileoutputformat.outputdir";
constexpr std::size_t kMostFiles = 100'000;

/// Translates the error of a file system into the error of an action.
rt::Error Failure(const std::string& what, const std::string& uri, const rt::Error& error) {
  const bool unnamed = error.code.empty() || error.code == rt::kNotFound ||
                       error.code == rt::kExists || error.code == "NET_FILE";
  return {error.error_class, unnamed ? "JA018" : error.code,
          what + " " + uri + ": " + (error.code == rt::kNotFound ? "no such file" : error.message)};
}

bool IsRemote(const rt::FileLocation& at) {
  return at.files != nullptr && at.files != &rt::LocalFiles();
}

/// Returns the path of a local file, or the URI of a remote file. The configuration, the commands
/// and the messages use this text.
std::string UriOf(const rt::FileLocation& at) {
  return IsRemote(at) ? at.files->name() + at.path : at.path;
}

std::string AttemptPath(const rt::ActionContext& ctx, const char* suffix) {
  std::string path = ctx.OutPath();
  path.resize(path.size() - std::string_view(".out").size());
  return path + suffix;
}

/// Returns the absolute path of a folder beside the attempt's other files. The folder need not
/// exist.
std::string FolderOf(const rt::ActionContext& ctx, const char* suffix) {
  const std::string path = AttemptPath(ctx, suffix);
  const std::size_t name = path.rfind('/');
  return name == std::string::npos ? path : Absolute(path.substr(0, name)) + path.substr(name);
}

std::string StageFolder(const rt::ActionContext& ctx) {
  return FolderOf(ctx, ".input");
}

std::string NameOf(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

bool IsHidden(const std::string& path) {
  const std::string name = NameOf(path);
  return name.starts_with('_') || name.starts_with('.');
}

/// Returns a pattern for the files in a directory, without the files of its subdirectories.
std::string PatternBelow(const std::string& directory) {
  std::string pattern;
  for (const char c : directory == "/" ? "" : directory) {
    pattern += std::string_view("*?[]{}\\").find(c) == std::string_view::npos ? "" : "\\";
    pattern += c;
  }
  return pattern + "/*";
}

std::vector<std::string> FilesIn(const std::string& directory) {
  std::vector<std::string> names;
  DIR* stream = opendir(directory.c_str());
  if (stream == nullptr) {
    return names;
  }
  while (const dirent* entry = readdir(stream)) {
    const std::string name = entry->d_name;
    struct stat info{};
    if (stat((directory + "/" + name).c_str(), &info) == 0 && S_ISREG(info.st_mode)) {
      names.push_back(name);
    }
  }
  closedir(stream);
  std::sort(names.begin(), names.end());
  return names;
}

/// Removes a directory that contains only files.
void RemoveFlat(const std::string& directory) {
  for (const std::string& name : FilesIn(directory)) {
    unlink((directory + "/" + name).c_str());
  }
  rmdir(directory.c_str());
}

/// Finds the files of remote input paths, and copies them.
class Stager {
 public:
  Stager(std::string folder, bool recursive) : folder_(std::move(folder)), recursive_(recursive) {}

  /// Adds the files of `input` in the order in which Hadoop reads them.
  rt::Task<rt::Result<void>> Find(const JobPaths::Input& input) {
    if (!patterns_.insert(input.written).second) {
      co_return rt::Result<void>();  // an earlier input names the same path
    }
    rt::Result<std::vector<std::string>> found =
        co_await input.at.files->Glob(input.at.path, kMostFiles);
    if (!found) {
      co_return Failure("input", input.written, found.error());
    }
    const bool any = !found->empty();
    std::erase_if(*found, IsHidden);
    if (found->empty()) {
      const bool one = !any && !rt::IsGlob(input.at.path);
      co_return rt::ActionError(one ? "input path does not exist: " + input.written
                                    : "input pattern " + input.written + " matches 0 files");
    }
    const std::size_t before = files_.size();
    for (const std::string& path : *found) {
      const rt::FileLocation at{input.at.files, path};
      HPDL_CO_TRY(co_await Add(input.written, at, true));
    }
    if (files_.size() == before) {
      files_.push_back({input.written, "", "", 0, 0});
    }
    co_return rt::Result<void>();
  }

  /// Copies the files that Find() has found.
  rt::Task<rt::Result<void>> Copy() {
    if (const rt::Result<void> made = MakeFolder(folder_); !made) {
      co_return made.error();
    }
    if (const rt::Result<void> room = CheckRoom(); !room) {
      co_return room.error();
    }
    std::map<std::string, std::string> copies;
    for (std::size_t i = 0; i < files_.size(); ++i) {
      mr::StagedFile& file = files_[i];
      std::string& copy = copies[file.uri];
      if (copy.empty() && !file.uri.empty()) {
        copy = folder_ + "/" + std::to_string(i);
        const rt::Result<void> fetched =
            co_await from_[i].files->Fetch(from_[i].path, copy, file.size);
        if (!fetched) {
          co_return Failure("input", file.uri, fetched.error());
        }
        // The list of copies is written later and means that all copies are complete. So each copy
        // is synced before the list is written.
        const int error = co_await rt::OnWorker(
            [&copy](const rt::StopFlag&) { return rt::SyncFile(copy) ? 0 : errno; });
        if (error != 0) {
          errno = error;
          co_return SystemProblem("cannot write", copy);
        }
      }
      file.copy = copy;
    }
    if (!rt::SyncDirectory(folder_)) {
      co_return SystemProblem("cannot write", folder_);
    }
    co_return rt::Result<void>();
  }

  const std::vector<mr::StagedFile>& files() const { return files_; }

 private:
  /// Adds a file, or the files of a directory. `top` is true if an input path names `at`.
  rt::Task<rt::Result<void>> Add(const std::string& pattern, const rt::FileLocation& at, bool top) {
    const rt::Result<rt::FileStatus> status = co_await at.files->Status(at.path);
    if (!status) {
      co_return Failure("input", UriOf(at), status.error());
    }
    if (status->type != rt::FileType::kDirectory) {
      if (files_.size() >= kMostFiles) {
        co_return rt::ActionError("input " + pattern + ": more than 100000 files");
      }
      from_.resize(files_.size());
      from_.push_back(at);
      files_.push_back({pattern, UriOf(at), "", status->size, status->block_size});
      co_return rt::Result<void>();
    }
    if (!top && !recursive_) {
      co_return rt::ActionError("not a file: " + UriOf(at) +
                                " (mapreduce.input.fileinputformat.input.dir.recursive reads "
                                "directories)");
    }
    const rt::Result<std::vector<std::string>> found =
        co_await at.files->Glob(PatternBelow(at.path), kMostFiles);
    if (!found) {
      co_return Failure("input", UriOf(at), found.error());
    }
    for (const std::string& path : *found) {
      if (IsHidden(path)) {
        continue;
      }
      const rt::FileLocation inner{at.files, path};
      HPDL_CO_TRY(co_await Add(pattern, inner, false));
    }
    co_return rt::Result<void>();
  }

  /// Checks the free space first, because the copying may take an hour.
  rt::Result<void> CheckRoom() const {
    std::uint64_t needed = 0;
    std::set<std::string> counted;
    for (const mr::StagedFile& file : files_) {
      needed += counted.insert(file.uri).second ? static_cast<std::uint64_t>(file.size) : 0;
    }
    struct statvfs info{};
    if (statvfs(folder_.c_str(), &info) == 0 &&
        needed > static_cast<std::uint64_t>(info.f_bavail) * info.f_frsize) {
      return rt::Error{rt::ErrorClass::kNonTransient, "JA018",
                       "the input has " + std::to_string(needed) +
                           " bytes, more than the free space of " + folder_};
    }
    return {};
  }

  const std::string folder_;
  const bool recursive_;
  std::set<std::string> patterns_;
  std::vector<mr::StagedFile> files_;
  std::vector<rt::FileLocation> from_;  ///< the source of the file with the same index in `files_`
};

/// Copies the files of a directory to their places in another file system.
class Publisher {
 public:
  Publisher(rt::FileLocation to, std::string from, const std::string& tag)
      : to_(std::move(to)), from_(std::move(from)), temporary_(to_.path + "/_temporary-" + tag) {}

  rt::Task<rt::Result<void>> Run() {
    const std::vector<std::string> all = FilesIn(from_);
    rt::Result<void> done = co_await to_.files->MakeDirectories(temporary_);
    std::vector<std::string> moves;
    bool mark = false;
    for (std::size_t i = 0; done && i < all.size(); ++i) {
      if (all[i] == "_SUCCESS") {
        mark = true;
        continue;
      }
      const rt::Result<bool> placed = co_await Upload(all[i]);
      if (!placed) {
        done = placed.error();
      } else if (!*placed) {
        moves.push_back(all[i]);
      }
    }
    for (std::size_t i = 0; done && i < moves.size(); ++i) {
      done = co_await to_.files->Rename(temporary_ + "/" + moves[i], to_.path + "/" + moves[i]);
    }
    if (done) {
      done = co_await to_.files->Delete(temporary_);
    }
    if (done && mark) {
      done = co_await to_.files->Touch(to_.path + "/_SUCCESS");
    }
    if (!done) {
      co_return Failure("output", UriOf(to_), done.error());
    }
    co_return rt::Result<void>();
  }

 private:
  /// Returns true if the file has its final path already. Otherwise the file is in the temporary
  /// directory after the call.
  rt::Task<rt::Result<bool>> Upload(const std::string& name) {
    const std::string here = from_ + "/" + name;
    struct stat info{};
    if (stat(here.c_str(), &info) != 0) {
      co_return SystemProblem("cannot read", here);
    }
    const std::vector<std::string> places = {to_.path + "/" + name, temporary_ + "/" + name};
    for (const std::string& place : places) {
      const rt::Result<rt::FileStatus> status = co_await to_.files->Status(place);
      HPDL_CO_TRY(status);
      if (status->type == rt::FileType::kFile && status->size == info.st_size) {
        co_return place == places.front();
      }
    }
    HPDL_CO_TRY(co_await to_.files->Upload(here, temporary_ + "/" + name));
    co_return false;
  }

  const rt::FileLocation to_;
  const std::string from_, temporary_;
};

}  // namespace

bool JobPaths::remote_output() const {
  return IsRemote(output);
}

rt::Result<JobPaths> LocateJobPaths(rt::ActionContext& ctx, const std::string& name_node,
                                    const std::string& user, rt::Properties* configuration) {
  const rt::PathBase base = BaseOf(ctx, name_node, user);
  JobPaths paths;
  if (const auto output = configuration->find(kOutput); output != configuration->end()) {
    auto at = rt::Locate(output->second, base);
    HPDL_TRY(at);
    paths.output = *at;
    output->second = UriOf(*at);
  }
  const auto input = configuration->find(kInputs);
  if (input == configuration->end()) {
    return paths;
  }
  std::string resolved;
  for (const std::string& each : mr::SplitPaths(input->second)) {
    auto at = rt::Locate(each, base);
    HPDL_TRY(at);
    const std::string uri = UriOf(*at);
    resolved += resolved.empty() ? "" : ",";
    for (const char c : uri) {
      resolved += c == ',' && uri.find('{') == std::string::npos ? "\\," : std::string(1, c);
    }
    if (IsRemote(*at)) {
      paths.remote_inputs.push_back({*at, uri});
    }
  }
  input->second = resolved;
  return paths;
}

rt::Task<rt::Result<void>> CheckRemoteOutput(const JobPaths& paths) {
  if (!paths.remote_output()) {
    co_return rt::Result<void>();
  }
  const rt::Result<rt::FileStatus> status = co_await paths.output.files->Status(paths.output.path);
  if (!status) {
    co_return Failure("output", UriOf(paths.output), status.error());
  }
  if (status->type != rt::FileType::kAbsent) {
    co_return rt::ActionError("output directory " + UriOf(paths.output) + " already exists");
  }
  co_return rt::Result<void>();
}

rt::Task<rt::Result<void>> StageInput(rt::ActionContext& ctx, const JobPaths& paths,
                                      bool recursive) {
  Stager stager(StageFolder(ctx), recursive);
  // `paths` stays valid, because the caller waits for this task.
  for (const JobPaths::Input& input : paths.remote_inputs) {
    HPDL_CO_TRY(co_await stager.Find(input));
  }
  const rt::Result<void> copied = co_await stager.Copy();
  if (!copied) {
    DropStagedInput(ctx);
    co_return copied.error();
  }
  co_return mr::WriteStagedFiles(StagedList(ctx), stager.files());
}

std::string StagedList(const rt::ActionContext& ctx) {
  return StageFolder(ctx) + "/list";
}

void DropStagedInput(const rt::ActionContext& ctx) {
  RemoveFlat(StageFolder(ctx));
}

std::string LocalOutput(const rt::ActionContext& ctx) {
  return FolderOf(ctx, ".output");
}

rt::Task<rt::Result<void>> PublishOutput(rt::ActionContext& ctx, const JobPaths& paths) {
  Publisher publisher(paths.output, LocalOutput(ctx), ctx.tag());
  co_return co_await publisher.Run();
}

void DropLocalOutput(const rt::ActionContext& ctx) {
  RemoveFlat(LocalOutput(ctx));
}

}  // namespace hpdl::stdlib
