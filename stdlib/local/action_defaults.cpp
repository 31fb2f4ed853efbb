#include "stdlib/local/action_defaults.h"

#include <dirent.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/engines/workflow/user.h"
#include "runtime/ground/base/trim.h"
#include "runtime/ground/config/config.h"
#include "runtime/world/site/site.h"

namespace hpdl::stdlib {

namespace {

constexpr std::size_t kMostInDirectory = 1000;  ///< the most files in one folder

/// The name of the file and of the folder that have the defaults for all kinds. The defaults for
/// one kind win over these defaults.
constexpr std::string_view kOfAll = "default";

rt::Error Unreadable(std::string why) {
  return {rt::ErrorClass::kNonTransient, "E0902", "configuration of actions: " + std::move(why)};
}

rt::Error Unreadable(const std::string& path, int error) {
  return Unreadable(path + ": " + std::strerror(error));
}

bool IsMissing(int error) {
  return error == ENOENT || error == ENOTDIR;
}

/// Adds the properties of a file. Adds nothing if the file does not exist.
rt::Result<void> AddFile(const std::string& path, rt::Properties* properties) {
  struct stat info{};
  if (stat(path.c_str(), &info) != 0) {
    return IsMissing(errno) ? rt::Result<void>() : Unreadable(path, errno);
  }
  if (!S_ISREG(info.st_mode)) {  // a FIFO would block the reader
    return {};
  }
  const auto read = rt::ReadConfigFile(path);
  if (!read) {
    return Unreadable(read.error().message);
  }
  rt::Apply(*read, properties);
  return {};
}

/// Adds the files of a folder in the order of their names. Adds nothing if the folder does not
/// exist.
rt::Result<void> AddFolder(const std::string& folder, rt::Properties* properties) {
  DIR* entries = opendir(folder.c_str());
  if (entries == nullptr) {
    return IsMissing(errno) ? rt::Result<void>() : Unreadable(folder, errno);
  }
  std::vector<std::string> names;
  while (const dirent* entry = readdir(entries)) {
    const std::string_view name = entry->d_name;
    if (names.size() <= kMostInDirectory &&
        (name.ends_with(".xml") || name.ends_with(".properties"))) {
      names.emplace_back(name);
    }
  }
  closedir(entries);
  if (names.size() > kMostInDirectory) {
    return Unreadable(folder + ": more than 1000 files");
  }
  std::sort(names.begin(), names.end());
  for (const std::string& name : names) {
    HPDL_TRY(AddFile(folder + "/" + name, properties));
  }
  return {};
}

std::string FolderOf(const rt::Site& site, std::string_view job_tracker) {
  const std::string_view setting = site.Text(rt::Setting::kActionConfigurations);
  std::string own = rt::DirectoryFor(setting, Trimmed(job_tracker), site.path());
  return own.empty() ? rt::DirectoryFor(setting, "*", site.path()) : own;
}

}  // namespace

rt::Result<rt::Properties> ActionDefaults(const rt::ActionContext& ctx,
                                          const std::string& job_tracker) {
  rt::Properties properties;
  const std::string folder = FolderOf(ctx.site(), job_tracker);
  if (folder.empty()) {
    return properties;
  }
  for (const std::string_view name : {kOfAll, ctx.kind()}) {
    if (name.empty()) {
      continue;
    }
    const std::string path = folder + "/" + std::string(name);
    HPDL_TRY(AddFolder(path, &properties));
    HPDL_TRY(AddFile(path + ".xml", &properties));
  }
  std::erase_if(properties,
                [](const auto& property) { return rt::IsForTheEngine(property.first); });
  return properties;
}

}  // namespace hpdl::stdlib
