#include "runtime/server/applications/one_action.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <set>
#include <utility>
#include <vector>

#include "runtime/ground/base/java_hash.h"
#include "runtime/ground/base/jdom_xml.h"
#include "runtime/ground/base/text_parts.h"
#include "runtime/ground/base/trim.h"
#include "runtime/ground/config/config.h"
#include "runtime/server/applications/application_place.h"

namespace hpdl::rt {
namespace {

constexpr std::string_view kManager = "yarn.resourcemanager.address";
constexpr std::string_view kNameNode = "fs.default.name", kNewNameNode = "fs.defaultFS";
constexpr std::string_view kLibraries = "oozie.libpath";
constexpr std::string_view kFiles = "oozie.files", kArchives = "oozie.archives";

/// Properties of the job that are left out of the configuration of its map-reduce action.
constexpr std::string_view kNotOfTheAction[] = {
    kManager, kNameNode, kNewNameNode, kLibraries,
    kFiles,   kArchives, "user.name",  "mapreduce.job.user.name"};

/// Writes XML elements in JDOM's pretty format: they are indented by two blanks, and texts have no
/// blanks around them.
class Elements {
 public:
  void Open(std::string_view name, std::string_view attributes = "") {
    Begin(name, attributes);
    text_ += ">\r\n";
    open_.emplace_back(name);
  }
  void Close() {
    const std::string name = std::move(open_.back());
    open_.pop_back();
    text_.append(2 * open_.size(), ' ').append("</").append(name).append(">");
    text_ += open_.empty() ? "" : "\r\n";
  }
  void Empty(std::string_view name, std::string_view attributes) {
    Begin(name, attributes);
    text_ += " />\r\n";
  }
  void Text(std::string_view name, std::string_view text) {
    text = hpdl::Trimmed(text);
    if (text.empty()) {
      return Empty(name, "");
    }
    Begin(name, "");
    text_ += ">";
    AppendJdomText(&text_, text);
    text_.append("</").append(name).append(">\r\n");
  }
  void Property(std::string_view name, std::string_view value) {
    Open("property");
    Text("name", name);
    Text("value", value);
    Close();
  }
  std::string Take() { return std::move(text_); }

 private:
  void Begin(std::string_view name, std::string_view attributes) {
    text_.append(2 * open_.size(), ' ').append("<").append(name);
    text_.append(attributes.empty() ? "" : " ").append(attributes);
  }

