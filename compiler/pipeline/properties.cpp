#include "compiler/pipeline/properties.h"

#include <algorithm>
#include <string_view>

#include "runtime/ground/value/reserved_names.h"

namespace hpdl::pipeline {
namespace {

/// Returns the range of a line without the blanks at its begin.
Range LineRange(const SourceBuffer& source, std::uint32_t line) {
  if (line == 0) {
    return {};
  }
  std::string_view text = source.Line(line);
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  const auto begin = static_cast<std::uint32_t>(text.data() - source.text().data());
  return {begin, begin + static_cast<std::uint32_t>(text.size())};
}

}  // namespace

void EmitBadProperties(const SourceBuffer& source, const rt::ConfigProblem& problem,
                       Diagnostics* diagnostics) {
  analysis::HideSecretsInText({&source, diagnostics});
  diagnostics->Emit(DiagnosticKind::kBadProperties, &source, LineRange(source, problem.line),
                    problem.text);
}

void EmitCircle(const std::string& problem, bool all_known, const std::string& file,
                Diagnostics* diagnostics) {
  const DiagnosticKind kind =
      all_known ? DiagnosticKind::kPropertyCycle : DiagnosticKind::kDefaultCycle;
  Message text = problem;
  if (!all_known) {
    text += "; a job runs only if it gives a value that ends the circle";
  }
  diagnostics->Emit(kind, nullptr, {}, std::move(text)).file = file;
}

std::vector<hir::Property> ReadDefaults(const SourceBuffer& source, bool of_hws,
                                        std::vector<analysis::PropertyPlace>* places,
                                        Diagnostics* diagnostics) {
  const rt::ConfigReading read = rt::ScanHadoopXmlText(source.text());
  std::vector<hir::Property> defaults;
  if (read.problem) {
    EmitBadProperties(source, *read.problem, diagnostics);
    return defaults;
  }
  for (const rt::ConfigProperty& property : read.properties) {
    if (of_hws ? property.name == "user.name" : rt::NamesUser(property.name)) {
      diagnostics->Emit(DiagnosticKind::kBadProperties, &source,
                        {property.name_range.begin, property.name_range.end},
                        "the defaults of an application must not set " + property.name);
    }
    if (property.value.empty() && !property.blank && !of_hws) {
      continue;
    }
    defaults.push_back({property.name, property.blank && !of_hws ? " " : property.value});
    places->push_back({{property.name_range.begin, property.name_range.end},
                       {property.value_range.begin, property.value_range.end}});
  }
  return defaults;
}

}  // namespace hpdl::pipeline
