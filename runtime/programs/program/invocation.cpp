#include "runtime/programs/program/invocation.h"

#include "runtime/ground/base/terminal_text.h"
#include "runtime/ground/base/text_parts.h"
#include "runtime/programs/program/text.h"

namespace hpdl::rt {

std::string Invocation::Hint() const {
  const std::string state = line.Value("state");
  return state.empty() ? self : self + " --state " + OneLine(state);
}

int Invocation::Refuse(int code, std::string_view message) {
  // stdout and stderr may be the same file. Earlier output must then come before the message.
  out.Flush();
  err.Line(std::string(BaseName(self)) + ": " + std::string(message));
  return code;
}

int Invocation::Refuse(int code, const Error& error) {
  std::string text = error.message;
  if (!error.code.empty()) {
    text.append(" [").append(error.code).append("]");
  }
  if (error.error_class == ErrorClass::kCorruptStore && line.command != nullptr &&
      line.command->name != "store" && !line.operands.empty()) {
    text.append("; '").append(Hint()).append(" store check ").append(line.operands[0]);
    text.append("' says more");
  }
  // One error may contain several refusals, each on its own line.
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::size_t end = rest.find('\n');
    Refuse(code, OneLine(rest.substr(0, end)));
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  }
  return code;
}

std::optional<std::int64_t> NumberOption(Invocation& call, std::string_view name, int* code) {
  if (!call.line.Has(name)) {
    return std::nullopt;
  }
  const std::string text = call.line.Value(name);
  const std::optional<std::int64_t> number = ParseNumber(text);
  if (!number) {
    *code = call.Refuse(kExitUsage,
                        "--" + std::string(name) + " '" + OneLine(text) + "': expected a number");
  }
  return number;
}

}  // namespace hpdl::rt
