#include "runtime/server/protocols/oozie/action_conf.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "runtime/engines/workflow/args_codec.h"
#include "runtime/ground/abi/hpdl_abi.h"
#include "runtime/ground/base/java_hash.h"
#include "runtime/ground/base/jdom_xml.h"
#include "runtime/ground/base/trim.h"
#include "runtime/ground/value/launcher_properties.h"
#include "runtime/ground/value/reserved_names.h"

namespace hpdl::rt {
namespace {

constexpr std::size_t kMostConf = 1 << 20;

/// A property of a merged <configuration>.
struct MergedProperty {
  std::string key;  ///< the name as written; properties with the same key replace each other
  std::string name, value;
};

/// An element as the definition has it, and a copy with the texts to show.
struct Shown {
  explicit Shown(const XmlElement* element)
      : written(element), shown(element == nullptr ? XmlElement() : *element) {}

  const XmlElement* written;  ///< null: the definition does not have the element
  XmlElement shown;
};

/// The fields of the children of one element, and the names that belong to them. Each name has one
/// field, and each field has one name.
class FieldNames {
 public:
  bool Fits(std::uint32_t field, const std::string& name) {
    return names_.emplace(field, name).first->second == name &&
           fields_.emplace(name, field).first->second == field;
  }

 private:
  std::map<std::uint32_t, std::string> names_;
  std::map<std::string, std::uint32_t> fields_;
};

using Arguments = std::span<const ArgNode>;

/// Gives the arguments one after the other, without the files of configurations.
class ArgumentReader {
 public:
  explicit ArgumentReader(Arguments arguments) : arguments_(arguments) {}
  /// Returns null at the end.
  const ArgNode* Next() {
    while (at_ < arguments_.size() && arguments_[at_].field == HPDL_FILE_PROPERTY) {
      ++at_;
    }
    return at_ < arguments_.size() ? &arguments_[at_++] : nullptr;
  }

