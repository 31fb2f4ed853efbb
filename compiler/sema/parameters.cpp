#include "compiler/sema/parameters.h"

#include <unordered_map>
#include <unordered_set>

namespace hpdl::sema {

void DeclareParameters(const ast::Workflow& workflow, hir::Workflow& out,
                       const Reporter& reporter) {
  std::unordered_map<std::string_view, Range> declared;
  for (const ast::Parameter& parameter : workflow.parameters) {
    if (parameter.name.text.empty()) {
      reporter.Emit(DiagnosticKind::kEmptyParameterName, parameter.name.range,
                    "a parameter needs a name");
      continue;
    }
    const auto [first, added] = declared.emplace(parameter.name.text, parameter.name.range);
    if (!added) {
      reporter
          .Emit(DiagnosticKind::kDuplicateParameter, parameter.name.range,
                "parameter '" + parameter.name.text + "' is declared twice; the first counts")
          .notes.push_back(reporter.Note(first->second, "the first declaration is here"));
      continue;
    }
    hir::Parameter entry;
    entry.name = parameter.name.text;
    entry.range = parameter.name.range;
    if (parameter.value) {
      entry.default_value = parameter.value->value;
    }
    out.parameters.push_back(std::move(entry));
  }
}

void CheckParameterValues(const hir::Workflow& workflow, const CheckOptions& options,
                          const Reporter& reporter) {
  if (!options.properties) {
    return;
  }
  std::unordered_set<std::string_view> known;
  for (const hir::Property& property : options.defaults) {
    known.insert(property.name);
  }
  for (const hir::Parameter& parameter : workflow.parameters) {
    if (parameter.default_value || known.contains(parameter.name) ||
        options.properties->contains(parameter.name)) {
      continue;
    }
    reporter.Emit(DiagnosticKind::kMissingParameter, parameter.range,
                  "parameter '" + parameter.name + "' has no value and no default");
  }
}

}  // namespace hpdl::sema
