#include "runtime/rules/coordinator/instance_call.h"

#include <algorithm>
#include <charconv>
#include <iterator>

namespace hpdl::rt {
namespace {

using Kind = InstanceBound::Kind;

struct InstanceFunction {
  std::string_view name;
  Kind kind;
};
constexpr InstanceFunction kInstanceFunctions[] = {
    {"coord:current", Kind::kCurrent},       {"coord:offset", Kind::kOffset},
    {"coord:absolute", Kind::kAbsolute},     {"coord:endOfDays", Kind::kEndOfDays},
    {"coord:endOfWeeks", Kind::kEndOfWeeks}, {"coord:endOfMonths", Kind::kEndOfMonths},
    {"coord:latest", Kind::kLatest},         {"coord:future", Kind::kFuture},
};

Result<std::int64_t> WholeOf(const std::string& text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) {
    return Error{ErrorClass::kError, "E1004", "'" + text + "' is not a whole number"};
  }
  return number;
}

}  // namespace

std::optional<Kind> KindOfInstance(std::string_view function) {
  const auto* const found =
      std::find_if(std::begin(kInstanceFunctions), std::end(kInstanceFunctions),
                   [&](const InstanceFunction& each) { return each.name == function; });
  return found == std::end(kInstanceFunctions) ? std::nullopt : std::optional(found->kind);
}

Result<InstanceBound> BoundOfCall(Kind kind, std::span<const std::string> arguments) {
  InstanceBound bound;
  bound.kind = kind;
  if (kind == Kind::kAbsolute) {
    const Result<std::int64_t> time = ReadTime(arguments[0]);
    HPDL_TRY(time);
    bound.time = *time;
    return bound;
  }
  const Result<std::int64_t> n = WholeOf(arguments[0]);
  HPDL_TRY(n);
  bound.n = *n;
  if (kind == Kind::kOffset) {
    const Result<TimeUnit> unit = ReadTimeUnit(arguments[1]);
    HPDL_TRY(unit);
    bound.unit = *unit;
  } else if (kind == Kind::kFuture) {
    const Result<std::int64_t> limit = WholeOf(arguments[1]);
    HPDL_TRY(limit);
    bound.limit = *limit;
  }
  return bound;
}

}  // namespace hpdl::rt
