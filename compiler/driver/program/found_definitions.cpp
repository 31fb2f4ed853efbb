#include "compiler/driver/program/found_definitions.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "compiler/application/read_file.h"
#include "compiler/application/remote.h"
#include "compiler/base/failure.h"

namespace hpdl::driver {
namespace {

/// True if an existing path is below a folder after all links are resolved.
bool IsBelow(const std::string& path, const std::string& directory) {
  return application::Canonical(path).starts_with(application::Canonical(directory) + "/");
}

/// Returns the path in HDFS that an app-path means. The app-path is a URI of HDFS, or it is
/// relative to `directory` in HDFS. Returns "" if the app-path means no path in HDFS.
std::string RemotePath(const std::string& text, const std::string& directory) {
  if (application::IsRemote(text)) {
    return text;
  }
  if (text.empty() || !application::IsRemote(directory) || text.find(':') < text.find('/')) {
    return {};
  }
  if (text.front() == '/') {  // a path on the same name node
    return directory.substr(0, directory.find('/', directory.find("://") + 3)) + text;
  }
  return directory + "/" + text;
}

/// The most bytes that all definitions of an application may have together. The limit for a single
/// definition is the same. In memory, a definition takes about thirty times as many bytes as its
/// file.
constexpr std::size_t kMostBytes = frontend::ReadLimits().bytes;

/// The most definitions that are compiled once more because they inherit another <global>.
/// Sub-workflows that name each other may need very many variants. A server runs the further
/// sub-workflows as jobs of their own.
constexpr std::size_t kMostInheriting = 1000;
constexpr std::size_t kMostInheritingServed = 50;

/// The index of a definition with errors that a server refuses when a job starts it.
constexpr std::size_t kRefused = static_cast<std::size_t>(-1);

rt::Error Refused(const std::string& place) {
  return Failure(place + ": this definition has errors");
}

std::size_t BytesOf(const Definition& definition) {
  std::size_t bytes = definition.inherited_bytes;
  bytes += definition.source == nullptr ? 0 : definition.source->text().size();
  for (const pipeline::IncludedSource& included : definition.included) {
    bytes += included.source->text().size();
  }
  return bytes;
}

/// Returns the path of `file` in the directory `path`; returns `path` if it is not a directory. A
/// path in HDFS is a directory if it does not end in ".xml".
std::string FileAt(std::string path, std::string_view file) {
  while (path.ends_with('/') && path.size() > 1) {
    path.pop_back();
  }
  std::error_code error;
  const bool directory = application::IsRemote(path) ? !path.ends_with(".xml")
                                                     : std::filesystem::is_directory(path, error);
  return directory ? path + "/" + std::string(file) : path;
}

/// Fails if the definition is in a language other than `noun`, such as "workflow".
rt::Result<void> CheckNoun(const std::string& path, const Definition& definition,
                           std::string_view noun) {
  if (definition.language != nullptr && definition.language->noun != noun) {
    return Failure(path + ": a " + std::string(noun) + " is expected here, but this is a " +
                   std::string(definition.language->noun));
  }
  return {};
}

}  // namespace

/// Returns "" for a definition in HDFS. Otherwise every user who can write to HDFS could make hpdlc
/// read files of this machine.
std::string LocalPath(const std::string& text, const std::string& directory) {
  if (application::IsRemote(directory)) {
    return {};
  }
  std::string path = text;
  if (path.starts_with("file:")) {
    path.erase(0, 5);
    if (path.starts_with("//") && !path.starts_with("///")) {
      return {};  // a URI with a host
    }
    path.erase(0, std::min(path.find_first_not_of('/'), path.size()));
    path.insert(0, "/");
  } else if (path.find("://") != std::string::npos) {
    return {};
  }
  if (path.empty()) {
    return {};
  }
  if (path.front() != '/') {
    path = directory + "/" + path;
  }
  return ::access(path.c_str(), F_OK) == 0 ? path : std::string();
}

FoundDefinitions::FoundDefinitions(std::shared_ptr<GivenPaths> given)
    : given_(given == nullptr ? std::make_shared<GivenPaths>(std::vector<std::string>())
                              : std::move(given)) {}

void FoundDefinitions::Take(Compiled root) {
  const hir::Workflow* workflow = root.definition->hir.get();
  by_identity_[{root.application.identity,
                workflow == nullptr ? std::string() : workflow->inherited_global}] = 0;
  all_.push_back(std::move(root));
}

rt::Result<void> FoundDefinitions::EndSearch() const {
  const bool sound = std::all_of(all_.begin(), all_.end(),
                                 [](const Compiled& each) { return IsComplete(*each.definition); });
  return sound ? given_->CheckUsed() : rt::Result<void>();
}

rt::Result<FoundDefinitions::Found> FoundDefinitions::Find(const AppPath& app_path,
                                                           std::size_t parent,
                                                           const Purpose& purpose) {
  Found found;
  std::string path = PathGivenFor(app_path);
  const bool is_given = !path.empty();
  if (!is_given) {
    const std::string directory = all_[parent].application.directory;
    // HDFS comes first: a file of this machine never replaces a file of HDFS.
    const std::string remote = RemotePath(app_path.known, directory);
    if (!remote.empty() && purpose.options.contained) {
      return found;
    }
    if (!remote.empty()) {
      const rt::Result<std::size_t> number = AtWithFolder(remote, purpose);
      if (number) {
        found.number = *number;
      } else {
        found.reason = number.error().message;
      }
      return found;
    }
    path = LocalPath(app_path.known, directory);
    const bool contained = purpose.options.contained && !path.empty();
    if (contained && !IsBelow(path, directory)) {
      return found;
    }
    if (contained) {  // the folder of a link may be outside, so the link is resolved
      path = application::Canonical(path);
    }
  }
  if (!path.empty()) {
    const rt::Result<std::size_t> number =
        is_given ? At(path, purpose) : AtWithFolder(path, purpose);
    if (number) {
      found.number = *number;
    } else if (!purpose.options.served) {
      return number.error();
    }
  }
  return found;
}

rt::Result<std::size_t> FoundDefinitions::At(const std::string& path, const Purpose& purpose) {
  const std::string place = purpose.file.empty() ? path : FileAt(path, purpose.file);
  const std::string identity = application::IdentityOf(place, purpose.options.with_folder);
  const auto known = by_identity_.find({identity, purpose.variant});
  if (known != by_identity_.end() && known->second == kRefused) {
    return Refused(place);
  }
  if (known != by_identity_.end()) {
    HPDL_TRY(CheckNoun(place, *all_[known->second].definition, purpose.noun));
  }
  const rt::Result<std::size_t> number = known != by_identity_.end()
                                             ? rt::Result<std::size_t>(known->second)
                                             : Add(place, identity, purpose);
  HPDL_TRY(number);
  all_[*number].places.insert(place);
  return number;
}

rt::Result<std::size_t> FoundDefinitions::AtWithFolder(const std::string& path, Purpose purpose) {
  purpose.options.with_folder = true;
  return At(path, purpose);
}

rt::Result<std::size_t> FoundDefinitions::Add(const std::string& place, const std::string& identity,
                                              const Purpose& purpose) {
  if (bytes_ > kMostBytes) {
    return Failure(
        "the definitions that app-paths name, and the properties that they are given, have more "
        "than " +
        std::to_string(kMostBytes >> 20) + " MiB together");
  }
  const auto other = by_identity_.lower_bound({identity, ""});
  const std::size_t most = purpose.options.served ? kMostInheritingServed : kMostInheriting;
  if (!purpose.options.inherited_global.empty() && other != by_identity_.end() &&
      other->first.first == identity && ++inheriting_again_ > most) {
    return Failure("the sub-workflows inherit more than " + std::to_string(most) +
                   " different <global> sections");
  }
  rt::Result<Compiled> compiled = LoadAndCompile(place, purpose.options);
  HPDL_TRY(compiled);
  HPDL_TRY(CheckNoun(place, *compiled->definition, purpose.noun));
  bytes_ += BytesOf(*compiled->definition) + purpose.variant.size();
  const bool sound =
      IsComplete(*compiled->definition) && !compiled->definition->diagnostics.HasErrors();
  // A package that others have sent is one application, so an error in it refuses the whole package.
  if (purpose.options.served && !purpose.options.contained && !sound) {
    by_identity_[{identity, purpose.variant}] = kRefused;
    return Refused(place);
  }
  const std::size_t number = by_identity_[{identity, purpose.variant}] = all_.size();
  all_.push_back(std::move(*compiled));
  return number;
}

std::string FoundDefinitions::PathGivenFor(const AppPath& app_path) {
  std::string path = given_->PathFor(app_path.value.text);
  return path.empty() && !app_path.known.empty() ? given_->PathFor(app_path.known) : path;
}

void FoundDefinitions::NameWorkflow(std::size_t number, const AppPath& app_path) {
  hir::Workflow* workflow = all_[number].definition->hir.get();
  if (number != 0 && workflow != nullptr && workflow->app_path.empty()) {
    workflow->app_path = app_path.known.empty() ? app_path.value.text : app_path.known;
  }
}

void FoundDefinitions::ReportUnknown(std::size_t parent, const AppPath& app_path,
                                     const Unknown& unknown) {
  Definition& definition = *all_[parent].definition;
  Message text = "no definition found for this " + Message::Words(unknown.what);
  if (!app_path.known.empty() && app_path.known != app_path.value.text) {
    text += ", which resolves to " + Quoted(app_path.known);
  }
  if (!unknown.reason.empty()) {
    text += ": " + Message(unknown.reason);
  }
  definition.diagnostics.Emit(unknown.kind, definition.source.get(), app_path.value.range,
                              text + "; " + unknown.failure + "; give the definition by --sub '" +
                                  Message(app_path.value.text) + "=PATH'" + unknown.or_else);
}

}  // namespace hpdl::driver
