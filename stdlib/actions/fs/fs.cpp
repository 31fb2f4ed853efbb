#include "runtime/engine/kind.h"
#include "runtime/files/run_plan.h"
#include "stdlib/actions/fs/fs.kind.h"

namespace hpdl::stdlib {

namespace {

static_assert(static_cast<int>(FileCommand::Op::kSetrep) ==
              static_cast<int>(rt::FileChange::Op::kSetrep));

rt::Task<rt::Outcome> RunFs(rt::ActionContext& ctx) {
  const FsArgs args = DecodeArgs<FsArgs>(kFsKind, ctx.shape(), ctx.args());
  rt::FilePlanRules rules;
  rules.base.home = rt::HomeDirectory();
  if (args.name_node) {
    rules.base.file_system = *args.name_node;
  } else if (const rt::ArgNode* node = ctx.global()) {
    Global global;
    Decode(kGlobalDecl, *node, &global);
    rules.base.file_system = global.name_node.value_or("");
  }
  std::vector<rt::FileChange> changes;
  for (const FileCommand& command : args.commands) {
    changes.push_back(rt::ToFileChange(command));
    changes.back().use_trash = !command.skip_trash;
  }
  co_return co_await rt::RunFileChanges(ctx, std::move(changes), std::move(rules));
}

}  // namespace

}  // namespace hpdl::stdlib

extern "C" const hpdl_kind hpdl_kind_fs;
const hpdl_kind hpdl_kind_fs = {"fs", hpdl::stdlib::RunFs, false};
