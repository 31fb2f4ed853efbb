#include "runtime/server/protocols/oozie/action_conf.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "runtime/engines/workflow/args_codec.h"
#include "runtime/ground/abi/hpdl_abi.h"
#include "runtime/ground/base/java_hash.h"
#include "runtime/ground/base/jdom_xml.h"
#include "runtime/ground/base/secret_name.h"
#include "runtime/ground/base/trim.h"
#include "runtime/ground/config/config.h"

namespace hpdl::rt {
namespace {

constexpr std::size_t kMostConf = 1 << 20;
constexpr std::string_view kHidden = "***";

/// A property of a merged <configuration>.
struct MergedProperty {
  std::string key;  ///< the name as written; properties with the same key replace each other
  std::string name, value;
};

/// The properties of a launcher's settings (Oozie's class LauncherConfigHandler).
constexpr std::pair<std::string_view, const char*> kLauncherProperties[] = {
    {"memory.mb", "oozie.launcher.memory.mb"},
    {"vcores", "oozie.launcher.vcores"},
    {"priority", "oozie.launcher.priority"},
    {"java-opts", "oozie.launcher.javaopts"},
    {"env", "oozie.launcher.env"},
    {"queue", "oozie.launcher.queue"},
    {"sharelib", "oozie.launcher.sharelib"},
    {"view-acl", "oozie.launcher.view.acl"},
    {"modify-acl", "oozie.launcher.modify.acl"}};

/// An element as the definition has it, and a copy with the texts to show.
struct Shown {
  explicit Shown(const XmlElement* element)
      : written(element), shown(element == nullptr ? XmlElement() : *element) {}

