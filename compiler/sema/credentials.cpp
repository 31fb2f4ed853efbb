#include "compiler/sema/credentials.h"

#include <algorithm>
#include <string>
#include <unordered_set>

#include "compiler/base/budget.h"
#include "compiler/base/suggest.h"
#include "compiler/diagnostics/fixes.h"
#include "runtime/ground/base/lower_case.h"
#include "runtime/ground/base/trim.h"
#include "runtime/ground/value/reserved_names.h"
#include "stdlib/core/control.h"
#include "stdlib/core/credential.h"

namespace hpdl::sema {
namespace {

/// The most properties that the credentials of all actions together may have. Without this limit, a
/// hostile definition could use many credentials in many actions.
constexpr std::size_t kMostRows = 100'000;

/// Returns an empty argument. It stands for the source of an argument that is not in the
/// definition.
const ast::Argument& NotWritten() {
  static const ast::Argument kNothing;
  return kNothing;
}

/// Returns the child of `parent` whose field is `field`, or null.
const ast::Argument* Child(const ast::Argument& parent, std::uint32_t field) {
  const auto found = std::find_if(parent.children.begin(), parent.children.end(),
                                  [&](const ast::Argument& child) { return child.field == field; });
  return found == parent.children.end() ? nullptr : &*found;
}

/// Returns the field for the properties of the node's credentials. Returns nullopt if the node has
/// no `cred` attribute or its kind cannot use credentials.
std::optional<std::uint32_t> FieldOf(const ast::Node& node) {
  return node.kind == nullptr || !node.credentials
             ? std::nullopt
             : stdlib::CredentialField(*node.kind->decl, node.shape);
}

/// The names of the properties that have a value in a credential. `certain` is false if some names
/// contain expressions.
struct Given {
  std::vector<std::string_view> names;
  bool certain = true;
};

Given PropertiesOf(const ast::Argument& credential) {
  Given given;
  for (const ast::Argument& property : credential.children) {
    const ast::Argument* name = Child(property, stdlib::kPropertyName);
    if (property.field != stdlib::control::kCredentialProperty || name == nullptr || !name->text) {
      continue;
    }
    const ast::Argument* value = Child(property, stdlib::kPropertyValue);
    given.certain = given.certain && !name->text->expr.valid();
    if (value != nullptr && value->text &&
        (value->text->expr.valid() || !Trimmed(value->text->text.value).empty())) {
      given.names.push_back(Trimmed(name->text->text.value));
    }
  }
  return given;
}

/// True if the workflow has a <credentials>, even an empty one.
bool HasDeclarations(const ast::Workflow& workflow) {
  const Range& tag = workflow.credentials_body.range;
  return tag.begin != tag.end;
}

class Checks {
 public:
  Checks(const ast::Workflow& workflow, const Reporter& reporter) : reporter_(reporter) {
    for (const stdlib::CredentialDecl* decl : stdlib::AllCredentials()) {
      types_.push_back(decl->name);
      types_.insert(types_.end(), decl->other_names.begin(), decl->other_names.end());
    }
    for (std::size_t i = 0; i < workflow.credentials.size(); ++i) {
      CheckDeclared(workflow.credentials[i], workflow.credentials_body.children[i]);
    }
  }

  /// Warns of a node that uses credentials in a workflow without <credentials>.
  void WarnOfNone(const ast::Node& node) {
    if (FieldOf(node) && !CredentialNames(*node.credentials).empty()) {
      reporter_.Emit(DiagnosticKind::kNoCredentials, node.credentials->range,
                     "action " + Quoted(node.name.text) +
                         " asks for credentials, but the workflow has no <credentials>, so the "
                         "action runs without them");
    }
  }

  void CheckAsked(const ast::Node& node) {
    for (const std::string_view name : CredentialNames(*node.credentials)) {
      if (!known_.contains(CredentialKey(name))) {
        ReportUnknown(node, name);
      }
    }
  }

