#include <cstddef>
#include <cstdint>
#include <variant>

#include "runtime/rules/coordinator/materialisation.h"
#include "runtime/rules/coordinator/testing/fuzz_input.h"

namespace {

using namespace hpdl::rt;
using hpdl::rt::testing::Input;
using hpdl::rt::testing::Require;
using hpdl::rt::testing::ZoneOf;

/// Returns a period, or a cron expression if the rest of the input is a cron expression.
std::variant<Period, Cron> FrequencyOf(Input& input) {
  Period period;
  period.unit = static_cast<Period::Unit>(input.Byte() % 4);
  period.begin = static_cast<Period::Begin>(input.Byte() % 4);
  period.count = input.Number();
  if (input.Byte() % 2 == 0) {
    const std::variant<Cron, CronProblem> read = Cron::OfOozie(input.Rest());
    if (const Cron* cron = std::get_if<Cron>(&read)) {
      return *cron;
    }
  }
  return period;
}

/// Makes some passes. Checks that the numbers of the actions are consecutive and that all actions
/// are before the end.
void CheckPasses(const Schedule& schedule, MaterialisationFacts facts, std::int64_t now) {
  std::int64_t number = 1;
  for (int passes = 0; passes < 5; ++passes) {
    const std::optional<MaterialisationPass> pass = Materialise(schedule, facts, now, {});
    if (!pass) {
      return;
    }
    Require(pass->actions.size() <= kMostActionsOfAPass);
    for (const Turn& turn : pass->actions) {
      Require(turn.number == number++ && turn.regular < schedule.end);
      (void)IsTooLate(schedule, ExecutionOrder::kLastOnly, turn, now, 1);
    }
    Require(pass->all_made || pass->next->number == number);
    facts.next = pass->next;
    facts.state = CoordinatorState::kRunning;
    if (pass->all_made) {
      return;
    }
  }
}

}  // namespace

/// Makes passes for any schedule, coordinator and time.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Input input(data, size);
  Schedule schedule;
  schedule.start = input.Time();
  schedule.end =
      input.Byte() % 2 == 0 ? input.Time() : schedule.start + input.Number() % 10'000'000;
  schedule.zone = ZoneOf(input.Byte());
  MaterialisationFacts facts;
  facts.order = static_cast<ExecutionOrder>(input.Byte() % 4);
  facts.throttle = input.Number() % 500;
  facts.waiting = input.Byte();
  if (input.Byte() % 4 == 0) {
    facts.pause = input.Time();
  }
  const std::int64_t now = input.Time(), from = schedule.start + input.Number() % 10'000'000;
  schedule.frequency = FrequencyOf(input);
  CheckPasses(schedule, facts, now);
  const std::optional<Turn> turn = TurnFrom(schedule, from);
  Require(!turn || (turn->time >= from && turn->number >= 1));
  Require(!turn || TurnOf(schedule, turn->number) == turn);
  return 0;
}
