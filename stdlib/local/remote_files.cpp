#include "stdlib/local/remote_files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <utility>

#include "runtime/engines/workflow/interpreter.h"
#include "runtime/ground/base/fnv_hash.h"
#include "runtime/ground/base/new_file.h"
#include "runtime/ground/base/worker_threads.h"
#include "runtime/world/files/file_operations.h"
#include "runtime/world/files/resolve_path.h"
#include "runtime/world/files/system_library.h"
#include "runtime/world/site/site.h"
#include "stdlib/local/run_plan.h"
#include "stdlib/local/work_files.h"

namespace hpdl::stdlib {

namespace {

constexpr std::int64_t kMostConfiguration = 64 << 20;
constexpr std::size_t kMostInFolder = 10'000;
/// The path of a copy in progress. Its name begins with a dot, so it is not taken for a library.
constexpr const char* kPartial = "/.copying";
constexpr const char* kFolderMark = ".d";
/// The suffix of a file that marks the folder beside it as complete. A folder with this mark is
/// neither listed nor copied again.
constexpr const char* kWhole = ".whole";

/// Returns the part of the entry before '#'.
std::string PathOf(const std::string& entry) {
  return entry.substr(0, entry.find('#'));
}

/// True if the path may be in a file system of Hadoop. Relative paths belong to the application.
bool MayBeRemote(const rt::ActionContext& ctx, const std::string& path) {
  return (path.starts_with('/') || !rt::SchemeOf(path).empty()) &&
         BundledFile(ctx, path) == nullptr;
}

std::string FetchDirectory(const rt::ActionContext& ctx) {
  return AttemptPlace(ctx, ".fetched");
}

std::string EntryName(const std::string& path) {
  const std::size_t end = path.find_last_not_of('/');
  const std::string trimmed = path.substr(0, end == std::string::npos ? 0 : end + 1);
  return trimmed.substr(trimmed.rfind('/') + 1);
}

/// Translates the error of a file system into the error of an action.
rt::Error Unreadable(const std::string& element, const std::string& path, const rt::Error& error) {
  const bool refused = error.error_class == rt::ErrorClass::kError;
  const bool unnamed = error.code.empty() || error.code == rt::kNotFound;
  return {
      error.error_class, refused && unnamed ? "JA008" : error.code,
      element + " " + path + ": " + (error.code == rt::kNotFound ? "no such file" : error.message)};
}

/// Syncs a copy and gives the copy its final name.
rt::Result<void> Settle(const std::string& partial, const std::string& place) {
  if (chmod(partial.c_str(), 0700) != 0 || !rt::SyncFile(partial) ||
      rename(partial.c_str(), place.c_str()) != 0) {
    return SystemProblem("cannot write", place);
  }
  return {};
}

/// Copies files for one attempt.
class Fetcher {
 public:
  Fetcher(rt::ActionContext& ctx, std::string name_node)
      : ctx_(ctx),
        base_(BaseOf(ctx, std::move(name_node), ctx.job().user)),
        most_(ctx.site().Number(rt::Setting::kHadoopFetch)) {}

  rt::Task<rt::Result<void>> File(std::string element, std::string path, std::int64_t most) {
    const rt::Result<rt::FileLocation> at = rt::Locate(path, base_);
    if (!at) {
      co_return Unreadable(element, path, at.error());
    }
    if (at->files == &rt::LocalFiles()) {
      co_return rt::Result<void>();
    }
    co_return co_await Copy(std::move(element), *at, FetchedPlace(ctx_, path),
                            std::min(most, most_));
  }

  rt::Task<rt::Result<void>> FileOrFolder(std::string element, std::string path) {
    const rt::Result<rt::FileLocation> at = rt::Locate(path, base_);
    if (!at) {
      co_return Unreadable(element, path, at.error());
    }
    if (at->files == &rt::LocalFiles()) {
      co_return rt::Result<void>();
    }
    const std::string place = FetchedPlace(ctx_, path);
    if (FileExists(place + kWhole) || FileExists(place + "/" + EntryName(at->path))) {
      co_return rt::Result<void>();  // an earlier process has copied the file or folder
    }
    const rt::Result<rt::FileStatus> status = co_await at->files->Status(at->path);
    if (!status) {
      co_return Unreadable(element, path, status.error());
    }
    if (status->type != rt::FileType::kDirectory) {
      co_return co_await Copy(std::move(element), *at, place, most_);
    }
    HPDL_CO_TRY(co_await Folder(std::move(element), *at, place + kFolderMark));
    if (!rt::SyncDirectory(place + kFolderMark)) {
      co_return SystemProblem("cannot write", place);
    }
    co_return WriteWholeFile(place + kWhole, "", 0600);
  }

  /// Fetches a folder of the newest shared library. A link records the place of the folder.
  rt::Task<rt::Result<void>> Shared(std::string name) {
    const std::string link = FetchedPlace(ctx_, SharedName(name)) + kFolderMark;
    if (FileExists(link)) {
      co_return rt::Result<void>();
    }
    const std::string root(ctx_.site().Text(rt::Setting::kSystemLibrary));
    rt::Result<rt::FileLocation> at = rt::Locate(root, base_);
    if (at) {
      at = co_await rt::NewestLibraries(std::move(*at));
    }
    if (!at) {
      co_return Unreadable("system library", root, at.error());
    }
    std::string folder = at->path + "/" + name;
    if (at->files != &rt::LocalFiles()) {
      const std::string uri = at->files->name() + folder;
      HPDL_CO_TRY(co_await FileOrFolder("library path", uri));
      folder = Absolute(FetchedPath(ctx_, uri));
    } else if (!FileExists(folder)) {
      co_return rt::Error{rt::ErrorClass::kError, "JA008",
                          "library path " + folder + ": no such file"};
    }
    HPDL_CO_TRY(MakeFolder(FetchDirectory(ctx_)));
    co_return LinkTo(folder, link);
  }

