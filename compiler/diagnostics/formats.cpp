#include "compiler/diagnostics/formats.h"

namespace hpdl {
namespace {

/// Writes a format that does not show the version of hpdlc.
template <auto Format>
std::string WithoutVersion(const std::vector<Diagnostic>& diagnostics,
                           std::string_view /*tool_version*/) {
  return Format(diagnostics);
}

constexpr DiagnosticFormat kFormats[] = {
    {"json", &WithoutVersion<&FormatJson>},
    {"sarif", &FormatSarif},
    {"github", &WithoutVersion<&FormatGithub>},
};

}  // namespace

std::span<const DiagnosticFormat> DiagnosticFormats() {
  return kFormats;
}

}  // namespace hpdl
