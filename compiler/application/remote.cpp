#include "compiler/application/remote.h"

#include <unistd.h>

#include <cstdlib>
#include <utility>

#include "compiler/application/read_file.h"

namespace hpdl::application {
namespace {

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

template <class T>
bool Take(const std::string& path, rt::Result<T> result, T* value, std::string* error) {
  if (!result) {
    *error = path + ": " + result.error().message;
    return false;
  }
  *value = std::move(*result);
  return true;
}

}  // namespace

bool RemotePlace::Open(const std::string& uri, std::string* error) {
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

bool RemotePlace::Status(const std::string& path, rt::FileStatus* status, std::string* error) {
  return Take(path, rt::Await(loop_, at_.files->Status(path)), status, error);
}

bool RemotePlace::Read(const std::string& path, std::string* bytes, std::string* error) {
  return Take(path, rt::Await(loop_, at_.files->Read(path, kMaxBytes)), bytes, error);
}

bool RemotePlace::Exists(bool* exists, std::string* error) {
  std::vector<std::string> found;
  const bool told = Take(path(), rt::Await(loop_, at_.files->Glob(path(), 0)), &found, error);
  *exists = !found.empty();
  return told;
}

bool RemotePlace::DirectorySize(std::int64_t* size, std::string* error) {
  return Take(path(), rt::Await(loop_, at_.files->DirectorySize(path())), size, error);
}

bool RemotePlace::List(const std::string& directory, std::vector<std::string>* paths,
                       std::string* error) {
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

}  // namespace hpdl::application
