#include "compiler/sema/coordinator/texts.h"

#include <set>
#include <tuple>

#include "compiler/sema/functions.h"

namespace hpdl::sema {
namespace {

/// The kind and the place of a diagnostic.
using Place = std::tuple<DiagnosticKind, std::uint32_t, std::uint32_t>;
Place PlaceOf(const Diagnostic& diagnostic) {
  return {diagnostic.kind, diagnostic.range.begin, diagnostic.range.end};
}

/// Returns the moment at which a text fails that Oozie evaluates after the submission, and what
/// fails with it.
Message MomentOf(stdlib::Environment environment) {
  return environment == stdlib::kCoordinatorActionStart
             ? "each action fails when its data is there"
             : "the job fails when it makes its first action";
}

}  // namespace

TextLowering::TextLowering(const ast::ExprPool& pool, const Reporter& reporter,
                           hir::Expressions& out)
    : pool_(pool),
      reporter_(reporter),
      out_(out),
      first_(pool, *reporter.source, checked_, found_first_),
      only_(pool, *reporter.source, out, *reporter.diagnostics),
      later_(pool, *reporter.source, out, found_later_),
      bounds_(pool, *reporter.source, bound_texts_, ignored_) {
  later_.LetUnknownCallsFail();
}

hir::ValueId TextLowering::Lower(const ast::Template& text) {
  ast::Template first = text;
  first.environment = stdlib::CheckedIn(text.environment);
  if (!text.expr.valid() || first.environment == text.environment) {
    return InPlace(only_.LowerValue(text, stdlib::Type::kString), text.text.range);
  }
  if (!first_.LowerValue(first, stdlib::Type::kString).valid()) {
    return {};
  }
  later_.WarnInsteadOfFailing(MomentOf(text.environment));
  return InPlace(later_.LowerValue(text, stdlib::Type::kString), text.text.range);
}

hir::ValueId TextLowering::InPlace(hir::ValueId id, Range range) {
  if (!id.valid() || out_.values[id.index].range == range) {
    return id;
  }
  hir::Value own = out_.values[id.index];
  own.range = range;
  out_.values.push_back(std::move(own));
  return {static_cast<std::uint32_t>(out_.values.size() - 1)};
}

hir::Instance TextLowering::LowerInstance(const ast::Template& text) {
  hir::Instance instance;
  instance.range = text.text.range;
  instance.text = Lower(text);
  if (!instance.text.valid()) {
    return instance;
  }
  ast::Template bound = text;
  bound.environment = stdlib::kCoordinatorActionRange;
  bound_at_[text.text.range.begin] = bounds_.LowerValue(bound, stdlib::Type::kString);
  if (text.expr.valid() && pool_[text.expr].kind == ast::ExprKind::kCall) {
    const ast::Expr& call = pool_[text.expr];
    const stdlib::FunctionDecl* function =
        FindFunction(call.text, call.operands.size(), stdlib::kCoordinatorActionInstances);
    instance.waits = function != nullptr && function->role == stdlib::FunctionRole::kCheckOnly;
  }
  return instance;
}

hir::ValueId TextLowering::BoundOf(const hir::Instance& instance) const {
  const auto found = bound_at_.find(instance.range.begin);
  return found == bound_at_.end() ? hir::ValueId() : found->second;
}

std::vector<hir::GivenProperty> TextLowering::Lower(std::span<const ast::Property> properties) {
  std::vector<hir::GivenProperty> lowered;
  for (const ast::Property& property : properties) {
    lowered.push_back({Lower(property.name), Lower(property.value)});
  }
  return lowered;
}

void TextLowering::LowerChildren(const ast::Argument& parent, std::vector<hir::Arg>* out) {
  for (const ast::Argument& child : parent.children) {
    const std::size_t at = out->size();
    hir::Arg& arg = out->emplace_back();
    arg.field = child.field;
    arg.range = child.range;
    arg.value = Lower(child.text);
    LowerChildren(child, out);
    (*out)[at].end = static_cast<std::uint32_t>(out->size());
  }
}

void TextLowering::Report() {
  std::set<Place> reported;
  const auto pass_on = [&](Diagnostic& found) {
    reported.insert(PlaceOf(found));
    Diagnostic& passed = reporter_.Emit(found.kind, found.range, std::move(found.text));
    passed.notes = std::move(found.notes);
    passed.fix = std::move(found.fix);
  };
  for (Diagnostic& found : found_first_.Sorted()) {
    pass_on(found);
  }
  // The later phase finds most of what the first phase has found once more.
  for (Diagnostic& found : found_later_.Sorted()) {
    const bool is_failure =
        found.severity == Severity::kError || found.kind == DiagnosticKind::kFailsIfReached;
    if (is_failure && !reported.contains(PlaceOf(found))) {
      pass_on(found);
    }
  }
}

}  // namespace hpdl::sema
