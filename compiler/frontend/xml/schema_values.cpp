#include <algorithm>
#include <string>
#include <string_view>

#include "compiler/diagnostics/fixes.h"
#include "compiler/frontend/xml/missing_dollar.h"
#include "compiler/frontend/xml/schema_reader.h"
#include "runtime/ground/base/utf8.h"
#include "stdlib/core/text_rule.h"

/// Checks the texts of elements and attributes, and reads the expressions in them.
namespace hpdl::frontend {
namespace {

using stdlib::TextRule;

bool MayHoldExpressions(TextRule rule) {
  return rule == TextRule::kAny || rule == TextRule::kVerbatim || rule >= TextRule::kNotEmpty;
}

bool HasExpression(std::string_view text, ast::Dialect dialect) {
  return text.find("${") != std::string_view::npos ||
         (dialect == ast::Dialect::kHws && text.find("#{") != std::string_view::npos);
}

/// Returns the value that the author meant if `value` breaks `rule` and the correction is certain.
/// Otherwise returns "".
std::string Meant(TextRule rule, std::string_view value) {
  std::string lower(value);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  // Authors write permissions with a leading 0, like octal numbers in programming languages.
  if (rule == TextRule::kPermissions && value.size() == 4 && value[0] == '0') {
    lower = value.substr(1);
  }
  return stdlib::Violation(rule, lower) == nullptr && lower != value ? lower : "";
}

}  // namespace

ast::Template SchemaReader::MakeTemplate(ast::Text text, TextRule rule,
                                         stdlib::Environment environment, const Scope& scope) {
  CheckValue(text, rule, scope);
  ast::Template result;
  result.environment = environment;
  result.text = std::move(text);
  if (MayHoldExpressions(rule)) {
    WarnOfMissingDollars(result.text);
  }
  if (MayHoldExpressions(rule) && HasExpression(result.text.value, dialect_)) {
    result.expr = el_.Parse(result.text, dialect_, source(), exprs_, diagnostics_);
  }
  return result;
}

void SchemaReader::WarnOfMissingDollars(const ast::Text& text) {
  for (const MissingDollar& each : FindMissingDollars(text.value, dialect_ == ast::Dialect::kHws)) {
    const std::string_view part =
        std::string_view(text.value).substr(each.begin, each.end - each.begin);
    const std::uint32_t skipped = each.is_misplaced ? 2 : 1;
    Diagnostic& diagnostic = Report(
        DiagnosticKind::kMissingDollar, text.RawRange(each.begin, each.end),
        Quoted(part) + " is plain text and is not evaluated; an expression begins with '${'");
    diagnostic.fix = Fix{"write '${" + Message(part.substr(skipped)) + "'",
                         {{text.RawRange(each.begin, each.begin + skipped), "${"}},
                         !each.is_misplaced};
  }
}

void SchemaReader::CheckValue(const ast::Text& text, TextRule rule, const Scope& scope) {
  const char* wanted = stdlib::Violation(rule, text.value);
  const bool evaluated = MayHoldExpressions(rule) && HasExpression(text.value, dialect_);
  if (wanted == nullptr || evaluated) {
    return;
  }
  constexpr std::size_t kShown = 60;
  const std::string_view shown = CutUtf8(text.value, kShown);
  Message message = "'" + Message(shown) + (text.value.size() > shown.size() ? "..." : "") +
                    "' is not " + Message::Words(wanted);
  if (HasExpression(text.value, dialect_)) {
    message += "; expressions are not evaluated here";
  }
  if (rule == TextRule::kNotEmpty) {
    message = "the text must not be empty";
  }
  const char* taken_for = stdlib::TakenFor(rule);
  const DiagnosticKind kind = taken_for != nullptr          ? DiagnosticKind::kUnknownWord
                              : rule < TextRule::kNotEmpty  ? DiagnosticKind::kBadValue
                              : stdlib::IsRetryNumber(rule) ? DiagnosticKind::kBadRetry
                                                            : DiagnosticKind::kBadConstant;
  if (taken_for != nullptr) {
    message += "; " + Message::Words(taken_for);
  } else if (kind == DiagnosticKind::kBadRetry) {
    message += "; the job is FAILED when a run reaches this node";
  } else if (kind == DiagnosticKind::kBadConstant) {
    message += scope.action.empty()
                   ? Message("; the action fails when a run reaches it")
                   : "; action " + Quoted(scope.action) + " fails when a run reaches it";
  }
  Diagnostic& diagnostic = Report(kind, text.range, std::move(message));
  const std::string meant = Meant(rule, text.value);
  if (!meant.empty() && source().Slice(text.range) == text.value) {
    diagnostic.fix = Replace(text.range, meant, true);
  }
}

}  // namespace hpdl::frontend
