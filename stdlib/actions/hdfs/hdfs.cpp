#include "runtime/engine/kind.h"
#include "runtime/files/run_plan.h"
#include "stdlib/actions/hdfs/hdfs.kind.h"

namespace hpdl::stdlib {

namespace {

static_assert(static_cast<int>(FileCommand::Op::kSetrep) ==
              static_cast<int>(rt::FileChange::Op::kSetrep));

/// On this machine there is one user, the one who runs the program: <user> says whose home relative
/// paths start at, which is his.
rt::Task<rt::Outcome> RunHdfs(rt::ActionContext& ctx) {
  const HdfsArgs args = DecodeArgs<HdfsArgs>(kHdfsKind, ctx.shape(), ctx.args());
  rt::FilePlanRules rules;
  rules.hws = true;
  rules.base.file_system = args.file_system;
  rules.base.home = rt::HomeDirectory();
  std::vector<rt::FileChange> changes;
  for (const FileCommand& command : args.commands.list) {
    changes.push_back(rt::ToFileChange(command));
  }
  co_return co_await rt::RunFileChanges(ctx, std::move(changes), std::move(rules));
}

}  // namespace

}  // namespace hpdl::stdlib

extern "C" const hpdl_kind hpdl_kind_hdfs;
const hpdl_kind hpdl_kind_hdfs = {"hdfs", hpdl::stdlib::RunHdfs, false};
