#include "stdlib/cluster/job_input.h"

#include <algorithm>
#include <utility>

#include "runtime/ground/base/local_files.h"
#include "runtime/world/mapreduce/settings.h"
#include "stdlib/cluster/upload.h"

namespace hpdl::stdlib {

namespace {

constexpr const char* kInputPaths = "mapreduce.input.fileinputformat.inputdir";
constexpr const char* kRecursive = "mapreduce.input.fileinputformat.input.dir.recursive";
constexpr const char* kSkipFolders =
    "mapreduce.input.fileinputformat.input.dir.nonrecursive.ignore.subdirs";
constexpr const char* kOldFormat = "mapred.input.format.class";
constexpr const char* kNewFormat = "mapreduce.job.inputformat.class";
constexpr const char* kPathFilter = "mapreduce.input.pathFilter.class";
constexpr std::size_t kMostPaths = 1'000'000;
/// The smallest split of a sequence file in bytes, as in Hadoop. A reader can begin only at one of
/// the file's sync marks, which are about this far apart.
constexpr std::int64_t kSequenceMinimum = 102'400;

rt::Error InputFailure(const std::string& uri, const rt::Error& error) {
  return FailureOf("input " + uri, error);
}

std::string NameOf(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

bool IsHidden(const std::string& path) {
  const std::string name = NameOf(path);
  return name.starts_with('_') || name.starts_with('.');
}

bool IsPattern(const std::string& path) {
  return rt::IsGlob(path) || path.find('{') != std::string::npos;
}

struct Format {
  const char* property;
  std::string_view package;
  std::string name;  ///< the name of the input format's class
};

Format FormatOf(const JobConf& conf) {
  const bool old_api = HasOldMapper(conf);
  Format format{old_api ? kOldFormat : kNewFormat,
                old_api ? "org.apache.hadoop.mapred." : "org.apache.hadoop.mapreduce.lib.input.",
                ""};
  if (old_api &&
      conf.Text(kOldFormat) == "org.apache.hadoop.mapred.pipes.PipesNonJavaInputFormat") {
    // PipesNonJavaInputFormat splits the input with the format that this property names.
    format.property = "mapreduce.pipes.inputformat";
  }
  format.name = conf.Text(format.property, std::string(format.package) + "TextInputFormat");
  return format;
}

bool ReadsSequenceFiles(const JobConf& conf) {
  return FormatOf(conf).name.ends_with(".SequenceFileInputFormat");
}

/// Collects the files of a job's input paths in the order in which Hadoop's client finds them.
class InputFinder {
 public:
  explicit InputFinder(const JobConf& conf)
      : recursive_(conf.Flag(kRecursive, false)),
        skip_folders_(!recursive_ && conf.Flag(kSkipFolders, false)),
        sequence_(ReadsSequenceFiles(conf)),
        codecs_(conf.Text("io.compression.codecs")) {}

  rt::Task<rt::Result<void>> Find(rt::FileLocation at) {
    const std::string uri = at.files->name() + at.path;
    if (!IsPattern(at.path)) {
      const rt::Result<rt::FileStatus> status = co_await at.files->Status(at.path);
      if (!status) {
        co_return InputFailure(uri, status.error());
      }
      if (status->type == rt::FileType::kAbsent || IsHidden(at.path)) {
        co_return rt::ActionError("input path does not exist: " + uri);
      }
      co_return co_await Named(std::move(at), *status);
    }
    rt::Result<std::vector<std::string>> found = co_await at.files->Glob(at.path, kMostPaths);
    if (!found) {
      co_return InputFailure(uri, found.error());
    }
    std::erase_if(*found, IsHidden);
    if (found->empty()) {
      co_return rt::ActionError("input pattern " + uri + " matches 0 files");
    }
    for (std::string& path : *found) {
      const rt::Result<rt::FileStatus> status = co_await at.files->Status(path);
      if (!status) {
        co_return InputFailure(uri, status.error());
      }
      rt::FileLocation one{at.files, std::move(path)};
      HPDL_CO_TRY(co_await Named(std::move(one), *status));
    }
    co_return rt::Result<void>();
  }

  /// Asks the file systems which nodes have the blocks of each file.
  rt::Task<rt::Result<void>> FindBlocks() {
    for (std::size_t i = 0; i < files_.size(); ++i) {
      if (files_[i].length == 0) {
        continue;
      }
      const rt::FileLocation& at = places_[i];
      rt::Result<std::vector<rt::FileBlock>> blocks = co_await at.files->Blocks(at.path);
      if (!blocks) {
        co_return InputFailure(files_[i].uri, blocks.error());
      }
      files_[i].blocks = std::move(*blocks);
    }
    co_return rt::Result<void>();
  }

  const std::vector<rt::InputFile>& files() const { return files_; }

 private:
  /// Adds the files of an input path: the file itself, or the files in a directory.
  rt::Task<rt::Result<void>> Named(rt::FileLocation at, rt::FileStatus status) {
    if (status.type != rt::FileType::kDirectory) {
      Add(at, status);
      co_return rt::Result<void>();
    }
    co_return co_await Folder(std::move(at));
  }

  rt::Task<rt::Result<void>> Folder(rt::FileLocation at) {
    const rt::Result<std::vector<rt::DirectoryEntry>> entries = co_await at.files->Entries(at.path);
    if (!entries) {
      co_return InputFailure(at.files->name() + at.path, entries.error());
    }
    for (const rt::DirectoryEntry& entry : *entries) {
      if (IsHidden(entry.name)) {
        continue;
      }
      rt::FileLocation inner{at.files, (at.path == "/" ? "" : at.path) + "/" + entry.name};
      if (entry.status.type != rt::FileType::kDirectory) {
        Add(inner, entry.status);
        continue;
      }
      HPDL_CO_TRY(co_await Inner(std::move(inner)));
    }
    co_return rt::Result<void>();
  }

  /// Handles a directory inside an input directory.
  rt::Task<rt::Result<void>> Inner(rt::FileLocation at) {
    if (recursive_) {
      co_return co_await Folder(std::move(at));
    }
    if (sequence_) {  // a map file; its data is a sequence file
      at.path += "/data";
      const rt::Result<rt::FileStatus> status = co_await at.files->Status(at.path);
      if (!status) {
        co_return InputFailure(at.files->name() + at.path, status.error());
      }
      if (status->type == rt::FileType::kAbsent) {
        co_return rt::ActionError("input path does not exist: " + at.files->name() + at.path);
      }
      Add(at, *status);
      co_return rt::Result<void>();
    }
    if (skip_folders_) {
      co_return rt::Result<void>();
    }
    // This error comes before the job starts. Hadoop's new API would start the job, and a task
    // would then fail.
    co_return rt::ActionError("not a file: " + at.files->name() + at.path + " (" + kRecursive +
                              " reads directories)");
  }

  void Add(const rt::FileLocation& at, const rt::FileStatus& status) {
    rt::InputFile& file = files_.emplace_back();
    file.uri = at.files->name() + at.path;
    file.length = status.size;
    file.block_size = status.block_size;
    file.splittable = sequence_ || codecs_.Splittable(NameOf(at.path));
    places_.push_back(at);
  }

  const bool recursive_, skip_folders_, sequence_;
  const rt::CompressionCodecs codecs_;
  std::vector<rt::InputFile> files_;
  /// The location of the file with the same index in files_.
  std::vector<rt::FileLocation> places_;
};

rt::Result<std::vector<rt::FileLocation>> InputPaths(const rt::PathBase& base,
                                                     const JobConf& conf) {
  std::vector<rt::FileLocation> paths;
  for (const std::string& each : rt::mapreduce::SplitPaths(conf.Text(kInputPaths))) {
    auto at = rt::Locate(each, base);
    HPDL_TRY(at);
    if (at->files == &rt::LocalFiles()) {
      return rt::ActionError("input " + each +
                             " is on this machine, where the cluster does not find it");
    }
    paths.push_back(std::move(*at));
  }
  if (paths.empty()) {
    return rt::ActionError(std::string("no input: ") + kInputPaths + " is not set");
  }
  return paths;
}

rt::SplitRules RulesOf(const JobConf& conf) {
  rt::SplitRules rules;
  rules.old_api = HasOldMapper(conf);
  rules.min_size =
      std::max<std::int64_t>(ReadsSequenceFiles(conf) ? kSequenceMinimum : 1,
                             conf.Number("mapreduce.input.fileinputformat.split.minsize", 1));
  rules.max_size = conf.Number("mapreduce.input.fileinputformat.split.maxsize", INT64_MAX);
  rules.maps = conf.Number("mapreduce.job.maps", 2);
  return rules;
}

}  // namespace

bool HasOldMapper(const JobConf& conf) {
  return !conf.Flag("mapred.mapper.new-api", false);
}

std::string InputThatNeedsJava(const JobConf& conf) {
  const Format format = FormatOf(conf);
  const std::string_view name = format.name;
  const bool known = name.starts_with(format.package) &&
                     (name.substr(format.package.size()) == "TextInputFormat" ||
                      name.substr(format.package.size()) == "KeyValueTextInputFormat" ||
                      name.substr(format.package.size()) == "SequenceFileInputFormat");
  if (!known) {
    return std::string(format.property) + " " + format.name;
  }
  if (const std::string filter = conf.Text(kPathFilter); !filter.empty()) {
    return std::string(kPathFilter) + " " + filter;
  }
  if (!ReadsSequenceFiles(conf)) {
    const rt::CompressionCodecs codecs(conf.Text("io.compression.codecs"));
    if (!codecs.unknown().empty()) {
      return "io.compression.codecs " + codecs.unknown();
    }
  }
  return {};
}

rt::Result<std::string> QualifiedInput(const rt::PathBase& base, const JobConf& conf) {
  const auto paths = InputPaths(base, conf);
  HPDL_TRY(paths);
  std::string text;
  for (const rt::FileLocation& at : *paths) {
    text += text.empty() ? "" : ",";
    for (const char c : at.files->name() + at.path) {
      text += c == ',' || c == '\\' ? "\\" : "";
      text += c;
    }
  }
  return text;
}

rt::Task<rt::Result<std::vector<rt::InputSplit>>> FindSplits(rt::PathBase base,
                                                             const JobConf& conf) {
  rt::Result<std::vector<rt::FileLocation>> paths = InputPaths(base, conf);
  HPDL_CO_TRY(paths);
  InputFinder finder(conf);
  for (rt::FileLocation& at : *paths) {
    HPDL_CO_TRY(co_await finder.Find(std::move(at)));
  }
  HPDL_CO_TRY(co_await finder.FindBlocks());
  std::vector<rt::InputSplit> splits = rt::MakeSplits(finder.files(), RulesOf(conf));
  rt::SortSplits(&splits);
  co_return splits;
}

}  // namespace hpdl::stdlib
