#include "runtime/files/run_plan.h"

#include <charconv>

namespace hpdl::rt {

namespace {

Outcome FailedWith(const Error& error) {
  Outcome outcome;
  outcome.error = error;
  return outcome;
}

}  // namespace

Task<Outcome> RunFileChanges(ActionContext& ctx, std::vector<FileChange> changes,
                             FilePlanRules rules) {
  const auto plan = FilePlan::Make(changes, rules);
  if (!plan) {
    co_return FailedWith(plan.error());
  }
  const std::string& progress = ctx.progress();
  std::size_t position = 0;
  std::from_chars(progress.data(), progress.data() + progress.size(), position);
  bool replay = ctx.resumed();
  if (auto checked = plan->Check(position, replay); !checked) {
    co_return FailedWith(checked.error());
  }
  const std::size_t first = position;
  for (; position < plan->size(); ++position) {
    if (position != first && plan->NeedsMark(position)) {
      co_await ctx.RecordProgress(std::to_string(position));
      replay = false;
    }
    if (auto done = plan->Do(position, replay); !done) {
      co_return FailedWith(done.error());
    }
  }
  Outcome outcome;
  outcome.external_status = "OK";
  co_return outcome;
}

}  // namespace hpdl::rt