 private:
  void CheckDeclared(const ast::Credential& credential, const ast::Argument& body) {
    const std::string_view name = credential.name.text;
    if (!known_.insert(CredentialKey(name)).second && !name.empty()) {
      reporter_.Emit(
          DiagnosticKind::kDuplicateCredential, credential.name.range,
          "credential " + Quoted(name) + " is declared a second time; the last declaration counts" +
              (written_.contains(name) ? "" : ", and upper and lower case in names do not matter"));
    } else {
      declared_.push_back(name);
    }
    written_.insert(name);
    const stdlib::CredentialDecl* type = stdlib::FindCredential(credential.type.text);
    if (type == nullptr) {
      if (credential.type.range.begin != credential.type.range.end) {
        reporter_.Emit(DiagnosticKind::kUnknownCredentialType, credential.type.range,
                       Quoted(credential.type.text) +
                           " is not a known type of credential, so no token is requested" +
                           DidYouMean(credential.type.text, types_));
      }
      return;
    }
    CheckProperties(credential, *type, PropertiesOf(body));
  }

  void CheckProperties(const ast::Credential& credential, const stdlib::CredentialDecl& type,
                       const Given& given) {
    const auto has = [&](std::string_view name) {
      return !name.empty() &&
             std::find(given.names.begin(), given.names.end(), name) != given.names.end();
    };
    Message missing;
    std::string_view told;
    for (const stdlib::CredentialProperty& property : type.properties) {
      if (!property.required || has(property.name) || has(property.other_name)) {
        continue;
      }
      missing += (missing.empty() ? "no " : " and no ") + Message::Words(property.name);
      if (const std::string_view near = Nearest(property.name, given.names);
          !near.empty() && near != told && !IsProperty(type, near)) {
        told = near;
        missing += " (" + Quoted(near) + " is given, but it is not a property of this type)";
      }
    }
    if (given.certain && !missing.empty()) {
      reporter_.Emit(DiagnosticKind::kIncompleteCredential, credential.name.range,
                     "credential " + Quoted(credential.name.text) + " of type " +
                         Message::Words(type.name) + " has " + missing +
                         ": if Kerberos is used, no token can be requested");
    }
  }

  static bool IsProperty(const stdlib::CredentialDecl& type, std::string_view name) {
    return std::any_of(type.properties.begin(), type.properties.end(),
                       [&](const stdlib::CredentialProperty& property) {
                         return property.name == name || property.other_name == name;
                       });
  }

  void ReportUnknown(const ast::Node& node, std::string_view name) {
    const Range place = node.credentials->range;
    const bool hint = budget_.Take(declared_.size());
    Diagnostic& diagnostic =
        reporter_.Emit(DiagnosticKind::kUnknownCredential, place,
                       "action " + Quoted(node.name.text) + " asks for credential " + Quoted(name) +
                           ", which <credentials> does not declare" +
                           (hint ? DidYouMean(name, declared_) : Message()));
    if (hint && reporter_.source->Slice(place) == name) {
      diagnostic.fix = RenameToNearestOwn(place, name, declared_);
    }
  }

