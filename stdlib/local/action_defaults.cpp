#include "stdlib/local/action_defaults.h"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <vector>

#include "runtime/base/trim.h"
#include "runtime/config/config.h"
#include "runtime/site/site.h"
#include "stdlib/local/settings.h"

namespace hpdl::stdlib {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostInDirectory = 1000;  ///< in a folder

/// Of all kinds; those of the action's own win.
constexpr std::string_view kOfAll = "default";

rt::Error Unreadable(std::string why) {
  return {rt::ErrorClass::kNonTransient, "E0902", "configuration of actions: " + std::move(why)};
}

bool IsMissing(const std::error_code& error) {
  return error == std::errc::no_such_file_or_directory || error == std::errc::not_a_directory;
}

/// Nothing if there is no such file.
rt::Result<void> AddFile(const fs::path& path, rt::Properties* properties) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found) {
    return {};
  }
  if (error) {
    return Unreadable(path.string() + ": " + error.message());
  }
  if (status.type() != fs::file_type::regular) {  // a FIFO is not waited for
    return {};
  }
  const auto read = rt::ReadConfigFile(path.string());
  if (!read) {
    return Unreadable(read.error().message);
  }
  rt::Apply(*read, properties);
  return {};
}

/// The files of a folder by their names; nothing if there is no such folder.
rt::Result<void> AddFolder(const fs::path& folder, rt::Properties* properties) {
  std::error_code error;
  std::vector<fs::path> files;
  fs::directory_iterator at(folder, error);
  for (; !error && at != fs::directory_iterator(); at.increment(error)) {
    const fs::path extension = at->path().extension();
    if (extension == ".xml" || extension == ".properties") {
      files.push_back(at->path());
    }
    if (files.size() > kMostInDirectory) {
      return Unreadable(folder.string() + ": more than 1000 files");
    }
  }
  if (error) {
    return IsMissing(error) ? rt::Result<void>()
                            : Unreadable(folder.string() + ": " + error.message());
  }
  std::sort(files.begin(), files.end());
  for (const fs::path& file : files) {
    HPDL_TRY(AddFile(file, properties));
  }
  return {};
}

fs::path FolderOf(const rt::Site& site, std::string_view job_tracker) {
  const std::string_view setting = site.Text(rt::Setting::kActionConfigurations);
  std::string own = rt::DirectoryFor(setting, Trimmed(job_tracker), site.path());
  return own.empty() ? rt::DirectoryFor(setting, "*", site.path()) : own;
}

}  // namespace

rt::Result<rt::Properties> ActionDefaults(const rt::ActionContext& ctx,
                                          const std::string& job_tracker) {
  rt::Properties properties;
  const fs::path folder = FolderOf(ctx.site(), job_tracker);
  if (folder.empty()) {
    return properties;
  }
  for (const std::string_view name : {kOfAll, ctx.kind()}) {
    if (name.empty()) {
      continue;
    }
    HPDL_TRY(AddFolder(folder / name, &properties));
    HPDL_TRY(AddFile(folder / (std::string(name) + ".xml"), &properties));
  }
  std::erase_if(properties, [](const auto& property) { return IsForTheEngine(property.first); });
  return properties;
}

}  // namespace hpdl::stdlib
