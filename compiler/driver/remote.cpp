#include "compiler/driver/remote.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <memory>

#include "compiler/driver/ignore.h"
#include "compiler/driver/read_file.h"
#include "runtime/files/await.h"
#include "runtime/files/resolve_path.h"
#include "runtime/hadoop/hadoop.h"
#include "runtime/site/site.h"

namespace hpdl::driver {
namespace {

constexpr std::int64_t kMaxBytes = 1 << 30;
constexpr std::size_t kMaxEntries = 100'000;

/// Who asks, as for programs.
std::string User() {
  for (const char* variable : {"HADOOP_USER_NAME", "USER"}) {
    const char* name = std::getenv(variable);
    if (name != nullptr && *name != '\0') {
      return name;
    }
  }
  return std::to_string(::geteuid());
}

/// One URI's file system, with a loop of its own that runs while somebody waits for an answer.
class RemotePlace {
 public:
  bool Open(const std::string& uri, std::string* error) {
    const std::string site_path = rt::Site::Locate("");
    rt::Result<rt::Site> site = rt::Site::Load(site_path);
    if (!site) {
      *error = site.error().message;
      return false;
    }
    site_ = std::move(*site);
    network_ = hpdl_network_curl.open(loop_);
    systems_ = hpdl_hadoop_web.open(*network_, site_, site_path);
    rt::PathBase base;
    base.remote = systems_.get();
    base.user = User();
    rt::Result<rt::FileLocation> at = rt::Locate(uri, base);
    return Take(uri, std::move(at), &at_, error);
  }
  const std::string& path() const { return at_.path; }

  bool Status(const std::string& path, rt::FileStatus* status, std::string* error) {
    return Take(path, rt::Await(loop_, at_.files->Status(path)), status, error);
  }
  bool Read(const std::string& path, std::string* bytes, std::string* error) {
    return Take(path, rt::Await(loop_, at_.files->Read(path, kMaxBytes)), bytes, error);
  }
  /// Whether anything matches the path as a glob.
  bool Exists(bool* exists, std::string* error) {
    std::vector<std::string> found;
    const bool told = Take(path(), rt::Await(loop_, at_.files->Glob(path(), 0)), &found, error);
    *exists = !found.empty();
    return told;
  }
  bool DirectorySize(std::int64_t* size, std::string* error) {
    return Take(path(), rt::Await(loop_, at_.files->DirectorySize(path())), size, error);
  }
  /// Full paths, sorted.
  bool List(const std::string& directory, std::vector<std::string>* paths, std::string* error) {
    std::string pattern;
    for (const char c : directory) {
      if (std::string_view("*?[]{}\\").find(c) != std::string_view::npos) {
        pattern += '\\';
      }
      pattern += c;
    }
    pattern += "/*";
    return Take(directory, rt::Await(loop_, at_.files->Glob(pattern, kMaxEntries)), paths, error);
  }

 private:
  template <class T>
  static bool Take(const std::string& path, rt::Result<T> result, T* value, std::string* error) {
    if (!result) {
      *error = path + ": " + result.error().message;
      return false;
    }
    *value = std::move(*result);
    return true;
  }

  boost::asio::io_context loop_{1};
  rt::Site site_;
  std::unique_ptr<rt::Network> network_;
  std::unique_ptr<rt::FileSystems> systems_;
  rt::FileLocation at_;
};

/// Collects the files below a directory that belong to the application.
class Collector {
 public:
  Collector(RemotePlace& place, std::string root, IgnoreRules rules)
      : place_(place), root_(std::move(root)), rules_(std::move(rules)) {}

  /// `below` ends in '/' unless it is empty.
  bool Collect(const std::string& below, std::vector<hir::File>* files, std::string* error) {
    std::vector<std::string> paths;
    if (!place_.List(below.empty() ? root_ : root_ + "/" + below.substr(0, below.size() - 1),
                     &paths, error)) {
      return false;
    }
    return std::all_of(paths.begin(), paths.end(), [&](const std::string& path) {
      const std::string name = path.substr(path.rfind('/') + 1);
      return IsLeftOut(name) || Entry(path, below + name, files, error);
    });
  }

 private:
  bool Entry(const std::string& full, const std::string& path, std::vector<hir::File>* files,
             std::string* error) {
    rt::FileStatus status;
    if (path == kDefinitionName || path == kIgnoreName) {
      return true;
    }
    if (!place_.Status(full, &status, error)) {
      return false;
    }
    const bool directory = status.type == rt::FileType::kDirectory;
    if (rules_.Ignores(path, directory)) {
      return true;
    }
    if (directory) {
      return Collect(path + "/", files, error);
    }
    if ((total_ += status.size) > kMaxBytes) {
      *error = root_ + ": the files of the application have more than 1 GiB";
      return false;
    }
    hir::File file;
    file.path = path;
    file.size = static_cast<std::uint64_t>(status.size);
    if (!place_.Read(full, &file.data, error)) {
      return false;
    }
    file.size = file.data.size();
    files->push_back(std::move(file));
    return true;
  }

