#include "compiler/driver/commands/output.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "compiler/diagnostics/formats.h"
#include "compiler/diagnostics/text.h"

namespace hpdl::driver {
namespace {

bool IsSet(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr && *value != '\0';
}

bool Colored(const std::string& when, bool terminal) {
  if (when != "auto") {
    return when == "always";
  }
  const char* kind = std::getenv("TERM");
  const bool dumb = kind != nullptr && std::string_view(kind) == "dumb";
  return terminal && !dumb && !IsSet("NO_COLOR");
}

TextOptions TextOptionsFor(const OutputOptions& options) {
  const bool terminal = ::isatty(STDERR_FILENO) != 0;
  TextOptions text;
  text.color = Colored(options.color, terminal);
  text.corrections = options.corrections;
  winsize size{};
  if (terminal && ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col != 0) {
    text.width = size.ws_col;
  }
  return text;
}

void WriteTo(const std::string& text, std::FILE* file) {
  std::fwrite(text.data(), 1, text.size(), file);
}

}  // namespace

void PrintDiagnostics(const std::vector<Diagnostic>& diagnostics, const OutputOptions& options) {
  for (const DiagnosticFormat& format : DiagnosticFormats()) {
    if (format.name == options.format) {
      WriteTo(format.write(diagnostics, HPDL_VERSION), stdout);
      return;
    }
  }
  const TextOptions text = TextOptionsFor(options);
  WriteTo(FormatText(diagnostics, text) + (options.summary ? FormatSummary(diagnostics, text) : ""),
          stderr);
}

void PrintDiagnostics(const std::vector<Diagnostic>& diagnostics, const std::string& format) {
  OutputOptions options;
  options.format = format;
  PrintDiagnostics(diagnostics, options);
}

}  // namespace hpdl::driver
