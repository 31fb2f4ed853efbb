#include "compiler/driver/sub_workflows.h"

#include <unistd.h>

#include <algorithm>
#include <optional>

#include "compiler/application/read_file.h"
#include "compiler/application/remote.h"
#include "compiler/base/failure.h"
#include "compiler/driver/known_text.h"

namespace hpdl::driver {
namespace {

/// Names the Oozie server that runs children: among the properties of an action of that child
/// alone, by -D of all that no --sub is given for.
constexpr std::string_view kRemoteUrl = "hpdl.subworkflow.oozie.url";

/// The text that names the child's definition: Oozie's <app-path>, HWS's <hadoop-workflow>. Null if
/// the node is something else, or another system runs the child.
const hir::Value* AppPathOf(const hir::Workflow& workflow, const hir::Node& node) {
  if (node.kind == nullptr || node.kind->decl->name != "sub-workflow") {
    return nullptr;
  }
  const stdlib::StructDecl& body = *node.kind->decl->shapes[node.shape].body;
  for (const hir::Arg& arg : node.args) {
    if (arg.value.valid() && workflow.values[arg.value.index].text == kRemoteUrl) {
      return nullptr;
    }
  }
  const hir::Value* found = nullptr;
  for (std::uint32_t i = 0; i < node.args.size(); i = node.args[i].end) {
    const hir::Arg& arg = node.args[i];
    if (!arg.value.valid() || arg.field >= body.elements.size()) {
      continue;
    }
    const std::string_view name = body.elements[arg.field].name;
    const hir::Value& value = workflow.values[arg.value.index];
    if (name == "host-url" && !value.text.empty()) {
      return nullptr;
    }
    if (name == "app-path" || name == "hadoop-workflow") {
      found = &value;
    }
  }
  return found;
}

/// The place on this machine that an app-path names; empty if it names none. A definition in HDFS
/// names none: whoever may write there could have files of this machine read.
std::string LocalPath(const std::string& text, const std::string& directory) {
  if (application::IsRemote(directory)) {
    return {};
  }
  std::string path = text;
  if (path.starts_with("file:")) {
    path.erase(0, 5);
    if (path.starts_with("//") && !path.starts_with("///")) {
      return {};  // a host
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

/// The place in HDFS that an app-path names, by itself or because its parent is there; empty if it
/// names none.
std::string RemotePath(const std::string& text, const std::string& directory) {
  if (application::IsRemote(text)) {
    return text;
  }
  if (text.empty() || !application::IsRemote(directory) || text.find(':') < text.find('/')) {
    return {};
  }
  if (text.front() == '/') {  // of the same name node
    return directory.substr(0, directory.find('/', directory.find("://") + 3)) + text;
  }
  return directory + "/" + text;
}

}  // namespace

SubWorkflows::SubWorkflows(const CompileOptions& options, pipeline::PropertyMap defines,
                           std::vector<std::string> given)
    : options_(options),
      defines_(std::move(defines)),
      given_(std::move(given)),
      used_(given_.size(), false) {}

rt::Result<void> SubWorkflows::Resolve(Compiled root) {
  for (const std::string& sub : given_) {
    if (sub.find('=') == std::string::npos || sub.ends_with('=') || sub.starts_with('=')) {
      return Failure("--sub wants APP-PATH=PATH, not '" + sub + "'");
    }
  }
  by_identity_[root.application.identity] = 0;
  definitions_.push_back(std::move(root));
  bool found_errors = false;
  for (std::size_t i = 0; i < definitions_.size(); ++i) {
    if (definitions_[i].definition->hir == nullptr) {
      found_errors = true;
    } else {
      HPDL_TRY(ResolveActions(i));
    }
  }
  const auto unused = std::find(used_.begin(), used_.end(), false);
  if (unused != used_.end() && !found_errors) {
    return Failure("--sub " + given_[static_cast<std::size_t>(unused - used_.begin())] +
                   ": no sub-workflow's path is written so");
  }
  return {};
}

rt::Result<void> SubWorkflows::ResolveActions(std::size_t number) {
  // By index: the vector of definitions grows, the hir itself stays where it is.
  const hir::Workflow& workflow = *definitions_[number].definition->hir;
  for (const hir::Node& node : workflow.nodes) {
    if (const hir::Value* app_path = AppPathOf(workflow, node)) {
      HPDL_TRY(ResolveAction(number, *app_path));
    }
  }
  return {};
}

rt::Result<void> SubWorkflows::ResolveAction(std::size_t number, const hir::Value& app_path) {
  const Compiled& parent = definitions_[number];
  const std::string& written = app_path.text;
  const std::string known = Known(parent, app_path);
  std::string path = PathGivenFor(written);
  if (path.empty() && !known.empty()) {
    path = PathGivenFor(known);
  }
  if (path.empty() && defines_.contains(std::string(kRemoteUrl))) {
    return {};
  }
  std::optional<std::size_t> found;
  std::string reason;
  const std::string directory = parent.application.directory;
  if (path.empty()) {
    // HDFS first: what it has no file of this machine stands for.
    if (const std::string remote = RemotePath(known, directory); !remote.empty()) {
      const rt::Result<std::size_t> number_there = Find(remote);
      number_there ? (void)(found = *number_there) : (void)(reason = number_there.error().message);
    } else {
      path = LocalPath(known, directory);
    }
  }
  if (!found && path.empty() && options_.served) {
    return {};
  }
  if (!found && path.empty()) {
    ReportUnknown(number, app_path, known, reason);
    return {};
  }
  if (!found) {
    const rt::Result<std::size_t> number_there = Find(path);
    if (!number_there && options_.served) {
      return {};
    }
    HPDL_TRY(number_there);
    found = *number_there;
  }
  by_text_.try_emplace({written, number}, *found);
  if (!known.empty()) {
    by_text_.try_emplace({known, number}, *found);
  }
  hir::Workflow* child = definitions_[*found].definition->hir.get();
  if (*found != 0 && child != nullptr && child->app_path.empty()) {
    child->app_path = known.empty() ? written : known;
  }
  return {};
}

void SubWorkflows::ReportUnknown(std::size_t number, const hir::Value& app_path,
                                 const std::string& known, const std::string& reason) {
  Definition& parent = *definitions_[number].definition;
  Message text = "no definition found for this sub-workflow";
  if (!known.empty() && known != app_path.text) {
    text += ", which resolves to " + Quoted(known);
  }
  if (!reason.empty()) {
    text += ": " + Message(reason);
  }
  parent.diagnostics.Emit(DiagnosticKind::kUnknownSubWorkflow, parent.source.get(), app_path.range,
                          text + "; give it by --sub '" + Message(app_path.text) +
                              "=PATH', or the Oozie server that runs it by -D " +
                              Message::Words(kRemoteUrl) + "=URL");
}

rt::Result<std::size_t> SubWorkflows::Find(const std::string& path) {
  std::string identity = application::IsRemote(path) ? path : application::Canonical(path);
  while (application::IsRemote(path) && identity.ends_with('/')) {
    identity.pop_back();  // as application::Load() calls the root
  }
  const auto place = by_identity_.find(identity);
  if (place != by_identity_.end()) {
    return place->second;
  }
  rt::Result<Compiled> compiled = Compile(path, options_);
  HPDL_TRY(compiled);
  const std::size_t number = by_identity_[identity] = definitions_.size();
  definitions_.push_back(std::move(*compiled));
  return number;
}

std::vector<hir::SubWorkflow> SubWorkflows::subs() const {
  std::vector<hir::SubWorkflow> subs;
  subs.reserve(by_text_.size());
  for (const auto& [written, number] : by_text_) {
    subs.push_back({written.first, static_cast<std::uint32_t>(written.second),
                    static_cast<std::uint32_t>(number)});
  }
  return subs;
}

std::string SubWorkflows::Known(const Compiled& parent, const hir::Value& app_path) const {
  const hir::Workflow& workflow = *parent.definition->hir;
  rt::Properties properties;
  for (const hir::Parameter& parameter : workflow.parameters) {
    if (parameter.default_value) {
      properties[parameter.name] = *parameter.default_value;
    }
  }
  for (const hir::Property& property : workflow.defaults) {
    properties[property.name] = property.value;
  }
  for (const auto& [name, value] : defines_) {
    properties[name] = value;
  }
  return KnownText(workflow, app_path, properties, parent.application.directory).value_or("");
}

std::string SubWorkflows::PathGivenFor(const std::string& text) {
  for (std::size_t i = 0; i < given_.size(); ++i) {
    if (given_[i].size() > text.size() && given_[i].starts_with(text) &&
        given_[i][text.size()] == '=') {
      used_[i] = true;
      return given_[i].substr(text.size() + 1);
    }
  }
  return {};
}

}  // namespace hpdl::driver
