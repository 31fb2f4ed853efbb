#include "compiler/application/load.h"

#include <sys/stat.h>

#include <cerrno>
#include <cstring>

#include "compiler/application/archive.h"
#include "compiler/application/directory.h"
#include "compiler/application/read_file.h"
#include "compiler/application/remote.h"
#include "compiler/application/remote_application.h"
#include "compiler/application/zip.h"

namespace hpdl::application {
namespace {

/// In the order of names.
constexpr const char* kDefaults[] = {kOozieDefaults, kHwsDefaults};

}  // namespace

bool Load(const std::string& path, const std::string& leave_out, Application* application,
          std::string* error) {
  if (IsRemote(path)) {
    return LoadRemoteApplication(path, application, error);
  }
  for (const char* scheme : {"http://", "https://"}) {
    if (path.starts_with(scheme)) {
      *error = path + ": reading " + std::string(scheme, std::strlen(scheme) - 3) +
               " is not supported by this build; copy the application here first";
      return false;
    }
  }
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0) {
    *error = path + ": " + std::strerror(errno);
    return false;
  }
  if (S_ISDIR(status.st_mode)) {
    return LoadDirectory(path, leave_out, application, error);
  }
  if (!ReadFile(path, &application->definition, error)) {
    return false;
  }
  if (IsZip(application->definition)) {
    return LoadArchive(path, application, error);
  }
  application->definition_name = path;
  application->identity = Canonical(path);
  application->directory = application->identity.substr(0, application->identity.rfind('/'));
  application->root = path.substr(0, path.rfind('/') + 1);
  return true;
}

bool AddDefaultsBeside(const std::string& path, Application* application, std::string* error) {
  const bool alone = !IsRemote(path) && application->definition_name == path;
  if (!alone || path != application->root + kDefinitionName) {
    return true;
  }
  IgnoreRules rules;
  if (!ReadRules(application->root, &rules, error)) {
    return false;
  }
  for (const char* name : kDefaults) {
    const std::string full = application->root + name;
    struct stat status{};
    if (::stat(full.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
        !rules.Ignores(name, false)) {
      hir::File& file = application->files.emplace_back();
      file.path = name;
      file.disk_path = full;
      file.size = static_cast<std::uint64_t>(status.st_size);
    }
  }
  return true;
}

}  // namespace hpdl::application
