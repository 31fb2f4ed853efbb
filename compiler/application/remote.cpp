#include "compiler/application/remote.h"

#include <utility>

#include "compiler/application/read_file.h"
#include "runtime/ground/base/current_user.h"

namespace hpdl::application {
namespace {

/// Refuses a file system of Hadoop that is not in the site's list of name nodes.
Result<void> CheckNameNode(const rt::Site& site, std::string_view file_system) {
  const std::size_t scheme = file_system.find("://");
  if (scheme == file_system.npos ||
      site.Allows(rt::Setting::kNameNodes, file_system.substr(scheme + 3))) {
    return {};
  }
  return Failure("the site's list of name nodes does not have " +
                 std::string(file_system.substr(scheme + 3)));
}

}  // namespace

Result<void> RemotePlace::Open(const std::string& uri, const std::string& file_system) {
  const std::string site_path = rt::Site::Locate("");
  Result<rt::Site> site = rt::Site::Load(site_path);
  HPDL_TRY(site);
  site_ = std::move(*site);
  network_ = hpdl_network_curl.open(loop_);
  systems_ = hpdl_hadoop_web.open(*network_, site_, site_path);
  rt::PathBase base;
  base.file_system = file_system;
  base.remote = systems_.get();
  base.user = rt::CurrentUser();
  Result<rt::FileLocation> at = rt::Locate(uri, base);
  if (!at) {
    return Failure(uri + ": " + at.error().message);
  }
  at_ = std::move(*at);
  return CheckNameNode(site_, at_.files->name());
}

Result<rt::FileStatus> RemotePlace::Status(const std::string& path) {
  return rt::Await(loop_, at_.files->Status(path));
}

Result<std::string> RemotePlace::Read(const std::string& path) {
  return rt::Await(loop_, at_.files->Read(path, kMaxBytes));
}

Result<bool> RemotePlace::Exists() {
  const Result<std::vector<std::string>> found = rt::Await(loop_, at_.files->Glob(path(), 0));
  HPDL_TRY(found);
  return !found->empty();
}

Result<std::int64_t> RemotePlace::DirectorySize() {
  return rt::Await(loop_, at_.files->DirectorySize(path()));
}

Result<std::vector<std::string>> RemotePlace::List(const std::string& directory) {
  std::string pattern;
  for (const char c : directory) {
    if (std::string_view("*?[]{}\\").find(c) != std::string_view::npos) {
      pattern += '\\';
    }
    pattern += c;
  }
  pattern += "/*";
  return rt::Await(loop_, at_.files->Glob(pattern, kMaxEntries));
}

bool IsRemote(std::string_view path) {
  const std::size_t end = path.find("://");
  return end != std::string_view::npos && rt::IsHadoopScheme(path.substr(0, end));
}

Result<std::string> ReadAnyFile(const std::string& path) {
  if (!IsRemote(path)) {
    return ReadFile(path);
  }
  RemotePlace place;
  HPDL_TRY(place.Open(path));
  Result<std::string> bytes = place.Read(place.path());
  if (!bytes) {
    return Failure(place.path() + ": " + bytes.error().message);
  }
  return bytes;
}

}  // namespace hpdl::application
