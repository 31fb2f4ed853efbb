#include "runtime/ground/javascript/position.h"

#include <algorithm>
#include <cstdint>

#include "runtime/ground/base/text_parts.h"

namespace hpdl::rt::js {
namespace {

/// Removes a number like ":12" from the end of a text and returns the number.
std::optional<int> TakeNumber(std::string_view* text) {
  const std::size_t colon = text->rfind(':');
  if (colon == std::string_view::npos) {
    return {};
  }
  const std::optional<std::int64_t> number = ParseNumber(text->substr(colon + 1));
  text->remove_suffix(text->size() - colon);
  return number ? std::optional(static_cast<int>(*number)) : std::nullopt;
}

/// Returns the position in a line like " at name (source:3:7)" or " at source:3:7". The function's
/// name may contain any characters, so only the end of the line is compared with the names of the
/// sources. Subtracts 1 from the line number, because Context adds a line before the first line of
/// each source.
std::optional<Position> PositionInLine(std::string_view line,
                                       const std::set<std::string>& sources) {
  if (line.ends_with(')')) {
    line.remove_suffix(1);
  }
  const std::optional<int> column = TakeNumber(&line);
  const std::optional<int> row = column ? TakeNumber(&line) : std::nullopt;
  if (!row) {
    return {};
  }
  const std::string* found = nullptr;
  for (const std::string& source : sources) {
    const bool fits = line.ends_with("(" + source) || line == "    at " + source;
    if (fits && (found == nullptr || found->size() < source.size())) {
      found = &source;
    }
  }
  return found == nullptr ? std::nullopt
                          : std::optional(Position{*found, std::max(1, *row - 1), *column});
}

}  // namespace

std::optional<Position> PositionInTrace(std::string_view trace,
                                        const std::set<std::string>& sources) {
  while (!trace.empty()) {
    const std::size_t end = std::min(trace.find('\n'), trace.size());
    if (const std::optional<Position> position = PositionInLine(trace.substr(0, end), sources)) {
      return position;
    }
    trace.remove_prefix(std::min(end + 1, trace.size()));
  }
  return {};
}

}  // namespace hpdl::rt::js