  const XmlElement* written;  ///< null: the definition does not have the element
  XmlElement shown;
};

/// Replaces the attributes and texts of `element` by the evaluated arguments, from the argument
/// `first` on. The compiler makes one argument of each attribute and each child, in document order.
/// Returns false if the arguments belong to another element.
bool Fill(const ArgNode& arguments, std::size_t first, XmlElement* element) {
  std::size_t at = first;
  const auto next = [&]() -> const ArgNode* {
    while (at < arguments.children.size() && arguments.children[at].field == HPDL_FILE_PROPERTY) {
      ++at;
    }
    return at < arguments.children.size() ? &arguments.children[at++] : nullptr;
  };
  for (XmlElement::Attribute& attribute : element->attributes) {
    const ArgNode* argument = next();
    if (argument == nullptr || !argument->children.empty()) {
      return false;
    }
    attribute.value = argument->text;
  }
  for (XmlElement& child : element->children) {
    const ArgNode* argument = next();
    if (argument == nullptr || argument->line != child.line || !Fill(*argument, 0, &child)) {
      return false;
    }
    child.text = argument->text;
  }
  return next() == nullptr;
}

/// True if the values of the node are recorded. A node that waits for a person may have only a mark
/// (MarkUntold()).
bool HasValues(const NodeRow& row) {
  return row.arguments.size() > (IsUntold(row.arguments) ? 1 : 0);
}

/// Replaces the texts of the action and of <global> by the values in the row. Returns false if the
/// row does not fit the definition.
bool FillFromRow(const NodeRow& row, XmlElement* action, XmlElement* global) {
  if (!HasValues(row)) {
    return true;
  }
  const Result<ActionArguments> arguments = DecodeArguments(row.arguments);
  if (!arguments) {
    return false;
  }
  // The compiler puts the addresses that the action has from <global> before its own arguments.
  const std::size_t own = action->attributes.size() + action->children.size();
  const std::size_t all = arguments->root.children.size();
  return own <= all && Fill(arguments->root, all - own, action) &&
         (!arguments->global || Fill(*arguments->global, 0, global));
}

void Put(MergedProperty property, std::vector<MergedProperty>* all) {
  const auto found = std::find_if(all->begin(), all->end(), [&](const MergedProperty& each) {
    return each.key == property.key;
  });
  if (found == all->end()) {
    all->push_back(std::move(property));
  } else {
    *found = std::move(property);
  }
}

/// Adds the properties that Oozie makes of <launcher>, and then those of <configuration>. Both are
/// children of `parent`. A property without a value is left out.
void AddProperties(const Shown& parent, bool launcher_last, std::vector<MergedProperty>* all) {
  if (parent.written == nullptr) {
    return;
  }
  const auto add_launcher = [&] {
    if (const XmlElement* launcher = parent.shown.Child("launcher")) {
      for (const auto& [element, property] : kLauncherProperties) {
        if (const XmlElement* setting = launcher->Child(element)) {
          Put({property, property, setting->text}, all);
        }
      }
    }
  };
  if (!launcher_last) {
    add_launcher();
  }
  const XmlElement* written = parent.written->Child("configuration");
  const XmlElement* shown = parent.shown.Child("configuration");
  for (std::size_t i = 0; written != nullptr && i < written->children.size(); ++i) {
    const XmlElement* key = written->children[i].Child("name");
    const XmlElement* value = written->children[i].Child("value");
    if (key != nullptr && value != nullptr && !value->text.empty()) {
      const XmlElement& property = shown->children[i];
      Put({std::string(Trimmed(key->text)), std::string(Trimmed(property.Child("name")->text)),
           property.Child("value")->text},
          all);
    }
  }
  if (launcher_last) {
    add_launcher();
  }
}

XmlElement Leaf(std::string name, std::string space, std::string text) {
  XmlElement leaf;
  leaf.name = std::move(name);
  leaf.space = std::move(space);
  leaf.text = std::move(text);
  return leaf;
}

/// Returns the <configuration> in the order of Java's Properties. Only this element is in the
/// namespace of the action, because Oozie sets the namespace of no other element.
XmlElement ConfigurationOf(const std::vector<MergedProperty>& properties, const XmlElement& action,
                           bool masked) {
  std::vector<std::string> keys;
  std::map<std::string_view, const MergedProperty*> by_key;
  for (const MergedProperty& property : properties) {
    keys.push_back(property.key);
    by_key[property.key] = &property;
  }
  XmlElement configuration = Leaf("configuration", action.space, "");
  configuration.prefix = action.prefix;
  for (const std::string& key : JavaHashOrder(std::move(keys), JavaTable::kConcurrentHashMap)) {
    const MergedProperty& property = *by_key[key];
    const bool hidden = masked && IsSecretName(property.name);
    XmlElement& element = configuration.children.emplace_back(Leaf("property", "", ""));
    element.children = {Leaf("name", "", property.name),
                        Leaf("value", "", hidden ? std::string(kHidden) : property.value),
                        Leaf("source", "", "programatically")};
  }
  return configuration;
}

/// Adds an address of the cluster from <global>. `names` are the names of the element that has the
/// address; the last name counts most.
void AddAddress(const Shown& global, std::initializer_list<const char*> names, XmlElement* action) {
  const XmlElement* address = nullptr;
  for (const char* name : names) {
    if (action->Child(name) != nullptr) {
      return;
    }
    const XmlElement* found = global.shown.Child(name);
    address = found != nullptr ? found : address;
  }
  if (address != nullptr) {
    action->children.push_back(Leaf(address->name, action->space, address->text));
    action->children.back().prefix = action->prefix;
  }
}

/// Puts the files of <global> before all other elements, without the files that the action names.
void AddFiles(const Shown& global, const XmlElement& written, XmlElement* action) {
  std::vector<XmlElement> files;
  for (std::size_t i = 0; global.written != nullptr && i < global.written->children.size(); ++i) {
    const XmlElement& file = global.written->children[i];
    const bool known = std::any_of(
        written.children.begin(), written.children.end(),
        [&](const XmlElement& own) { return own.name == "job-xml" && own.text == file.text; });
    if (file.name == "job-xml" && !known) {
      files.push_back(Leaf("job-xml", action->space, global.shown.children[i].text));
      files.back().prefix = action->prefix;
    }
  }
  action->children.insert(action->children.begin(), files.begin(), files.end());
}

/// Merges <global> and config-default.xml into the action.
void Merge(const WorkflowDefinition& definition, const Shown& global, const Properties* properties,
           bool masked, Shown* action) {
  XmlElement& shown = action->shown;
  if (shown.name == "email" || shown.name == "ssh") {
    return;
  }
  AddAddress(global, {"name-node"}, &shown);
  if (shown.name != "fs") {
    AddAddress(global, {"job-tracker", "resource-manager"}, &shown);
  }
  std::vector<MergedProperty> merged;
  if (shown.name != "sub-workflow") {
    for (const auto& [name, written] : definition.defaults()) {
      const Result<std::string> value =
          properties == nullptr ? Result<std::string>(written) : ExpandValue(written, *properties);
      merged.push_back({name, name, value ? *value : written});
    }
  }
  AddProperties(global, true, &merged);
  AddProperties(*action, false, &merged);
  AddFiles(global, *action->written, &shown);
  XmlElement configuration = ConfigurationOf(merged, shown, masked);
  const auto place =
      std::find_if(shown.children.begin(), shown.children.end(),
                   [](const XmlElement& each) { return each.name == "configuration"; });
  if (place == shown.children.end()) {
    shown.children.push_back(std::move(configuration));
  } else {
    *place = std::move(configuration);
  }
}

/// Hides the values of secrets in the words of an element's text: NAME=VALUE, and the word after an
/// option such as --password. `secret` tells if the first word is the value of an option; it is set
/// for the text of the next element.
std::string WithoutSecrets(std::string_view text, bool* secret) {
  std::string shown;
  while (!text.empty()) {
    const std::size_t begin = std::min(text.find_first_not_of(kBlanks), text.size());
    shown += text.substr(0, begin);
    text.remove_prefix(begin);
    const std::string_view word = text.substr(0, text.find_first_of(kBlanks));
    text.remove_prefix(word.size());
    const std::size_t equals = word.find('=');
    if (word.empty()) {
      break;
    }
    if (*secret) {
      shown += kHidden;
    } else if (equals != std::string_view::npos && IsSecretName(word.substr(0, equals))) {
      shown.append(word.substr(0, equals + 1)).append(kHidden);
    } else {
      shown += word;
    }
    *secret =
        !*secret && word.starts_with('-') && equals == std::string_view::npos && IsSecretName(word);
  }
  return shown;
}

/// Hides secrets in the elements below `element`, except in a merged <configuration>.
void Mask(XmlElement* element) {
  bool secret = false;
  for (XmlElement& child : element->children) {
    if (child.name == "configuration") {
      continue;
    }
    child.text = IsSecretName(child.name) && !child.text.empty()
                     ? std::string(kHidden)
                     : WithoutSecrets(child.text, &secret);
    Mask(&child);
  }
}

/// A namespace and its prefix, as an element around the current place declares them.
struct Declared {
  std::string_view prefix, space;
};

void Write(const XmlElement& element, std::vector<Declared> around, JdomXml* xml) {
  xml->Begin(element.prefix.empty() ? element.name : element.prefix + ":" + element.name);
  const auto known = std::find_if(around.rbegin(), around.rend(), [&](const Declared& each) {
    return each.prefix == element.prefix;
  });
  if (known == around.rend() ? !element.space.empty() : known->space != element.space) {
    xml->Attribute(element.prefix.empty() ? "xmlns" : "xmlns:" + element.prefix, element.space);
    around.push_back({element.prefix, element.space});
  }
  for (const XmlElement::Attribute& attribute : element.attributes) {
    xml->Attribute(attribute.name, attribute.value);
  }
  if (element.children.empty()) {
    xml->Text(element.text);
  }
  for (const XmlElement& child : element.children) {
    Write(child, around, xml);
  }
  xml->End();
}

std::optional<std::string> TextOf(const XmlElement& element) {
  JdomXml xml;
  Write(element, {}, &xml);
  std::string text = xml.Take();
  return text.size() <= kMostConf ? std::optional(std::move(text)) : std::nullopt;
}

std::optional<std::string> ConfOfDecision(const XmlElement& decision, const NodeRow& row) {
  const XmlElement* element = decision.Child("switch");
  const Result<ActionArguments> values =
      HasValues(row) ? DecodeArguments(row.arguments) : Result<ActionArguments>(ActionArguments());
  if (element == nullptr || !values || values->root.children.size() > element->children.size()) {
    return std::nullopt;
  }
  XmlElement shown = *element;
  for (std::size_t i = 0; i < values->root.children.size(); ++i) {
    shown.children[i].text = values->root.children[i].text;
  }
  return TextOf(shown);
}

/// Returns the element inside <action> that says what the action does.
const XmlElement* KindIn(const XmlElement& action) {
  constexpr std::string_view kOthers[] = {"ok", "error", "info", "credentials"};
  const auto found =
      std::find_if(action.children.begin(), action.children.end(), [&](const XmlElement& child) {
        return std::find(std::begin(kOthers), std::end(kOthers), child.name) == std::end(kOthers);
      });
  return found == action.children.end() ? nullptr : &*found;
}

}  // namespace

Result<WorkflowDefinition> WorkflowDefinition::Read(std::string_view text, Properties defaults) {
  Result<XmlElement> root = ReadXmlTree(text);
  HPDL_TRY(root);
  WorkflowDefinition definition;
  definition.root_ = std::move(*root);
  for (std::size_t i = 0; i < definition.root_.children.size(); ++i) {
    definition.nodes_.emplace(definition.root_.children[i].Value("name"), i);
  }
  definition.defaults_ = std::move(defaults);
  return definition;
}

const XmlElement* WorkflowDefinition::Node(std::string_view name) const {
  const auto found = nodes_.find(name);
  return found == nodes_.end() ? nullptr : &root_.children[found->second];
}

std::optional<std::string> ConfOf(const WorkflowDefinition& definition, const NodeRow& row,
                                  const Properties& properties, bool masked) {
  const XmlElement* node = definition.Node(row.node);
  if (node == nullptr) {
    return std::nullopt;
  }
  if (node->name == "kill") {
    const XmlElement* message = node->Child("message");
    return message == nullptr ? std::nullopt : std::optional(message->text);
  }
  if (node->name == "decision") {
    return ConfOfDecision(*node, row);
  }
  if (node->name != "action") {
    return std::string();
  }
  const XmlElement* element = KindIn(*node);
  if (element == nullptr) {
    return std::nullopt;
  }
  Shown action(element), global(definition.global());
  if (!FillFromRow(row, &action.shown, &global.shown)) {
    return std::nullopt;
  }
  Merge(definition, global, HasValues(row) ? &properties : nullptr, masked, &action);
  if (masked) {
    Mask(&action.shown);
  }
  return TextOf(action.shown);
}

}  // namespace hpdl::rt