  std::int64_t most() const { return most_; }

 private:
  /// Copies the files of a folder, without its subfolders.
  rt::Task<rt::Result<void>> Folder(std::string element, rt::FileLocation at, std::string place) {
    std::string pattern;
    for (const char c : at.path) {
      pattern += std::string_view("*?[]{}\\").find(c) == std::string_view::npos ? "" : "\\";
      pattern += c;
    }
    const rt::Result<std::vector<std::string>> found =
        co_await at.files->Glob(pattern + "/*", kMostInFolder);
    if (!found) {
      co_return Unreadable(element, at.path, found.error());
    }
    if (found->size() > kMostInFolder) {
      co_return rt::Error{rt::ErrorClass::kError, "JA008",
                          element + " " + at.path + ": more than 10000 files"};
    }
    if (const rt::Result<void> made = MakePlace(place); !made) {
      co_return made.error();
    }
    for (const std::string& path : *found) {
      const rt::Result<rt::FileStatus> status = co_await at.files->Status(path);
      if (!status) {
        co_return Unreadable(element, path, status.error());
      }
      if (status->type != rt::FileType::kFile || EntryName(path).starts_with('.')) {
        continue;
      }
      const rt::FileLocation one{at.files, path};
      HPDL_CO_TRY(co_await Copy(element, one, place, most_));
    }
    co_return rt::Result<void>();
  }

  rt::Task<rt::Result<void>> Copy(std::string element, rt::FileLocation from, std::string directory,
                                  std::int64_t most) {
    const std::string place = directory + "/" + EntryName(from.path);
    if (FileExists(place)) {  // an earlier process has copied the file
      co_return rt::Result<void>();
    }
    if (const rt::Result<void> made = MakePlace(directory); !made) {
      co_return made.error();
    }
    const rt::Result<void> copied =
        co_await from.files->Fetch(from.path, directory + kPartial, most);
    if (!copied) {
      co_return Unreadable(element, from.files->name() + from.path, copied.error());
    }
    auto settle = [partial = directory + kPartial, place](const rt::StopFlag&) {
      return Settle(partial, place);
    };
    co_return co_await rt::OnWorker(std::move(settle));
  }

  rt::Result<void> MakePlace(const std::string& directory) {
    HPDL_TRY(MakeFolder(FetchDirectory(ctx_)));
    return MakeFolder(directory);
  }

  rt::ActionContext& ctx_;
  const rt::PathBase base_;
  const std::int64_t most_;
};

}  // namespace

std::string SharedName(const std::string& name) {
  return "sharelib:" + name;
}

std::string FetchedPlace(const rt::ActionContext& ctx, const std::string& path) {
  rt::FnvHash64 hash;
  hash.Add(path);
  char text[20];
  std::snprintf(text, sizeof text, "/%016llx", static_cast<unsigned long long>(hash.value()));
  return FetchDirectory(ctx) + text;
}

std::string FetchedPath(const rt::ActionContext& ctx, const std::string& path) {
  const std::string place = FetchedPlace(ctx, path);
  for (const std::string& each : {place + "/" + EntryName(path), place + kFolderMark}) {
    if (FileExists(each)) {
      return each;
    }
  }
  return {};
}

void NameFetched(const rt::ActionContext& ctx, std::vector<std::string>* entries) {
  for (std::string& entry : *entries) {
    const std::string path = PathOf(entry);
    if (const std::string fetched = FetchedPath(ctx, path); !fetched.empty()) {
      entry = Absolute(fetched) + (path == entry ? "" : entry.substr(path.size()));
    }
  }
}

rt::Task<rt::Result<void>> FetchFiles(rt::ActionContext& ctx, NamedFiles named,
                                      std::string name_node) {
  std::vector<std::string> configurations = named.job_xml;
  const auto leave = [&](std::vector<std::string>* paths) {
    for (std::string& path : *paths) {
      path = PathOf(path);
    }
    std::erase_if(*paths, [&](const std::string& path) { return !MayBeRemote(ctx, path); });
  };
  leave(&named.job_xml);
  leave(&named.files);
  leave(&named.folders);
  rt::Result<void> done;
  if (!named.job_xml.empty() || !named.files.empty() || !named.folders.empty() ||
      !named.shared.empty()) {
    Fetcher fetcher(ctx, std::move(name_node));  // reads Hadoop's configuration
    for (std::size_t i = 0; done && i < named.job_xml.size(); ++i) {
      done = co_await fetcher.File("job-xml", named.job_xml[i], kMostConfiguration);
    }
    for (std::size_t i = 0; done && i < named.files.size(); ++i) {
      done = co_await fetcher.File("file", named.files[i], fetcher.most());
    }
    for (std::size_t i = 0; done && i < named.folders.size(); ++i) {
      done = co_await fetcher.FileOrFolder("library path", named.folders[i]);
    }
    for (std::size_t i = 0; done && i < named.shared.size(); ++i) {
      done = co_await fetcher.Shared(named.shared[i]);
    }
  }
  if (done && ctx.names() != nullptr) {
    done = co_await ctx.names()->interpreter->evaluate_job_xml(ctx, std::move(configurations));
  }
  co_return done;
}

}  // namespace hpdl::stdlib
