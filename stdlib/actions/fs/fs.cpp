#include "runtime/engines/workflow/kind.h"
#include "runtime/world/site/site.h"
#include "stdlib/actions/fs/fs.kind.h"
#include "stdlib/local/run_plan.h"

namespace hpdl::stdlib {

namespace {

static_assert(static_cast<int>(FileCommand::Op::kSetrep) ==
              static_cast<int>(rt::FileChange::Op::kSetrep));

/// True if the code of an error is also the beginning of Oozie's message.
bool HasCodeInFront(std::string_view code) {
  return code != "FS012" && code != "FS013";
}

rt::Task<rt::Outcome> RunFs(rt::ActionContext& ctx) {
  const FsArgs args = DecodeArgs<FsArgs>(kFsKind, ctx.shape(), ctx.args());
  std::string file_system = args.name_node.value_or("");
  if (!args.name_node && ctx.global() != nullptr) {
    Global global;
    Decode(kGlobalDecl, *ctx.global(), &global);
    file_system = global.name_node.value_or("");
  }
  rt::Properties own;
  for (const Property& property : args.configuration.properties) {
    own[property.name] = property.value;
  }
  auto user = ctx.User({}, own);
  if (!user) {
    rt::Outcome refused;
    refused.error = user.error();
    co_return refused;
  }
  if (!file_system.empty() && !IsFileSystemUri(file_system)) {
    co_return rt::Outcome::Failed(rt::ErrorClass::kError, "FS001",
                                  "FS001: Missing scheme in path [" + file_system + "]");
  }
  rt::FilePlanRules rules;
  rules.base = BaseOf(ctx, std::move(file_system), std::move(*user));
  rules.most_matches = static_cast<std::size_t>(ctx.site().Number(rt::Setting::kMostMatches));
  std::vector<rt::FileChange> changes;
  for (const FileCommand& command : args.commands) {
    changes.push_back(rt::ToFileChange(command));
    changes.back().use_trash = !command.skip_trash;
  }
  rt::Outcome outcome = co_await RunFileChanges(ctx, std::move(changes), std::move(rules));
  if (outcome.error && HasCodeInFront(outcome.error->code)) {
    outcome.error->message = outcome.error->code + ": " + outcome.error->message;
  }
  co_return outcome;
}

}  // namespace

}  // namespace hpdl::stdlib

extern "C" const hpdl_kind hpdl_kind_fs;
const hpdl_kind hpdl_kind_fs = {.name = "fs",
                                .run = hpdl::stdlib::RunFs,
                                .goes_on = true,
                                .starts_processes = hpdl::rt::StartsProcesses::kNever};
