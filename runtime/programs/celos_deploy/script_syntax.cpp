#include "runtime/programs/celos_deploy/script_syntax.h"

#include <algorithm>
#include <string_view>

#include "runtime/ground/base/terminal_text.h"
#include "runtime/ground/javascript/context.h"

namespace hpdl::rt::celos {
namespace {

constexpr std::size_t kMostShown = 200;  // the maximum number of columns of a line that are shown

/// Returns the line at `position`, and a caret below the column; "" if the line cannot be shown.
std::string Shown(std::string_view script, const js::Position& position) {
  std::string_view line = script;
  for (int left = position.line; left > 1; --left) {
    const std::size_t end = line.find('\n');
    line = end == std::string_view::npos ? std::string_view() : line.substr(end + 1);
  }
  line = line.substr(0, line.find('\n'));
  const std::size_t column = static_cast<std::size_t>(std::max(position.column, 1)) - 1;
  const std::string before = OneLine(line.substr(0, column));
  if (position.line < 1 || line.empty() || DisplayWidth(before) > kMostShown) {
    return "";
  }
  return "\n  " + Fit(OneLine(line), kMostShown + 1, true) + "\n  " +
         std::string(DisplayWidth(before), ' ') + "^";
}

}  // namespace

Result<void> CheckScript(const std::string& script, const std::string& name) {
  js::Context context({});
  const js::Value checked = context.CheckSyntax(script, name);
  if (!checked.thrown()) {
    return {};
  }
  const js::Thrown thrown = context.TakeThrown();
  const js::Position& at = thrown.position;
  const std::string place =
      at.line == 0 ? "" : ":" + std::to_string(at.line) + ":" + std::to_string(at.column);
  return Error{ErrorClass::kError, "", name + place + ": " + thrown.message + Shown(script, at)};
}

}  // namespace hpdl::rt::celos