 private:
  const Arguments arguments_;
  std::size_t at_ = 0;
};

bool Fill(Arguments arguments, FieldNames names, XmlElement* element);

/// Does the same as Fill(), but `leaves_out` is true for the children without an argument.
template <class LeavesOut>
bool FillWithout(Arguments arguments, FieldNames names, const LeavesOut& leaves_out,
                 XmlElement* element) {
  ArgumentReader reader(arguments);
  for (XmlElement::Attribute& attribute : element->attributes) {
    const ArgNode* argument = reader.Next();
    if (argument == nullptr || !argument->children.empty() ||
        !names.Fits(argument->field, "@" + attribute.name)) {
      return false;
    }
    attribute.value = argument->text;
  }
  for (XmlElement& child : element->children) {
    if (leaves_out(child)) {
      continue;
    }
    const ArgNode* argument = reader.Next();
    if (argument == nullptr || argument->line != child.line ||
        !names.Fits(argument->field, child.name) || !Fill(argument->children, {}, &child)) {
      return false;
    }
    child.text = argument->text;
  }
  return reader.Next() == nullptr;
}

/// Replaces the attributes and texts of `element` by evaluated arguments. The compiler makes one
/// argument of each attribute and each child, in document order. Returns false if the arguments
/// belong to another element.
bool Fill(Arguments arguments, FieldNames names, XmlElement* element) {
  return FillWithout(arguments, std::move(names), [](const XmlElement&) { return false; }, element);
}

constexpr const char* kTrackers[] = {"job-tracker", "resource-manager"};
constexpr const char* kNameNodes[] = {"name-node"};
using Names = std::span<const char* const>;

bool HasOne(const XmlElement& element, Names names) {
  return std::any_of(names.begin(), names.end(),
                     [&](const char* name) { return element.Child(name) != nullptr; });
}

/// Returns the address in <global> of which the argument is a copy; null if there is none, or if
/// the action has an address itself.
XmlElement* AddressOf(const ArgNode& argument, Names names, const XmlElement& action,
                      XmlElement* global) {
  if (!argument.children.empty() || HasOne(action, names)) {
    return nullptr;
  }
  for (XmlElement& child : global->children) {
    if (child.line == argument.line &&
        std::find(names.begin(), names.end(), child.name) != names.end()) {
      return &child;
    }
  }
  return nullptr;
}

/// Puts the addresses into <global> that the compiler has put before an action's own arguments: the
/// job tracker and then the name node, each at most once. Adds their fields to `names`. Returns
/// false if `front` has something else.
bool FillAddresses(Arguments front, const XmlElement& action, XmlElement* global,
                   FieldNames* names) {
  std::size_t at = 0;
  for (const Names address : {Names(kTrackers), Names(kNameNodes)}) {
    // A kind of action with a job tracker has a name node too. So one argument that may be either
    // is the name node.
    const bool is_other = address[0] == kTrackers[0] && front.size() == 1 &&
                          AddressOf(front[0], kNameNodes, action, global) != nullptr;
    XmlElement* place =
        at < front.size() && !is_other ? AddressOf(front[at], address, action, global) : nullptr;
    if (place != nullptr) {
      place->text = front[at].text;
      if (!names->Fits(front[at++].field, address[0])) {
        return false;
      }
    }
  }
  return at == front.size();
}

/// Returns the names of the properties in <configuration>, as they are written; "" for a property
/// without a value.
std::vector<std::string> PropertyNames(const XmlElement& parent) {
  std::vector<std::string> names;
  if (const XmlElement* configuration = parent.Child("configuration")) {
    for (const XmlElement& property : configuration->children) {
      const XmlElement* name = property.Child("name");
      const XmlElement* value = property.Child("value");
      const bool has_value = name != nullptr && value != nullptr && !value->text.empty();
      names.emplace_back(has_value ? Trimmed(name->text) : std::string_view());
    }
  }
  return names;
}

/// Returns for each property in the <configuration> of <global> whether the action or a later
/// property of <global> sets it again.
std::vector<bool> SetAgain(const XmlElement& action, const XmlElement& global) {
  const std::vector<std::string> own = PropertyNames(action), names = PropertyNames(global);
  std::set<std::string_view> later(own.begin(), own.end());
  later.erase("");
  std::vector<bool> again(names.size());
  for (std::size_t i = names.size(); i-- > 0;) {
    again[i] = !names[i].empty() && !later.insert(names[i]).second;
  }
  return again;
}

/// The parts of <global> for which a program has no arguments.
struct LeftOut {
  bool trackers, name_nodes;
  std::vector<bool> properties;  ///< empty: no property is left out