  const Reporter& reporter_;
  std::vector<std::string_view> declared_, types_;
  std::unordered_set<std::string_view> written_;
  std::unordered_set<std::string> known_;  ///< CredentialKey() of each declared name
  Budget budget_ = HintBudget();
};

ast::Template CredentialText(std::string_view constant) {
  ast::Template text;
  text.text.value = constant;
  return text;
}

}  // namespace

std::string CredentialKey(std::string_view name) {
  return LowerCase(name);
}

std::vector<std::string_view> CredentialNames(const ast::Name& attribute) {
  std::vector<std::string_view> names;
  std::unordered_set<std::string> seen;
  std::string_view left = attribute.text;
  while (!left.empty()) {
    const std::size_t comma = left.find(',');
    const std::string_view name = Trimmed(left.substr(0, comma));
    left = comma == std::string_view::npos ? std::string_view() : left.substr(comma + 1);
    if (!name.empty() && seen.insert(CredentialKey(name)).second) {
      names.push_back(name);
    }
  }
  return names;
}

void CheckCredentials(const ast::Workflow& workflow, const Reporter& reporter) {
  Checks checks(workflow, reporter);
  const bool any = HasDeclarations(workflow);
  for (const ast::Node& node : workflow.nodes) {
    if (node.credentials && any) {
      checks.CheckAsked(node);
    } else if (node.credentials) {
      checks.WarnOfNone(node);
    }
  }
}

CredentialLowering::CredentialLowering(const ast::Workflow& workflow,
                                       ExpressionLowering& expressions, const Reporter& reporter)
    : workflow_(workflow),
      expressions_(expressions),
      reporter_(reporter),
      rows_(workflow.credentials.size()),
      left_(kMostRows) {
  for (std::uint32_t i = 0; i < workflow.credentials.size(); ++i) {
    declared_[CredentialKey(workflow.credentials[i].name.text)] = i;
  }
}

void CredentialLowering::Append(const ast::Node& node, LoweredArguments* out) {
  const std::optional<std::uint32_t> field = FieldOf(node);
  if (!field || !HasDeclarations(workflow_)) {
    return;
  }
  const std::size_t at = out->args.size();
  hir::Arg configuration;
  configuration.field = *field;
  configuration.range = node.credentials->range;
  configuration.value =
      expressions_.LowerValue(CredentialText(rt::kCredentialElement), stdlib::Type::kString);
  out->args.push_back(configuration);
  out->sources.push_back({&NotWritten()});
  for (const std::string_view name : CredentialNames(*node.credentials)) {
    const auto found = declared_.find(CredentialKey(name));
    const Rows none;
    const Rows& rows = found == declared_.end() ? none : RowsOf(found->second);
    if (left_ < rows.size() + 1) {
      if (left_ != 0) {
        reporter_.Emit(DiagnosticKind::kXmlTooLarge, node.credentials->range,
                       "the credentials that actions ask for have more than 100,000 properties "
                       "together");
      }
      left_ = 0;
      break;
    }
    left_ -= rows.size() + 1;
    if (found == declared_.end()) {
      AppendRow(Marker(std::string(stdlib::kCredentialUndeclared).append(name), {}), out);
      continue;
    }
    AppendRow(Marker(std::string(stdlib::kCredentialAsked).append(name),
                     workflow_.credentials[found->second].type.text),
              out);
    for (const Row& row : rows) {
      AppendRow(row, out);
    }
  }
  out->args[at].end = static_cast<std::uint32_t>(out->args.size());
}

const CredentialLowering::Rows& CredentialLowering::RowsOf(std::uint32_t credential) {
  std::optional<Rows>& rows = rows_[credential];
  if (rows) {
    return *rows;
  }
  rows.emplace();
  for (const ast::Argument& property : workflow_.credentials_body.children[credential].children) {
    const ast::Argument* name = Child(property, stdlib::kPropertyName);
    const ast::Argument* value = Child(property, stdlib::kPropertyValue);
    if (property.field != stdlib::control::kCredentialProperty || name == nullptr || !name->text ||
        value == nullptr || !value->text) {
      continue;
    }
    Row row;
    row.written = &property;
    row.value = {expressions_.LowerValue(*value->text, stdlib::Type::kString), value};
    row.name.written = name;
    ast::Template text = *name->text;
    if (!text.expr.valid()) {
      text.text.value = std::string(Trimmed(text.text.value));
    }
    row.name.value = expressions_.LowerPrefixed(stdlib::kCredentialSet, text);
    rows->push_back(row);
  }
  return *rows;
}

CredentialLowering::Row CredentialLowering::Marker(std::string_view name, std::string_view value) {
  const auto part = [&](std::string_view constant) {
    return Part{expressions_.LowerValue(CredentialText(constant), stdlib::Type::kString),
                &NotWritten()};
  };
  Row row;
  row.name = part(name);
  row.value = part(value);
  row.written = &NotWritten();
  return row;
}

void CredentialLowering::AppendRow(const Row& row, LoweredArguments* out) {
  const auto add = [&](std::uint32_t field, const Part& part, std::size_t more) {
    hir::Arg arg;
    arg.field = field;
    arg.value = part.value;
    arg.range = part.written->range;
    arg.end = static_cast<std::uint32_t>(out->args.size() + 1 + more);
    out->args.push_back(arg);
    out->sources.push_back({part.written});
  };
  add(0, {{}, row.written}, 2);
  add(stdlib::kPropertyName, row.name, 0);
  add(stdlib::kPropertyValue, row.value, 0);
}

}  // namespace hpdl::sema
