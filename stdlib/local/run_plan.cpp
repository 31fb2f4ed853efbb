#include "stdlib/local/run_plan.h"

#include <algorithm>
#include <charconv>

namespace hpdl::stdlib {

using rt::FilePlan;
using rt::Outcome;
using rt::Result;

namespace {

Outcome NotChanged(const rt::Error& error) {
  Outcome outcome;
  outcome.error = error;
  return outcome;
}

}  // namespace

std::string FileSystemUri(std::string name_node) {
  if (name_node.empty() || name_node.find('/') != std::string::npos) {
    return name_node;
  }
  return name_node == "local" ? "file:///" : "hdfs://" + name_node;
}

rt::PathBase BaseOf(rt::ActionContext& ctx, std::string file_system, std::string user) {
  rt::PathBase base;
  base.file_system = FileSystemUri(std::move(file_system));
  base.home = rt::HomeDirectory();
  base.remote = ctx.file_systems();
  base.user = std::move(user);
  return base;
}

rt::Task<Outcome> RunFileChanges(rt::ActionContext& ctx, std::vector<rt::FileChange> changes,
                                 rt::FilePlanRules rules) {
  auto plan = FilePlan::Make(changes, rules);
  if (!plan) {
    co_return NotChanged(plan.error());
  }
  const std::string progress = ctx.progress();
  std::size_t position = 0;
  std::from_chars(progress.data(), progress.data() + progress.size(), position);
  bool replay = ctx.resumed() || progress.ends_with('?');
  Result<void> done = co_await plan->Check(position, replay);
  const std::size_t first = position;
  for (; done && position < plan->size(); ++position) {
    if (position != first && plan->NeedsMark(position)) {
      done = co_await plan->Sync();
      if (!done) {
        break;
      }
      co_await ctx.RecordProgress(std::to_string(position));
      replay = false;
    }
    done = co_await plan->Do(position, replay);
    if (!done) {
      break;
    }
  }
  // If a step has failed, the earlier steps must be synced, too.
  const Result<void> synced = co_await plan->Sync();
  if (done) {
    done = synced;
  }
  if (!done) {
    if (done.error().error_class != rt::ErrorClass::kError) {
      // The next attempt begins at the position `mark`. The "?" records that the failed step may
      // have been done, because its reply was lost.
      const std::size_t mark = plan->LastMark(first, std::min(position, plan->size() - 1));
      co_await ctx.RecordProgress(std::to_string(mark) + "?");
    }
    co_return NotChanged(done.error());
  }
  Outcome outcome;
  outcome.external_status = "OK";
  co_return outcome;
}

rt::Task<Result<void>> PrepareFiles(rt::ActionContext& ctx, std::vector<rt::FileChange> changes,
                                    std::string file_system, std::string user) {
  rt::FilePlanRules rules;
  rules.base = BaseOf(ctx, std::move(file_system), std::move(user));
  auto plan = FilePlan::Make(changes, rules);
  HPDL_CO_TRY(plan);
  for (std::size_t i = 0; i < plan->size(); ++i) {
    HPDL_CO_TRY(co_await plan->Do(i, true));
  }
  co_return co_await plan->Sync();
}

}  // namespace hpdl::stdlib