  bool Has(const XmlElement& child) const {
    return (trackers && std::find(std::begin(kTrackers), std::end(kTrackers), child.name) !=
                            std::end(kTrackers)) ||
           (name_nodes && child.name == kNameNodes[0]);
  }
};

bool FillGlobalWithout(Arguments arguments, const LeftOut& left_out, XmlElement* global) {
  ArgumentReader reader(arguments);
  FieldNames names;
  for (XmlElement& child : global->children) {
    if (left_out.Has(child)) {
      continue;
    }
    const ArgNode* argument = reader.Next();
    if (argument == nullptr || argument->line != child.line ||
        !names.Fits(argument->field, child.name)) {
      return false;
    }
    const auto leaves_out = [&](const XmlElement& property) {
      return child.name == "configuration" && !left_out.properties.empty() &&
             left_out.properties[static_cast<std::size_t>(&property - child.children.data())];
    };
    if (!FillWithout(argument->children, {}, leaves_out, &child)) {
      return false;
    }
    child.text = argument->text;
  }
  return reader.Next() == nullptr;
}

/// Replaces the texts of <global> by evaluated arguments. A program has no arguments of what the
/// action does not use: an address that the action has before its own arguments or itself, and a
/// property that it or <global> sets again. A program of an earlier version has all of them.
bool FillGlobal(Arguments arguments, const XmlElement& action, XmlElement* global) {
  const std::vector<bool> again = SetAgain(action, *global);
  for (const LeftOut& left_out : {LeftOut{true, true, again}, LeftOut{false, true, again},
                                  LeftOut{false, false, again}, LeftOut{false, false, {}}}) {
    XmlElement filled = *global;
    if (FillGlobalWithout(arguments, left_out, &filled)) {
      *global = std::move(filled);
      return true;
    }
  }
  return false;
}

/// True if the argument has the properties of the action's credentials. The compiler puts it behind
/// the action's own arguments. It has no properties if `cred` has no names. A program of an earlier
/// version has no text in it.
bool IsOfCredentials(const ArgNode& argument, std::string_view cred) {
  const bool no_names = cred.find_first_not_of(", \t\r\n") == std::string_view::npos;
  const bool marked = argument.text == kCredentialElement || argument.text.empty();
  return marked && argument.children.empty() == no_names &&
         std::all_of(argument.children.begin(), argument.children.end(), [](const ArgNode& row) {
           return row.children.size() == 2 && row.children[0].text.starts_with(kCredentialPrefix);
         });
}

/// True if the values of the node are recorded. A node that waits for a person may have only a mark
/// (MarkUntold()).
bool HasValues(const NodeRow& row) {
  return row.arguments.size() > (IsUntold(row.arguments) ? 1 : 0);
}

/// Replaces the texts of the element `action` in `node`, and those of <global>, by the values in
/// the row. Returns false if the row does not fit the definition, or fits it in two ways.
bool FillFromRow(const NodeRow& row, const XmlElement& node, XmlElement* action,
                 XmlElement* global) {
  if (!HasValues(row)) {
    return true;
  }
  const Result<ActionArguments> read = DecodeArguments(row.arguments);
  if (!read) {
    return false;
  }
  const Arguments all(read->root.children);
  const std::size_t own = action->attributes.size() + action->children.size();
  const bool asks =
      std::any_of(node.attributes.begin(), node.attributes.end(),
                  [](const XmlElement::Attribute& attribute) { return attribute.name == "cred"; });
  const bool of_credentials =
      asks && !all.empty() && IsOfCredentials(all.back(), node.Value("cred"));
  std::optional<XmlElement> filled, filled_global;
  for (const std::size_t behind : {std::size_t{0}, std::size_t{1}}) {
    if (own + behind > all.size() || (behind == 1 && !of_credentials) ||
        (behind == 0 && of_credentials && !all.back().children.empty())) {
      continue;
    }
    const std::size_t front = all.size() - own - behind;
    FieldNames names;
    XmlElement candidate = *action, addressed = *global;
    if (FillAddresses(all.first(front), *action, &addressed, &names) &&
        Fill(all.subspan(front, own), names, &candidate)) {
      if (filled) {
        return false;
      }
      filled = std::move(candidate);
      filled_global = std::move(addressed);
    }
  }
  if (!filled) {
    return false;
  }
  const XmlElement written = std::exchange(*action, std::move(*filled));
  *global = std::move(*filled_global);
  return !read->global || FillGlobal(read->global->children, written, global);
}

/// The properties of a merged <configuration>.
class MergedProperties {
 public:
  /// Adds a property, or replaces the property with the same key.
  void Put(MergedProperty property) {
    const auto [place, added] = places_.emplace(property.key, all_.size());
    if (added) {
      all_.push_back(std::move(property));
    } else {
      all_[place->second] = std::move(property);
    }
  }
  const MergedProperty& Of(const std::string& key) const { return all_[places_.at(key)]; }
  std::vector<std::string> Keys() const {
    std::vector<std::string> keys;
    for (const MergedProperty& property : all_) {
      keys.push_back(property.key);
    }
    return keys;
  }

