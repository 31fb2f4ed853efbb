#include "compiler/driver/program/included_file.h"

#include <filesystem>
#include <mutex>
#include <string_view>
#include <system_error>
#include <utility>

#include "compiler/application/read_file.h"
#include "compiler/application/remote.h"

namespace hpdl::driver {
namespace {

using pipeline::FoundInclude;

constexpr const char* kInFolder = "/coordinator.xml";

rt::Error IncludeError(const char* code, std::string reason) {
  return {rt::ErrorClass::kError, code, std::move(reason)};
}

/// Returns the reason in an error message `PATH: reason`, because the diagnostic names the file.
std::string ReasonIn(std::string message, const std::string& path) {
  const std::string begin = path + ": ";
  return message.starts_with(begin) ? message.substr(begin.size()) : std::move(message);
}

/// The error for a file that does not exist. `in_folder`: the URI names a folder.
rt::Error NoFile(bool in_folder) {
  return IncludeError(pipeline::kNoInclude,
                      in_folder ? "it is a folder without a coordinator.xml" : "it does not exist");
}

/// The error for a file about which nothing is known.
rt::Error NotKnown(std::string reason) {
  return IncludeError("", std::move(reason));
}

rt::Result<FoundInclude> ReadLocal(std::string path) {
  std::error_code error;
  const bool in_folder = std::filesystem::is_directory(path, error);
  path += in_folder ? kInFolder : "";
  FoundInclude found;
  found.name = std::move(path);  // with its links, which may lead to another file later
  if (!std::filesystem::exists(found.name, error)) {
    return NoFile(in_folder);
  }
  rt::Result<std::string> bytes = application::ReadFile(found.name);
  if (!bytes) {
    return IncludeError(pipeline::kUnreadableInclude,
                        ReasonIn(std::move(bytes.error().message), found.name));
  }
  found.bytes = std::move(*bytes);
  return found;
}

rt::Result<FoundInclude> ReadRemote(application::RemotePlace& place) {
  std::string path = place.path();
  rt::Result<rt::FileStatus> status = place.Status(path);
  const bool in_folder = status && status->type == rt::FileType::kDirectory;
  if (in_folder) {
    path += kInFolder;
    status = place.Status(path);
  }
  if (!status) {
    return NotKnown(std::move(status.error().message));
  }
  if (status->type == rt::FileType::kAbsent) {
    return NoFile(in_folder);
  }
  rt::Result<std::string> bytes = place.Read(path);
  if (!bytes) {
    return IncludeError(pipeline::kUnreadableInclude, std::move(bytes.error().message));
  }
  return FoundInclude{place.file_system() + path, std::move(*bytes)};
}

/// Returns the file system of a directory in HDFS; "" for a directory of this machine.
std::string FileSystemOf(const std::string& directory) {
  return application::IsRemote(directory)
             ? directory.substr(0, directory.find('/', directory.find("://") + 3))
             : std::string();
}

/// Reads a file that may be in a cluster. Only one thread at a time uses the network.
rt::Result<FoundInclude> ReadAnywhere(const std::string& uri, const std::string& directory) {
  static std::mutex one_at_a_time;
  const std::lock_guard<std::mutex> lock(one_at_a_time);
  application::RemotePlace place;
  if (rt::Result<void> opened = place.Open(uri, FileSystemOf(directory)); !opened) {
    return NotKnown(ReasonIn(std::move(opened.error().message), uri));
  }
  if (!place.file_system().empty()) {
    return ReadRemote(place);
  }
  if (!uri.starts_with('/')) {
    return NotKnown(
        "a relative path begins at the home directory of the user in the default file system, "
        "which is not known here");
  }
  return ReadLocal(place.path());
}

}  // namespace

rt::Result<FoundInclude> ReadInclude(const pipeline::IncludeUri& uri, const std::string& directory,
                                     const CompileOptions& options) {
  if (options.given != nullptr) {
    std::string path = options.given->PathFor(uri.written);
    if (path.empty() && uri.known) {
      path = options.given->PathFor(*uri.known);
    }
    if (!path.empty()) {
      return application::IsRemote(path) ? ReadAnywhere(path, directory) : ReadLocal(path);
    }
  }
  if (options.contained) {
    return NotKnown("with --contained, hpdlc reads no included file");
  }
  if (!uri.known) {
    return NotKnown("its URI is not known");
  }
  if (rt::SchemeOf(*uri.known) != "file") {
    return ReadAnywhere(*uri.known, directory);
  }
  // Otherwise every user who can write to HDFS could make hpdlc read files of this machine.
  if (application::IsRemote(directory)) {
    return IncludeError(pipeline::kUnreadableInclude,
                        "a coordinator in HDFS cannot include a file of this machine");
  }
  const rt::Result<std::string> path = rt::ResolvePath(*uri.known, {});
  return path ? ReadLocal(*path) : IncludeError(pipeline::kUnreadableInclude, path.error().message);
}

}  // namespace hpdl::driver
