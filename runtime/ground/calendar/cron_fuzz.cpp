#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <optional>
#include <string_view>
#include <variant>

#include "runtime/ground/calendar/cron.h"

namespace {

using namespace hpdl::rt;

/// Checks that Skip() skips the same times that Next() returns.
void CheckSkip(const Cron& cron, std::int64_t from, std::int64_t until, std::int64_t count) {
  constexpr std::int64_t kAll = std::numeric_limits<std::int64_t>::max();
  const Cron::Skipped skipped = cron.Skip(from, until, kAll);
  const Cron::Skipped same = cron.Skip(from, kAll, count);
  if (skipped.count != count || same.count != count ||
      cron.Next(skipped.from - 1) != cron.Next(until - 1) ||
      cron.Next(same.from - 1) != cron.Next(until - 1)) {
    std::abort();
  }
}

/// Checks the result of a parse. An error must have a position in the text. Each firing time must
/// be later than the firing time before it. If `t` is a firing time, Next(t - 1) must return `t`.
void CheckCron(const std::variant<Cron, CronProblem>& read, std::string_view text) {
  if (const CronProblem* problem = std::get_if<CronProblem>(&read)) {
    if (problem->text.empty() || problem->offset + problem->length > text.size()) {
      std::abort();
    }
    return;
  }
  const Cron& cron = std::get<Cron>(read);
  constexpr std::int64_t kBegin = 1'700'000'000;
  std::int64_t at = kBegin;
  for (int i = 0; i < 10; ++i) {
    const std::optional<std::int64_t> next = cron.Next(at);
    if (!next) {
      return;
    }
    if (*next <= at || cron.Next(*next - 1) != next) {
      std::abort();
    }
    CheckSkip(cron, kBegin + 1, *next, i);
    at = *next;
  }
}

}  // namespace

/// Parses any bytes as a cron expression in both forms.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  CheckCron(Cron::OfQuartz(text), text);
  CheckCron(Cron::OfOozie(text), text);
  return 0;
}
