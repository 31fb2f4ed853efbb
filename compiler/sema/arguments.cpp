#include "compiler/sema/arguments.h"

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
  if (!workflow.global) {
    return;
  }
  if (use == GlobalUse::kLower) {
    expressions.WarnInsteadOfFailing(
        "each action that uses it fails when a run reaches the action");
    LowerChildren(*workflow.global, expressions, global_);
    expressions.WarnInsteadOfFailing({});
  }
  const auto elements = stdlib::Global::Decl().elements;
  std::uint32_t next = 0;
  for (const ast::Argument& child : workflow.global->children) {
    const Shared shared{global_.args.empty() ? hir::Arg{} : global_.args[next], &child};
    next = shared.arg.end;
    const std::string_view name =
        child.field < elements.size() ? elements[child.field].name : std::string_view();
    if (IsOneOf(name, kTrackers)) {
      global_tracker_ = shared;
    } else if (IsOneOf(name, kNameNodes)) {
      global_name_node_ = shared;
    }
  }
}

void ArgumentLowering::InsertCluster(const ast::Node& node, LoweredArguments& out) {
  const stdlib::KindDecl& kind = *node.kind->decl;
  const stdlib::StructDecl& decl = *kind.shapes[node.shape].body;
  Message missing;
  const auto insert = [&](Names names, const std::optional<Shared>& global) {
    const std::uint32_t field = FindField(decl, names, node.version);
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