  std::string text_;
  std::vector<std::string> open_;
};

/// Makes the error E0803, which Oozie returns for every wrong property of a job that has only one
/// action.
Error OneActionError(std::string text) {
  return {ErrorClass::kError, "E0803", "IO error, " + std::move(text)};
}

Error NotSpecified(std::string_view name) {
  return OneActionError(std::string(name) + " is not specified");
}

const std::string* FindText(const Properties& properties, std::string_view name) {
  const auto found = properties.find(name);
  return found == properties.end() || found->second.empty() ? nullptr : &found->second;
}

/// Returns the name node, for which Hadoop has two properties.
const std::string* FindNameNode(const Properties& properties) {
  const std::string* found = FindText(properties, kNewNameNode);
  return found != nullptr ? found : FindText(properties, kNameNode);
}

/// Returns the values of the properties NAME.0, NAME.1 and so on; the property NAME.size is their
/// number.
Result<std::vector<std::string>> ListOf(const Properties& properties, const std::string& name) {
  std::vector<std::string> words;
  const std::string* size = FindText(properties, name + ".size");
  if (size == nullptr) {
    return words;
  }
  std::size_t count = 0;
  const char* const end = size->data() + size->size();
  const auto [stop, wrong] = std::from_chars(size->data(), end, count);
  if (wrong != std::errc() || stop != end || count > properties.size()) {
    return OneActionError(name + ".size is " + *size +
                          ", which is not the number of the values that are given");
  }
  for (std::size_t i = 0; i < count; ++i) {
    const std::string* word = FindText(properties, name + "." + std::to_string(i));
    words.push_back(word == nullptr ? "" : *word);
  }
  return words;
}

/// Appends an element for each path of a comma-separated list. Adds `#` and its file name to a path
/// that has no `#NAME`.
void AppendPaths(Elements* out, std::string_view element, const std::string* list) {
  if (list == nullptr) {
    return;
  }
  std::vector<std::string_view> paths = Split(*list, ',');
  while (!paths.empty() && paths.back().empty()) {  // Java's split drops empty parts at the end
    paths.pop_back();
  }
  for (const std::string_view path : paths) {
    const std::string_view name = path.substr(path.rfind('/') + 1);
    const bool named = path.find('#') != std::string_view::npos || name.empty();
    out->Text(element, named ? std::string(path) : std::string(path) + "#" + std::string(name));
  }
}

/// Appends a <configuration> element with the properties of the options -Dname=value.
void AppendDefinitions(Elements* out, const std::vector<std::string>& options) {
  if (options.empty()) {
    return;
  }
  out->Open("configuration");
  for (const std::string& option : options) {
    const std::string_view text = std::string_view(option).substr(2);
    const std::size_t equals = std::min(text.find('='), text.size());
    out->Property(text.substr(0, equals), text.substr(std::min(equals + 1, text.size())));
  }
  out->Close();
}

/// Divides words into words that begin with -D, and other words.
std::pair<std::vector<std::string>, std::vector<std::string>> Parted(
    std::vector<std::string> words) {
  std::pair<std::vector<std::string>, std::vector<std::string>> parts;
  for (std::string& word : words) {
    (word.starts_with("-D") ? parts.first : parts.second).push_back(std::move(word));
  }
  return parts;
}

/// Returns the names of the properties in the order in which Hadoop's Configuration lists them. If
/// several names share a bucket of its hash table, their order is not known. The result contains
/// both names of the name node's property even if `properties` does not have them.
std::vector<std::string> InOrderOfHadoop(const Properties& properties) {
  std::set<std::string> all{std::string(kNameNode), std::string(kNewNameNode)};
  for (const auto& [name, value] : properties) {
    all.insert(name);
  }
  std::vector<std::string> names(all.begin(), all.end());
  return JavaHashOrder(std::move(names));
}

/// A job type, and the data that its workflow's only action is made from.
struct OneActionType {
  std::string_view name;      ///< the name of the job type, which is also the name of the workflow
  std::string_view element;   ///< the name of the action's XML element
  std::string_view language;  ///< the namespace of the element; "": the namespace of the workflow
  std::string_view needed;    ///< the property that the type needs; "": no property
  bool script;                ///< the property `needed` contains the text of a script
  Result<void> (*append)(Elements* out, const OneActionType& type, const Properties& properties);
};

Result<void> AppendMapReduce(Elements* out, const OneActionType& /*type*/,
                             const Properties& properties) {
  bool begun = false;
  for (const std::string& name : InOrderOfHadoop(properties)) {
    if (std::find(std::begin(kNotOfTheAction), std::end(kNotOfTheAction), name) !=
        std::end(kNotOfTheAction)) {
      continue;
    }
    if (!begun) {
      out->Open("configuration");
      begun = true;
    }
    out->Property(name, properties.find(name)->second);
  }
  if (begun) {
    out->Close();
  }
  return {};
}

std::string ScriptName(const OneActionType& type) {
  return "dummy." + std::string(type.name);
}

Result<void> AppendScript(Elements* out, const OneActionType& type, const Properties& properties) {
  const std::string prefix = "oozie." + std::string(type.name);
  Result<std::vector<std::string>> options = ListOf(properties, prefix + ".options");
  HPDL_TRY(options);
  const Result<std::vector<std::string>> parameters = ListOf(properties, prefix + ".script.params");
  HPDL_TRY(parameters);
  const auto [definitions, arguments] = Parted(std::move(*options));
  AppendDefinitions(out, definitions);
  out->Text("script", ScriptName(type));
  for (const std::string& parameter : *parameters) {
    out->Text("param", parameter);
  }
  for (const std::string& argument : arguments) {
    out->Text("argument", argument);
  }
  return {};
}

Result<void> AppendSqoop(Elements* out, const OneActionType& type, const Properties& properties) {
  Result<std::vector<std::string>> options = ListOf(properties, "oozie.sqoop.options");
  HPDL_TRY(options);
  AppendDefinitions(out, Parted(std::move(*options)).first);
  for (const std::string_view word : Split(*FindText(properties, type.needed), '\n')) {
    out->Text("arg", word);
  }
  return {};
}

constexpr OneActionType kTypes[] = {
    {"mapreduce", "map-reduce", "", "", false, &AppendMapReduce},
    {"pig", "pig", "", "oozie.pig.script", true, &AppendScript},
    {"hive", "hive", "uri:oozie:hive-action:0.5", "oozie.hive.script", true, &AppendScript},
    {"sqoop", "sqoop", "uri:oozie:sqoop-action:0.4", "oozie.sqoop.command", false, &AppendSqoop},
};

const OneActionType* FindType(std::string_view name) {
  const auto* const found = std::find_if(std::begin(kTypes), std::end(kTypes),
                                         [&](const auto& type) { return type.name == name; });
  return found == std::end(kTypes) ? nullptr : found;
}

Result<void> CheckNeeded(const OneActionType& type, const Properties& properties) {
  if (FindText(properties, kLibraries) == nullptr) {
    return Error{ErrorClass::kError, "E0405",
                 "Submission request does not have any application or lib path"};
  }
  if (FindText(properties, kManager) == nullptr) {
    return NotSpecified(kManager);
  }
  if (FindNameNode(properties) == nullptr) {
    return NotSpecified(std::string(kNameNode) + " or " + std::string(kNewNameNode));
  }
  if (!type.needed.empty() && FindText(properties, type.needed) == nullptr) {
    return NotSpecified(type.needed);
  }
  return {};
}

Result<std::string> DefinitionOf(const OneActionType& type, const Properties& properties) {
  const std::string name(type.name);
  Elements out;
  out.Open("workflow-app", "xmlns=\"uri:oozie:workflow:0.2\" name=\"oozie-" + name + "\"");
  out.Empty("start", "to=\"" + name + "1\"");
  out.Open("action", "name=\"" + name + "1\"");
  out.Open(type.element,
           type.language.empty() ? "" : "xmlns=\"" + std::string(type.language) + "\"");
  out.Text("job-tracker", *FindText(properties, kManager));
  out.Text("name-node", *FindNameNode(properties));
  HPDL_TRY(type.append(&out, type, properties));
  AppendPaths(&out, "file", FindText(properties, kFiles));
  AppendPaths(&out, "archive", FindText(properties, kArchives));
  out.Close();
  out.Empty("ok", "to=\"end\"");
  out.Empty("error", "to=\"fail\"");
  out.Close();
  out.Open("kill", "name=\"fail\"");
  out.Text("message", name + " failed, error message[${wf:errorMessage(wf:lastErrorNode())}]");
  out.Close();
  out.Empty("end", "name=\"end\"");
  out.Close();
  return out.Take();
}

}  // namespace

bool IsOneAction(std::string_view job_type) {
  return FindType(job_type) != nullptr;
}

Result<ApplicationFiles> OneActionFiles(std::string_view job_type, const Properties& properties) {
  const OneActionType& type = *FindType(job_type);
  Properties expanded = properties;
  for (auto& [name, value] : expanded) {
    value = hpdl::Trimmed(value);
  }
  if (const Result<void> all = ExpandAll(&expanded); !all) {
    return OneActionError(all.error().message);
  }
  HPDL_TRY(CheckNeeded(type, expanded));
  Result<std::string> definition = DefinitionOf(type, expanded);
  HPDL_TRY(definition);
  ApplicationFiles files;
  files["workflow.xml"] = std::move(*definition);
  if (type.script) {
    files[ScriptName(type)] = *FindText(expanded, type.needed);
  }
  return files;
}

std::string OneActionManager(const Properties& properties) {
  return ExpandedProperty(kManager, properties);
}

std::string OneActionNameNode(const Properties& properties) {
  const std::string found = ExpandedProperty(kNewNameNode, properties);
  return found.empty() ? ExpandedProperty(kNameNode, properties) : found;
}

}  // namespace hpdl::rt