  RemotePlace& place_;
  const std::string root_;
  const IgnoreRules rules_;
  std::int64_t total_ = 0;
};

bool LoadRemoteDirectory(RemotePlace& place, const std::string& name, Application* application,
                         std::string* error) {
  application->root = name + "/";
  application->directory = name;
  application->definition_name = application->root + kDefinitionName;
  rt::FileStatus status;
  if (!place.Status(place.path() + "/" + kDefinitionName, &status, error)) {
    return false;
  }
  if (status.type == rt::FileType::kAbsent) {
    *error = name + ": no workflow.xml in this directory";
    return false;
  }
  if (!place.Read(place.path() + "/" + kDefinitionName, &application->definition, error) ||
      !place.Status(place.path() + "/" + kIgnoreName, &status, error)) {
    return false;
  }
  std::string rules;
  if (status.type != rt::FileType::kAbsent &&
      !place.Read(place.path() + "/" + kIgnoreName, &rules, error)) {
    return false;
  }
  if (!Collector(place, place.path(), IgnoreRules(rules)).Collect("", &application->files, error)) {
    return false;
  }
  std::sort(application->files.begin(), application->files.end(),
            [](const hir::File& a, const hir::File& b) { return a.path < b.path; });
  return true;
}

/// Opens `uri` and asks there; the reason of a failure without the path, which the caller names.
template <class T, class Question>
bool AskThere(const std::string& uri, Question question, T* value, std::string* error) {
  RemotePlace place;
  const bool told = place.Open(uri, error) && question(place, value, error);
  if (const std::size_t size = error->find(": "); !told && size < std::string::npos) {
    const std::string_view subject = std::string_view(*error).substr(0, size);
    if (uri == subject || place.path() == subject) {
      error->erase(0, size + 2);
    }
  }
  return told;
}

}  // namespace

bool RemoteFileView::Stat(const std::string& uri, rt::FileInfo* info, std::string* error) {
  if (!IsRemote(uri)) {
    return local_.Stat(uri, info, error);
  }
  rt::FileStatus status;
  const auto question = [](RemotePlace& place, rt::FileStatus* answer, std::string* why) {
    return place.Status(place.path(), answer, why);
  };
  if (!AskThere(uri, question, &status, error)) {
    return false;
  }
  *info = {status.type != rt::FileType::kAbsent, status.type == rt::FileType::kDirectory,
           status.size, status.block_size};
  return true;
}

bool RemoteFileView::ExistsGlob(const std::string& uri_glob, bool* exists, std::string* error) {
  if (!IsRemote(uri_glob)) {
    return local_.ExistsGlob(uri_glob, exists, error);
  }
  const auto question = [](RemotePlace& place, bool* answer, std::string* why) {
    return place.Exists(answer, why);
  };
  return AskThere(uri_glob, question, exists, error);
}

bool RemoteFileView::DirectorySize(const std::string& uri, std::int64_t* size, std::string* error) {
  if (!IsRemote(uri)) {
    return local_.DirectorySize(uri, size, error);
  }
  const auto question = [](RemotePlace& place, std::int64_t* answer, std::string* why) {
    return place.DirectorySize(answer, why);
  };
  return AskThere(uri, question, size, error);
}

bool IsRemote(std::string_view path) {
  const std::size_t end = path.find("://");
  return end != std::string_view::npos && rt::IsHadoopScheme(path.substr(0, end));
}

bool ReadAnyFile(const std::string& path, std::string* bytes, std::string* error) {
  if (!IsRemote(path)) {
    return ReadFile(path, bytes, error);
  }
  RemotePlace place;
  return place.Open(path, error) && place.Read(place.path(), bytes, error);
}

bool LoadRemoteApplication(const std::string& path, Application* application, std::string* error) {
  RemotePlace place;
  rt::FileStatus status;
  if (!place.Open(path, error) || !place.Status(place.path(), &status, error)) {
    return false;
  }
  std::string name = path;
  while (name.ends_with('/')) {
    name.pop_back();
  }
  application->identity = name;
  if (status.type == rt::FileType::kAbsent) {
    *error = path + ": no such file or directory";
    return false;
  }
  if (status.type == rt::FileType::kDirectory) {
    return LoadRemoteDirectory(place, name, application, error);
  }
  if (!place.Read(place.path(), &application->definition, error)) {
    return false;
  }
  if (IsZip(application->definition)) {
    *error = path + ": archives are not read from HDFS; copy it here first";
    return false;
  }
  application->definition_name = name;
  application->directory = name.substr(0, name.rfind('/'));
  application->root = application->directory + "/";
  return true;
}

}  // namespace hpdl::driver
