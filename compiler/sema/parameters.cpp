#include "compiler/sema/parameters.h"

#include <unordered_set>
#include <vector>

#include "compiler/ast/parameters.h"
#include "compiler/base/suggest.h"
#include "runtime/ground/expression/scan.h"

namespace hpdl::sema {
namespace {

/// At most kMaxHints parameters get a hint. Each of these parameters is compared with at most
/// kMaxUnread names. More hints would be of no use.
constexpr std::size_t kMaxHints = 100;
constexpr std::size_t kMaxUnread = 1000;

/// Returns the given properties that no expression names. A parameter without a value may be one of
/// these properties, misspelt in the definition or in the given properties.
std::vector<std::string_view> UnreadProperties(const hir::Expressions& expressions,
                                               const CheckOptions& options) {
  std::unordered_set<std::string_view> read;
  for (const hir::Parameter& parameter : expressions.parameters) {
    read.insert(parameter.name);
  }
  std::vector<std::string_view> unread;
  const auto look = [&](std::string_view name) {
    if (unread.size() < kMaxUnread && !read.contains(name)) {
      unread.push_back(name);
    }
  };
  for (const hir::Property& property : options.defaults) {
    look(property.name);
  }
  for (const auto& [name, value] : *options.properties) {
    look(name);
  }
  return unread;
}

/// Returns the first `${...}` of a default that calls a function; empty if there is no such part.
std::string_view CallIn(std::string_view value) {
  for (const rt::Segment& segment : rt::SplitTemplate(value, false)) {
    if (segment.expression && segment.closed) {
      const std::string_view body = rt::BodyOf(value, segment);
      if (body.find('(') != body.npos) {
        return body;
      }
    }
  }
  return {};
}

}  // namespace

void DeclareParameters(std::span<const ast::Parameter> parameters, hir::Expressions& out,
                       const Reporter& reporter) {
  const std::vector<const ast::Parameter*> first = ast::FirstDeclarations(parameters);
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const ast::Parameter& parameter = parameters[i];
    if (parameter.name.text.empty()) {
      reporter.Emit(DiagnosticKind::kEmptyParameterName, parameter.name.range,
                    "a parameter needs a name");
      continue;
    }
    if (first[i] != &parameter) {
      reporter
          .Emit(DiagnosticKind::kDuplicateParameter, parameter.name.range,
                "parameter " + Quoted(parameter.name.text) +
                    " is declared twice; the first declaration counts")
          .notes.push_back(reporter.Note(first[i]->name.range, "the first declaration is here"));
      continue;
    }
    hir::Parameter entry;
    entry.name = parameter.name.text;
    entry.range = parameter.name.range;
    entry.declared = true;
    if (parameter.value) {
      entry.default_value = parameter.value->value;
      if (const std::string_view call = CallIn(parameter.value->value); !call.empty()) {
        reporter.Emit(DiagnosticKind::kDefaultNotEvaluated, parameter.value->range,
                      "the default of " + Quoted(parameter.name.text) +
                          " is a text and is not evaluated: ${" + std::string(parameter.name.text) +
                          "} becomes a text with ${" + Message(call) + "}");
      }
    }
    out.parameters.push_back(std::move(entry));
  }
}

void CheckParameterValues(const hir::Expressions& expressions, const CheckOptions& options,
                          const Reporter& reporter, DiagnosticKind undeclared) {
  if (!options.properties) {
    return;
  }
  std::unordered_set<std::string_view> known;
  for (const hir::Property& property : options.defaults) {
    known.insert(property.name);
  }
  const std::vector<std::string_view> unread = UnreadProperties(expressions, options);
  std::size_t missing = 0;
  for (const hir::Parameter& parameter : expressions.parameters) {
    if (parameter.default_value || parameter.optional || known.contains(parameter.name) ||
        options.properties->contains(parameter.name) ||
        options.also_given.contains(parameter.name)) {
      continue;
    }
    Message hint;
    if (++missing <= kMaxHints) {
      const std::string_view near = Nearest(parameter.name, unread);
      hint = near.empty() ? Message() : "; did you mean " + Quoted(near) + ", which has a value?";
    }
    reporter.Emit(parameter.declared ? DiagnosticKind::kMissingParameter : undeclared,
                  parameter.range,
                  "parameter " + Quoted(parameter.name) + " has no value and no default" + hint);
  }
}

void CheckPropertyNames(const hir::Expressions& expressions, const CheckOptions& options,
                        rt::ReservedBy jobs, const Reporter& reporter) {
  const auto text = [](const std::string& name) {
    return "no property may have the name " + Quoted(name) + ", which is reserved for expressions";
  };
  for (const hir::Parameter& parameter : expressions.parameters) {
    if (parameter.default_value && rt::IsReservedName(parameter.name, jobs)) {
      reporter.Emit(DiagnosticKind::kReservedProperty, parameter.range, text(parameter.name));
    }
  }
  const auto check = [&](const std::string& name) {
    if (rt::IsReservedName(name, jobs)) {
      reporter.diagnostics->Emit(DiagnosticKind::kReservedProperty, nullptr, {}, text(name)).file =
          reporter.source->name();
    }
  };
  for (const hir::Property& property : options.defaults) {
    check(property.name);
  }
  if (options.properties) {
    for (const auto& [name, value] : *options.properties) {
      check(name);
    }
  }
}

}  // namespace hpdl::sema
