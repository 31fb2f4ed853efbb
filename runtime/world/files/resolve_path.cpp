#include "runtime/world/files/resolve_path.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <vector>

#include "runtime/ground/base/trim.h"

namespace hpdl::rt {

namespace {

/// The characters that isspace() accepts.
constexpr std::string_view kSpace = " \t\n\v\f\r";

Error Unsupported(std::string_view uri) {
  return {ErrorClass::kError, "E0904",
          "the scheme " + std::string(SchemeOf(uri)) + " of " + std::string(uri) +
              " is not supported here"};
}

/// Returns the path part of a file: URI. The URI's host is empty or this machine.
std::string_view PathOfFileUri(std::string_view uri) {
  uri.remove_prefix(5);
  if (!uri.starts_with("//")) {
    return uri;
  }
  uri.remove_prefix(2);
  if (uri.starts_with("localhost/")) {
    uri.remove_prefix(9);
  }
  return uri;
}

std::string Normalize(std::string_view path) {
  std::vector<std::string_view> parts;
  while (!path.empty()) {
    const std::size_t end = std::min(path.find('/'), path.size());
    const std::string_view part = path.substr(0, end);
    path.remove_prefix(std::min(end + 1, path.size()));
    if (part == "..") {
      if (!parts.empty()) {
        parts.pop_back();
      }
    } else if (!part.empty() && part != ".") {
      parts.push_back(part);
    }
  }
  std::string out;
  for (const std::string_view part : parts) {
    out.append("/").append(part);
  }
  return out.empty() ? "/" : out;
}

}  // namespace

std::string HomeDirectory() {
  const char* home = std::getenv("HOME");
  return home != nullptr && home[0] == '/' ? home : "/";
}

std::string_view SchemeOf(std::string_view uri) {
  const std::size_t colon = uri.find_first_of(":/");
  if (colon == std::string_view::npos || colon == 0 || uri[colon] != ':' ||
      std::isalpha(static_cast<unsigned char>(uri[0])) == 0) {
    return {};
  }
  const std::string_view scheme = uri.substr(0, colon);
  const bool valid = std::all_of(scheme.begin(), scheme.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '+' || c == '-' || c == '.';
  });
  return valid ? scheme : std::string_view{};
}

Result<std::string> ResolvePath(std::string_view uri, const PathBase& base) {
  uri = Trimmed(uri, kSpace);
  if (uri.empty()) {
    return Error{ErrorClass::kError, "FS001", "a path is empty"};
  }
  const std::string_view scheme = SchemeOf(uri);
  if (scheme == "file") {
    return Normalize(PathOfFileUri(uri));
  }
  if (!scheme.empty()) {
    return Unsupported(uri);
  }
  const std::string_view base_scheme = SchemeOf(base.file_system);
  if (!base_scheme.empty() && base_scheme != "file") {
    return Unsupported(base.file_system);
  }
  return Normalize(uri.starts_with('/') ? std::string(uri) : base.home + "/" + std::string(uri));
}

namespace {

/// A URI split into its file system, such as `hdfs://nn:8020`, and its path. Without an authority
/// the file system is only the scheme.
struct SplitUri {
  std::string_view file_system, path;
  bool has_authority = false;
};

SplitUri Split(std::string_view uri) {
  const std::size_t colon = SchemeOf(uri).size();
  SplitUri split;
  std::string_view rest = uri.substr(colon + 1);
  if (!rest.starts_with("//")) {
    split.file_system = uri.substr(0, colon);
    split.path = rest;
    return split;
  }
  const std::size_t end = std::min(rest.find('/', 2), rest.size());
  split.has_authority = end > 2;
  split.file_system = uri.substr(0, colon + 1 + end);
  split.path = rest.substr(end);
  return split;
}

/// Locates a URI that has a scheme.
Result<FileLocation> LocateUri(std::string_view uri, const PathBase& base) {
  const std::string_view scheme = SchemeOf(uri);
  if (scheme == "file") {
    return FileLocation{&LocalFiles(), Normalize(PathOfFileUri(uri))};
  }
  if (!IsHadoopScheme(scheme)) {
    Error error = Unsupported(uri);
    error.message += "; use file, hdfs, webhdfs, swebhdfs, or a plain path";
    return error;
  }
  if (base.remote == nullptr) {
    Error error = Unsupported(uri);
    error.message += ": the program was built with --no-network";
    return error;
  }
  const SplitUri split = Split(uri);
  std::string file_system(split.file_system);
  if (!split.has_authority) {
    Result<std::string> other = std::string(base.file_system);
    if (SchemeOf(*other) != scheme) {
      other = base.remote->Default();
      HPDL_TRY(other);
    }
    if (SchemeOf(*other) != scheme || !Split(*other).has_authority) {
      return Error{
          ErrorClass::kNonTransient, "E0902",
          std::string(uri) +
              " names no name node, and no Hadoop configuration has a name node in fs.defaultFS; "
              "set HADOOP_CONF_DIR to a folder with the cluster's core-site.xml, then resume the "
              "job"};
    }
    file_system = Split(*other).file_system;
  }
  Result<FileSystem*> files = base.remote->Open(file_system, base.user);
  HPDL_TRY(files);
  return FileLocation{*files, Normalize(split.path)};
}

}  // namespace

Result<FileLocation> Locate(std::string_view uri, const PathBase& base) {
  uri = Trimmed(uri, kSpace);
  if (uri.empty()) {
    return Error{ErrorClass::kError, "FS001", "a path is empty"};
  }
  if (!SchemeOf(uri).empty()) {
    return LocateUri(uri, base);
  }
  std::string file_system(Trimmed(base.file_system, kSpace));
  if (file_system.empty() && base.remote != nullptr) {
    Result<std::string> configured = base.remote->Default();
    HPDL_TRY(configured);
    file_system = *configured;
  }
  FileLocation location{&LocalFiles(), {}};
  std::string home = base.home;
  if (const std::string_view scheme = SchemeOf(file_system); !scheme.empty() && scheme != "file") {
    Result<FileLocation> there = LocateUri(file_system, base);
    HPDL_TRY(there);
    location.files = there->files;
    home = location.files->Home();
  }
  location.path =
      Normalize(uri.starts_with('/') ? std::string(uri) : home + "/" + std::string(uri));
  return location;
}

}  // namespace hpdl::rt
