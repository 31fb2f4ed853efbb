#include "runtime/engines/workflow/kind.h"
#include "stdlib/actions/hdfs/hdfs.kind.h"
#include "stdlib/local/run_plan.h"

namespace hpdl::stdlib {

namespace {

static_assert(static_cast<int>(FileCommand::Op::kSetrep) ==
              static_cast<int>(rt::FileChange::Op::kSetrep));

/// Runs the commands. Requests to a name node are made in the name of <user>. On this machine all
/// work is done by the user who runs the program.
rt::Task<rt::Outcome> RunHdfs(rt::ActionContext& ctx) {
  const HdfsArgs args = DecodeArgs<HdfsArgs>(kHdfsKind, ctx.shape(), ctx.args());
  rt::FilePlanRules rules;
  rules.hws = true;
  auto user = ctx.User(args.user);
  if (!user) {
    rt::Outcome refused;
    refused.error = user.error();
    co_return refused;
  }
  rules.base = BaseOf(ctx, args.file_system, std::move(*user));
  std::vector<rt::FileChange> changes;
  changes.reserve(args.commands.list.size());
  for (const FileCommand& command : args.commands.list) {
    changes.push_back(rt::ToFileChange(command));
  }
  co_return co_await RunFileChanges(ctx, std::move(changes), std::move(rules));
}

}  // namespace

}  // namespace hpdl::stdlib

extern "C" const hpdl_kind hpdl_kind_hdfs;
const hpdl_kind hpdl_kind_hdfs = {.name = "hdfs",
                                  .run = hpdl::stdlib::RunHdfs,
                                  .goes_on = true,
                                  .starts_processes = hpdl::rt::StartsProcesses::kNever};