 private:
  std::vector<MergedProperty> all_;
  std::unordered_map<std::string, std::size_t> places_;  ///< the index of each key
};

/// Adds the properties that Oozie makes of <launcher>, and then those of <configuration>. Both are
/// children of `parent`. A property without a value is left out.
void AddProperties(const Shown& parent, bool launcher_last, MergedProperties* all) {
  if (parent.written == nullptr) {
    return;
  }
  const auto add_launcher = [&] {
    if (const XmlElement* launcher = parent.shown.Child("launcher")) {
      for (const auto& [element, property] : kLauncherProperties) {
        if (const XmlElement* setting = launcher->Child(element)) {
          all->Put({std::string(property), std::string(property), setting->text});
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
      all->Put({std::string(Trimmed(key->text)), std::string(Trimmed(property.Child("name")->text)),
                property.Child("value")->text});
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
XmlElement ConfigurationOf(const MergedProperties& properties, const XmlElement& action) {
  XmlElement configuration = Leaf("configuration", action.space, "");
  configuration.prefix = action.prefix;
  for (const std::string& key : JavaHashOrder(properties.Keys(), JavaTable::kConcurrentHashMap)) {
    const MergedProperty& property = properties.Of(key);
    XmlElement& element = configuration.children.emplace_back(Leaf("property", "", ""));
    element.children = {Leaf("name", "", property.name), Leaf("value", "", property.value),
                        Leaf("source", "", "programatically")};
  }
  return configuration;
}

/// Adds an address of the cluster from <global>. `names` are the names of the element that has the
/// address; the last name counts most.
void AddAddress(const Shown& global, Names names, XmlElement* action) {
  const XmlElement* address = nullptr;
  if (HasOne(*action, names)) {
    return;
  }
  for (const char* name : names) {
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
  std::set<std::string_view> known;
  for (const XmlElement& own : written.children) {
    if (own.name == "job-xml") {
      known.insert(own.text);
    }
  }
  std::vector<XmlElement> files;
  for (std::size_t i = 0; global.written != nullptr && i < global.written->children.size(); ++i) {
    const XmlElement& file = global.written->children[i];
    if (file.name == "job-xml" && !known.contains(file.text)) {
      files.push_back(Leaf("job-xml", action->space, global.shown.children[i].text));
      files.back().prefix = action->prefix;
    }
  }
  action->children.insert(action->children.begin(), files.begin(), files.end());
}

/// True if Oozie merges <global> and config-default.xml into actions of this kind.
bool Merges(const XmlElement& action) {
  return action.name != "email" && action.name != "ssh";
}

/// Merges <global> and config-default.xml into the action.
void Merge(const Properties& defaults, const Shown& global, Shown* action) {
  XmlElement& shown = action->shown;
  AddAddress(global, kNameNodes, &shown);
  if (shown.name != "fs") {
    AddAddress(global, kTrackers, &shown);
  }
  MergedProperties merged;
  if (shown.name != "sub-workflow") {
    for (const auto& [name, value] : defaults) {
      merged.Put({name, name, value});
    }
  }
  AddProperties(global, true, &merged);
  AddProperties(*action, false, &merged);
  AddFiles(global, *action->written, &shown);
  XmlElement configuration = ConfigurationOf(merged, shown);
  const auto place =
      std::find_if(shown.children.begin(), shown.children.end(),
                   [](const XmlElement& each) { return each.name == "configuration"; });
  if (place == shown.children.end()) {
    shown.children.push_back(std::move(configuration));
  } else {
    *place = std::move(configuration);
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

/// Returns the size of the text of an element at `depth`, in which no character needs an escape.
/// The text of an element without children may be longer than this by its blanks.
std::size_t SizeOf(const XmlElement& element, std::size_t depth) {
  const std::size_t name = element.prefix.size() + element.name.size() + 2;
  std::size_t size =
      2 * (name + 2 * depth + 4) + (element.children.empty() ? element.text.size() : 0);
  for (const XmlElement::Attribute& attribute : element.attributes) {
    size += attribute.name.size() + attribute.value.size() + 4;
  }
  for (const XmlElement& child : element.children) {
    size += SizeOf(child, depth + 1);
  }
  return size;
}

/// Returns the bytes that an element, its names and its texts take in memory.
std::size_t MemoryOf(const XmlElement& element) {
  std::size_t bytes =
      2 * sizeof element + element.name.size() + element.space.size() + element.text.size();
  for (const XmlElement::Attribute& attribute : element.attributes) {
    bytes += 2 * sizeof attribute + attribute.name.size() + attribute.value.size();
  }
  for (const XmlElement& child : element.children) {
    bytes += MemoryOf(child);
  }
  return bytes;
}

std::size_t SizeOf(const Properties& properties) {
  std::size_t size = 0;
  for (const auto& [name, value] : properties) {
    size += name.size() + value.size() + 100;
  }
  return size;
}

/// Subtracts `bytes` from the budget. Returns false if the budget does not have them.
bool Take(std::size_t bytes, ConfBudget* budget) {
  if (bytes > budget->bytes) {
    return false;
  }
  budget->bytes -= bytes;
  return true;
}

/// Hides the secrets in the element and returns its text. The text counts as `paid` bytes already.
std::optional<std::string> TextOf(XmlElement element, const ConfValues& values, std::size_t paid,
                                  ConfBudget* budget) {
  if ((values.secrets && !values.secrets->Hide(&element, &budget->compared)) ||
      SizeOf(element, 0) > kMostConf) {
    return std::nullopt;
  }
  JdomXml xml;
  Write(element, {}, &xml);
  std::string text = xml.Take();
  if (text.size() > kMostConf || (text.size() > paid && !Take(text.size() - paid, budget))) {
    return std::nullopt;
  }
  return text;
}

std::optional<std::string> ConfOfKill(const XmlElement& kill, const ConfValues& values,
                                      ConfBudget* budget) {
  const XmlElement* message = kill.Child("message");
  if (message == nullptr || message->text.size() > kMostConf ||
      !Take(message->text.size(), budget)) {
    return std::nullopt;
  }
  std::string text = message->text;
  if (values.secrets && !values.secrets->Hide(&text, &budget->compared)) {
    return std::nullopt;
  }
  return text;
}

std::optional<std::string> ConfOfDecision(const XmlElement& decision, const NodeRow& row,
                                          const ConfValues& values, ConfBudget* budget) {
  const XmlElement* element = decision.Child("switch");
  if (element == nullptr) {
    return std::nullopt;
  }
  const std::size_t bytes = SizeOf(*element, 0) + row.arguments.size();
  if (!Take(bytes, budget)) {
    return std::nullopt;
  }
  const Result<ActionArguments> cases =
      HasValues(row) ? DecodeArguments(row.arguments) : Result<ActionArguments>(ActionArguments());
  if (!cases || cases->root.children.size() > element->children.size()) {
    return std::nullopt;
  }
  XmlElement shown = *element;
  for (std::size_t i = 0; i < cases->root.children.size(); ++i) {
    if (shown.children[i].name != "case") {
      return std::nullopt;
    }
    shown.children[i].text = cases->root.children[i].text;
  }
  return TextOf(std::move(shown), values, bytes, budget);
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
  definition.memory_ = MemoryOf(definition.root_) + SizeOf(definition.defaults_);
  const XmlElement* global = definition.global();
  definition.global_size_ = global == nullptr ? 0 : SizeOf(*global, 0);
  return definition;
}

const XmlElement* WorkflowDefinition::Node(std::string_view name) const {
  const auto found = nodes_.find(name);
  return found == nodes_.end() ? nullptr : &root_.children[found->second];
}

ConfValues::ConfValues(Properties of_defaults)
    : defaults(std::move(of_defaults)), defaults_size(SizeOf(defaults)) {}

std::optional<std::string> ConfOf(const WorkflowDefinition& definition, const NodeRow& row,
                                  const ConfValues& values, ConfBudget* budget) {
  const XmlElement* node = definition.Node(row.node);
  if (node == nullptr) {
    return std::nullopt;
  }
  if (node->name == "kill") {
    return ConfOfKill(*node, values, budget);
  }
  if (node->name == "decision") {
    return ConfOfDecision(*node, row, values, budget);
  }
  if (node->name != "action") {
    return std::string();
  }
  const XmlElement* element = KindIn(*node);
  if (element == nullptr) {
    return std::nullopt;
  }
  const bool merges = Merges(*element);
  const std::size_t bytes = SizeOf(*element, 0) + row.arguments.size() +
                            (merges ? definition.global_size() + values.defaults_size : 0);
  if (!Take(bytes, budget)) {
    return std::nullopt;
  }
  Shown action(element), global(definition.global());
  if (!FillFromRow(row, *node, &action.shown, &global.shown)) {
    return std::nullopt;
  }
  if (merges) {
    Merge(HasValues(row) ? values.defaults : definition.defaults(), global, &action);
  }
  return TextOf(std::move(action.shown), values, bytes, budget);
}

}  // namespace hpdl::rt
