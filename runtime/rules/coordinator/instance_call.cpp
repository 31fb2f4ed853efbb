#include "runtime/rules/coordinator/instance_call.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "runtime/ground/base/text_parts.h"
#include "runtime/ground/base/trim.h"
#include "runtime/ground/value/number_text.h"

namespace hpdl::rt {
namespace {

using Kind = InstanceBound::Kind;

struct InstanceFunction {
  std::string_view name;
  Kind kind;
  std::size_t arguments;
};
constexpr InstanceFunction kBounds[] = {
    {"coord:current", Kind::kCurrent, 1},       {"coord:offset", Kind::kOffset, 2},
    {"coord:absolute", Kind::kAbsolute, 1},     {"coord:endOfDays", Kind::kEndOfDays, 1},
    {"coord:endOfWeeks", Kind::kEndOfWeeks, 1}, {"coord:endOfMonths", Kind::kEndOfMonths, 1},
    {"coord:latest", Kind::kLatest, 1},         {"coord:future", Kind::kFuture, 2},
};
constexpr InstanceFunction kDeferredRanges[] = {
    {"coord:latestRange", Kind::kLatest, 2},
    {"coord:futureRange", Kind::kFuture, 3},
};

struct Call {
  const InstanceFunction* function = nullptr;  ///< null if the text is no call of a known function
  std::vector<std::string_view> arguments;
};

Call ReadCall(std::string_view text, std::span<const InstanceFunction> functions) {
  text = Trimmed(text);
  const std::size_t open = text.find('(');
  if (open == std::string_view::npos || !text.ends_with(')')) {
    return {};
  }
  const auto found = std::find_if(
      functions.begin(), functions.end(),
      [name = Trimmed(text.substr(0, open))](const auto& each) { return each.name == name; });
  if (found == functions.end()) {
    return {};
  }
  const std::string_view inside = text.substr(open + 1, text.size() - open - 2);
  if (inside.find_first_of("()") != std::string_view::npos) {
    return {};  // several calls
  }
  Call call;
  for (const std::string_view argument : Split(inside, ',')) {
    call.arguments.push_back(Trimmed(argument));
  }
  call.function = call.arguments.size() == found->arguments ? &*found : nullptr;
  return call;
}

/// Reads the arguments of a call from left to right. Keeps the first error.
class Arguments {
 public:
  explicit Arguments(const Call& call) : next_(call.arguments.begin()) {}

  /// Reads a number. A fraction is cut off, as in Oozie: the value of `-24 / 6` is -4.0.
  std::int64_t Number() {
    const std::string_view text = *next_++;
    std::int64_t whole = 0;
    if (ParseLong(text, &whole)) {
      return whole;
    }
    double number = 0;
    if (!ParseDouble(text, &number) || !std::isfinite(number)) {
      Keep(Error{ErrorClass::kError, "E1004", "'" + std::string(text) + "' is not a number"});
      return 0;
    }
    constexpr double kMost = std::numeric_limits<std::int32_t>::max();
    return static_cast<std::int64_t>(std::clamp(number, -kMost - 1, kMost));
  }
  std::int64_t Time() { return Kept(ReadTime(*next_++)); }
  TimeUnit Unit() { return Kept(ReadTimeUnit(*next_++)); }

  const Result<void>& state() const { return state_; }

 private:
  void Keep(Error error) { state_ = state_ ? Result<void>(std::move(error)) : state_; }
  template <typename T>
  T Kept(Result<T> read) {
    if (!read) {
      Keep(read.error());
      return T{};
    }
    return *read;
  }

  std::vector<std::string_view>::const_iterator next_;
  Result<void> state_;
};

}  // namespace

Result<std::optional<InstanceBound>> ReadBound(std::string_view text) {
  const Call call = ReadCall(text, kBounds);
  if (call.function == nullptr) {
    return std::optional<InstanceBound>();
  }
  InstanceBound bound;
  bound.kind = call.function->kind;
  Arguments arguments(call);
  if (bound.kind == Kind::kAbsolute) {
    bound.time = arguments.Time();
  } else {
    bound.n = arguments.Number();
  }
  if (bound.kind == Kind::kOffset) {
    bound.unit = arguments.Unit();
  } else if (bound.kind == Kind::kFuture) {
    bound.limit = arguments.Number();
  }
  HPDL_TRY(arguments.state());
  return std::optional(bound);
}

bool NamesDeferredCall(std::string_view text) {
  return text.find("coord:latest") != std::string_view::npos ||
         text.find("coord:future") != std::string_view::npos;
}

Result<std::optional<InstanceRange>> ReadDeferredCall(std::string_view text) {
  const Call call = ReadCall(text, kDeferredRanges);
  if (call.function == nullptr) {
    const Result<std::optional<InstanceBound>> bound = ReadBound(text);
    HPDL_TRY(bound);
    const bool waits =
        *bound && ((*bound)->kind == Kind::kLatest || (*bound)->kind == Kind::kFuture);
    return waits ? std::optional(InstanceRange{**bound, **bound}) : std::nullopt;
  }
  InstanceRange range;
  range.first.kind = range.last.kind = call.function->kind;
  Arguments arguments(call);
  range.first.n = arguments.Number();
  range.last.n = arguments.Number();
  if (range.last.kind == Kind::kFuture) {
    range.first.limit = range.last.limit = arguments.Number();
  }
  HPDL_TRY(arguments.state());
  return std::optional(range);
}

}  // namespace hpdl::rt
