#include <algorithm>
#include <string>
#include <unordered_set>

#include "compiler/analysis/analyses.h"
#include "compiler/analysis/arguments.h"
#include "compiler/base/budget.h"
#include "compiler/base/suggest.h"

namespace hpdl::analysis {
namespace {

using ast::ExprKind;
using stdlib::ArgumentRole;

/// The names of the properties that the definition reads, also in nodes that no run reaches.
class Uses {
 public:
  explicit Uses(Facts& facts)
      : workflow_(facts.subject().workflow), checked_(facts.subject().checked) {
    LookAtExpressions();
    LookAtActions();
    if (!workflow_.sla.empty()) {  // SLA expressions are not parsed
      LookAtText(facts.subject().reporter.source->text());
    }
    for (const GivenValue& given : facts.given().all()) {
      LookAtText(given.value);
    }
  }

  /// True if the definition may read the property. This is always true for a name with a dot,
  /// because Hadoop, Oozie or the program of an action may read it.
  bool MayUse(const std::string& name) const {
    return any_ || name.find('.') != std::string::npos || names_.contains(name);
  }

 private:
  void LookAtExpressions() {
    for (std::uint32_t i = 0; i < workflow_.exprs.size() && !any_; ++i) {
      const ast::Expr& expr = workflow_.exprs[ast::ExprId{i}];
      if (expr.kind == ExprKind::kName) {
        names_.insert(expr.text);
      } else if (expr.kind == ExprKind::kCall) {
        LookAtCall(expr, checked_.BoundTo(ast::ExprId{i}));
      }
    }
  }

  void LookAtCall(const ast::Expr& expr, const sema::Bound& bound) {
    for (std::size_t i = 0; bound.function != nullptr && i < expr.operands.size(); ++i) {
      if (bound.function->arguments[i].role != ArgumentRole::kProperty) {
        continue;
      }
      const ast::Expr& name = workflow_.exprs[expr.operands[i]];
      any_ = any_ || name.kind != ExprKind::kString;  // a computed name may be any name
      names_.insert(name.text);
    }
  }

  /// Sets `any_` if an action may read every property. A sub-workflow that gets the job's
  /// configuration may read every property. A <job-xml> may also read every property, because Oozie
  /// evaluates the expressions in it.
  void LookAtActions() {
    if (workflow_.global) {
      LookAtBody(*workflow_.global, stdlib::kGlobalDecl);
    }
    if (UsesInherited(workflow_)) {
      LookAtBody(*workflow_.inherited, stdlib::kGlobalDecl);
    }
    for (const ast::Node& node : workflow_.nodes) {
      if (node.kind != nullptr) {
        LookAtBody(node.body, BodyOf(node));
      }
    }
  }

  void LookAtBody(const ast::Argument& body, const stdlib::StructDecl& decl) {
    for (const ast::Argument& child : body.children) {
      const stdlib::ElementDecl* element = DeclarationOf(child, decl).element;
      any_ = any_ || (element != nullptr && (element->role == stdlib::ElementRole::kJobXml ||
                                             element->role == stdlib::ElementRole::kHandsOn));
    }
  }

  /// Adds all words in the `${...}` of a text that has not been parsed.
  void LookAtText(std::string_view text) {
    const auto in_word = [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
             c == '_' || c == '-';
    };
    for (std::size_t at = 0; (at = text.find("${", at)) != std::string_view::npos;) {
      const std::size_t end = std::min(text.find('}', at), text.size());
      while (at < end) {
        const std::size_t begin = at;
        while (at < end && in_word(text[at])) {
          ++at;
        }
        names_.emplace(text.substr(begin, at - begin));
        ++at;
      }
    }
  }

  const ast::Workflow& workflow_;
  const sema::Checked& checked_;
  std::unordered_set<std::string> names_;
  bool any_ = false;
};

/// Returns the names that the definition reads. The author of a misspelt name may have meant one of
/// these names.
std::vector<std::string_view> Wanted(const Subject& subject) {
  std::vector<std::string_view> names;
  for (const hir::Parameter& parameter : subject.hir().parameters) {
    if (parameter.used) {
      names.push_back(parameter.name);
    }
  }
  return names;
}

}  // namespace

void CheckParameterUse(Facts& facts) {
  const Subject& subject = facts.subject();
  const Uses uses(facts);
  const std::vector<std::string_view> wanted = Wanted(subject);
  std::unordered_set<std::string_view> seen;
  Budget budget = HintBudget();
  const auto hint = [&](std::string_view name) {
    return budget.Take(wanted.size()) ? DidYouMean(name, wanted) : Message();
  };
  for (const ast::Parameter& parameter : subject.workflow.parameters) {
    const std::string& name = parameter.name.text;
    if (seen.insert(name).second && !uses.MayUse(name)) {
      subject.reporter.Emit(
          DiagnosticKind::kUnusedParameter, parameter.name.range,
          "parameter " + Quoted(name) + " is declared but never used" +
              (parameter.value ? "" : ", and each run must still give it a value") + hint(name));
    }
  }
  for (const GivenValue& property : facts.given().all()) {
    const std::string name(property.name);
    const bool asked = property.from == GivenValue::From::kDefaults ||
                       (property.from == GivenValue::From::kOptions && subject.defined != nullptr &&
                        subject.defined->contains(name));
    if (!asked || uses.MayUse(name) || !seen.insert(property.name).second) {
      continue;
    }
    const bool file = property.source != nullptr;
    subject.reporter.diagnostics->Emit(
        DiagnosticKind::kUnusedProperty, file ? property.source : subject.reporter.source,
        file ? property.name_range : subject.workflow.range,
        "property " + Quoted(name) + ", given by " +
            Message(property.from == GivenValue::From::kDefaults ? property.Origin() : "-D") +
            ", is never used" + hint(name));
  }
}

}  // namespace hpdl::analysis
