#include "compiler/sema/arguments.h"

#include <algorithm>
#include <utility>

#include "stdlib/core/common.h"
#include "stdlib/core/job_xml_property.h"

namespace hpdl::sema {
namespace {

/// Appends the arguments inside `parent`, in preorder. Uses an explicit stack instead of recursion.
/// The stack stays small, because the declarations of the action kinds limit the nesting.
void LowerChildren(const ast::Argument& parent, ExpressionLowering& expressions,
                   LoweredArguments& out) {
  struct Frame {
    const ast::Argument* argument;
    std::size_t next_child;
    std::size_t own;  // index in `out`; unused for the root
  };
  std::vector<Frame> frames = {{&parent, 0, 0}};
  while (!frames.empty()) {
    Frame& frame = frames.back();
    if (frame.next_child < frame.argument->children.size()) {
      const ast::Argument& child = frame.argument->children[frame.next_child++];
      hir::Arg arg;
      arg.field = child.field;
      arg.range = child.range;
      if (child.text && child.field == stdlib::kJobXmlProperty) {
        Message late = expressions.WarnInsteadOfFailing("the action gets this file unevaluated");
        arg.value = expressions.LowerValue(*child.text, stdlib::Type::kString);
        expressions.WarnInsteadOfFailing(std::move(late));
      } else if (child.text) {
        arg.value = expressions.LowerValue(*child.text, stdlib::Type::kString);
      }
      out.args.push_back(arg);
      out.sources.push_back({&child});
      frames.push_back({&child, 0, out.args.size() - 1});
      continue;
    }
    if (frames.size() > 1) {
      out.args[frame.own].end = static_cast<std::uint32_t>(out.args.size());
    }
    frames.pop_back();
  }
}

constexpr std::string_view kTrackers[] = {"job-tracker", "resource-manager"};
constexpr std::string_view kNameNodes[] = {"name-node"};
using Names = std::span<const std::string_view>;

bool IsOneOf(std::string_view name, Names names) {
  for (const std::string_view candidate : names) {
    if (name == candidate) {
      return true;
    }
  }
  return false;
}

/// True if an element of `decl` has one of `names`, in any version.
bool HasField(const stdlib::StructDecl& decl, Names names) {
  return std::any_of(decl.elements.begin(), decl.elements.end(),
                     [&](const auto& element) { return IsOneOf(element.name, names); });
}

/// Returns the name of a <property>, or null if it has none or if it is an expression.
const ast::Template* PropertyName(const ast::Argument& property) {
  for (const ast::Argument& part : property.children) {
    if (part.field == stdlib::kPropertyName && part.text && !part.text->expr.valid()) {
      return &*part.text;
    }
  }
  return nullptr;
}

/// True if a <property> has a value. Oozie ignores a property with an empty value.
bool HasValue(const ast::Argument& property) {
  return std::any_of(
      property.children.begin(), property.children.end(), [](const ast::Argument& part) {
        return part.field == stdlib::kPropertyValue && part.text && !part.text->text.value.empty();
      });
}

/// Returns the index of the element of `decl` that has one of `names` and exists in `version`.
/// Returns the number of elements if there is no such element.
std::uint32_t FindField(const stdlib::StructDecl& decl, Names names, stdlib::Version version) {
  std::uint32_t field = 0;
  for (const stdlib::ElementDecl& element : decl.elements) {
    if (IsOneOf(element.name, names) && element.since <= version && version <= element.until) {
      break;
    }
    ++field;
  }
  return field;
}

/// Returns the name in `names` that an element of `decl` has in `version`. If several names are
/// valid, returns the name that comes last in `decl`, because job-tracker, the older name, comes
/// first.
std::string_view NewestOf(const stdlib::StructDecl& decl, Names names, stdlib::Version version) {
  std::string_view newest = names[0];
  for (const stdlib::ElementDecl& element : decl.elements) {
    if (IsOneOf(element.name, names) && element.since <= version && version <= element.until) {
      newest = element.name;
    }
  }
  return newest;
}

bool HasOne(const ast::Argument& body, const stdlib::StructDecl& decl, Names names) {
  for (const ast::Argument& child : body.children) {
    if (child.field < decl.elements.size() && IsOneOf(decl.elements[child.field].name, names)) {
      return true;
    }
  }
  return false;
}

bool IsRequired(const stdlib::ElementDecl& element, stdlib::Version version) {
  return element.required_since <= version && version <= element.required_until;
}

}  // namespace

ArgumentLowering::ArgumentLowering(const ast::Workflow& workflow, GlobalUse use,
                                   ExpressionLowering& expressions, const Reporter& reporter)
    : workflow_(workflow), expressions_(expressions), reporter_(reporter) {
  if (workflow.inherited) {
    expressions.SetInherited(true);
    Share(*workflow.inherited, use);
    expressions.SetInherited(false);
  }
  if (workflow.global) {
    Share(*workflow.global, use);
  }
}

void ArgumentLowering::Share(const ast::Argument& global, GlobalUse use) {
  auto next = static_cast<std::uint32_t>(global_.args.size());
  if (use == GlobalUse::kLower) {
    expressions_.WarnInsteadOfFailing(
        "each action that uses it fails when a run reaches the action");
    LowerChildren(global, expressions_, global_);
    expressions_.WarnInsteadOfFailing({});
  }
  const auto elements = stdlib::Global::Decl().elements;
  for (const ast::Argument& child : global.children) {
    const Shared shared{use == GlobalUse::kLower ? global_.args[next] : hir::Arg{}, &child};
    const std::string_view name =
        child.field < elements.size() ? elements[child.field].name : std::string_view();
    if (IsOneOf(name, kTrackers)) {
      global_tracker_ = shared;
      trackers_.push_back(next);
    } else if (IsOneOf(name, kNameNodes)) {
      global_name_node_ = shared;
      name_nodes_.push_back(next);
    } else if (name == "configuration" && use == GlobalUse::kLower) {
      std::uint32_t at = next + 1;
      for (const ast::Argument& property : child.children) {
        const ast::Template* const written = HasValue(property) ? PropertyName(property) : nullptr;
        if (written != nullptr) {
          const auto [place, is_new] = global_properties_.try_emplace(written->text.value, at);
          if (!is_new) {
            replaced_.push_back(std::exchange(place->second, at));
          }
        }
        at = global_.args[at].end;
      }
    }
    next = shared.arg.end;
  }
}

bool ArgumentLowering::TakesFromGlobal(const ast::Node& node) const {
  return node.kind != nullptr && workflow_.dialect == ast::Dialect::kOozie &&
         stdlib::TakesGlobal(*node.kind->decl->shapes[node.shape].body);
}

std::vector<std::uint32_t> ArgumentLowering::UnusedGlobal(const ast::Node& node) const {
  if (global_.args.empty() || !TakesFromGlobal(node)) {
    return {};
  }
  std::vector<std::uint32_t> unused = replaced_;
  const stdlib::StructDecl& decl = *node.kind->decl->shapes[node.shape].body;
  // If the action has no address of its own, InsertCluster() gives it that of <global>.
  if (HasField(decl, kTrackers)) {
    unused.insert(unused.end(), trackers_.begin(), trackers_.end());
  }
  if (HasField(decl, kNameNodes)) {
    unused.insert(unused.end(), name_nodes_.begin(), name_nodes_.end());
  }
  for (const ast::Argument& child : node.body.children) {
    if (child.field >= decl.elements.size() ||
        decl.elements[child.field].type != &stdlib::kConfigurationDecl) {
      continue;
    }
    for (const ast::Argument& property : child.children) {
      const ast::Template* const name = HasValue(property) ? PropertyName(property) : nullptr;
      if (name == nullptr) {
        continue;
      }
      const auto found = global_properties_.find(name->text.value);
      if (found != global_properties_.end()) {
        unused.push_back(found->second);
      }
    }
  }
  std::sort(unused.begin(), unused.end());
  unused.erase(std::unique(unused.begin(), unused.end()), unused.end());
  return unused;
}

void ArgumentLowering::InsertCluster(const ast::Node& node, LoweredArguments& out) {
  const stdlib::KindDecl& kind = *node.kind->decl;
  const stdlib::StructDecl& decl = *kind.shapes[node.shape].body;
  Message missing;
  const auto insert = [&](Names names, const std::optional<Shared>& global) {
    // As in Oozie, an address from <global> does not depend on the version of the action.
    const std::uint32_t field = FindField(decl, names, global ? stdlib::kLatest : node.version);
    if (field == decl.elements.size() || HasOne(node.body, decl, names)) {
      return;
    }
    if (global) {
      hir::Arg arg = global->arg;
      arg.field = field;
      arg.end = static_cast<std::uint32_t>(out.args.size() + 1);
      out.args.push_back(arg);
      out.sources.push_back({global->written, true});
    } else if (kind.needs_cluster && !IsRequired(decl.elements[field], node.version)) {
      missing += (missing.empty() ? "no <" : " and no <") +
                 Message::Words(NewestOf(decl, names, node.version)) + ">";
    }
  };
  insert(kTrackers, global_tracker_);
  insert(kNameNodes, global_name_node_);
  if (!missing.empty()) {
    reporter_.Emit(DiagnosticKind::kMissingCluster, node.kind_range,
                   "action " + Quoted(node.name.text) + " has " + missing +
                       ", either of its own or from <global>; " + Message::Words(node.kind_name) +
                       " actions need a cluster");
  }
}

LoweredArguments ArgumentLowering::Lower(const ast::Node& node) {
  LoweredArguments lowered;
  if (node.kind == nullptr) {
    return lowered;  // the kind of the action is unknown, which was reported as an error
  }
  if (workflow_.dialect == ast::Dialect::kOozie) {
    InsertCluster(node, lowered);
  }
  LowerChildren(node.body, expressions_, lowered);
  return lowered;
}

}  // namespace hpdl::sema
