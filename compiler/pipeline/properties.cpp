#include "compiler/pipeline/properties.h"

#include <charconv>

#include "compiler/analysis/analyze.h"
#include "runtime/config/config.h"

namespace hpdl::pipeline {
namespace {

/// The line of `file:line: text`, which is left as `text`; 0 if there is none.
std::uint32_t TakePlace(const std::string& file, std::string* message) {
  std::uint32_t line = 0;
  if (!message->starts_with(file + ":")) {
    return 0;
  }
  const char* begin = message->data() + file.size() + 1;
  const auto [end, status] = std::from_chars(begin, message->data() + message->size(), line);
  if (status == std::errc() && *end == ':') {
    message->erase(0, static_cast<std::size_t>(end - message->data()) + 2);
  }
  return line;
}

Range LineRange(const SourceBuffer& source, std::uint32_t line) {
  if (line == 0) {
    return {};
  }
  const std::string_view text = source.Line(line);
  const auto begin = static_cast<std::uint32_t>(text.data() - source.text().data());
  return {begin, begin + static_cast<std::uint32_t>(text.size())};
}

}  // namespace

void EmitBadProperties(const SourceBuffer& source, std::string message, Diagnostics* diagnostics) {
  analysis::HideSecretsInText({&source, diagnostics});
  const std::uint32_t line = TakePlace(source.name(), &message);
  diagnostics->Emit(DiagnosticKind::kBadProperties, &source, LineRange(source, line), message);
}

std::vector<hir::Property> ReadDefaults(const SourceBuffer& source,
                                        std::vector<std::uint32_t>* lines,
                                        Diagnostics* diagnostics) {
  const rt::Result<rt::ConfigProperties> read = rt::ReadHadoopXml(source.text(), source.name());
  std::vector<hir::Property> defaults;
  if (!read.ok()) {
    EmitBadProperties(source, read.error().message, diagnostics);
    return defaults;
  }
  for (const rt::ConfigProperty& property : *read) {
    if (property.name == "user.name") {
      diagnostics->Emit(DiagnosticKind::kBadProperties, &source, LineRange(source, property.line),
                        "user.name found, which the defaults of an application may not set");
    }
    defaults.push_back({property.name, property.value});
    lines->push_back(property.line);
  }
  return defaults;
}

}  // namespace hpdl::pipeline
