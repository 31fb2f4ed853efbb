#include "runtime/engines/workflow/kind.h"
#include "runtime/world/site/site.h"
#include "stdlib/actions/fs/fs.kind.h"
#include "stdlib/local/command.h"
#include "stdlib/local/job_xml.h"
#include "stdlib/local/remote_files.h"
#include "stdlib/local/run_plan.h"
#include "stdlib/local/settings.h"

namespace hpdl::stdlib {

namespace {

static_assert(static_cast<int>(FileCommand::Op::kSetrep) ==
              static_cast<int>(rt::FileChange::Op::kSetrep));

/// True if the code of an error is also the beginning of Oozie's message.
bool HasCodeInFront(std::string_view code) {
  return code != "FS012" && code != "FS013";
}

/// Returns the user of the action. Fails if the configuration of the action has a property that is
/// not allowed.
rt::Task<rt::Result<std::string>> UserOf(rt::ActionContext& ctx, const FsArgs& args,
                                         std::string name_node) {
  NamedFiles named;
  named.job_xml = JobXmlOf(ctx, args.job_xml);
  HPDL_CO_TRY(co_await FetchFiles(ctx, std::move(named), std::move(name_node)));
  const auto configuration = ActionConfiguration(ctx, args.job_xml, args.configuration);
  HPDL_CO_TRY(configuration);
  co_return ctx.User({}, *configuration);
}

rt::Task<rt::Outcome> RunFs(rt::ActionContext& ctx) {
  const FsArgs args = DecodeArgs<FsArgs>(kFsKind, ctx.shape(), ctx.args());
  std::string file_system = args.name_node.value_or("");
  if (!args.name_node && ctx.global() != nullptr) {
    Global global;
    Decode(kGlobalDecl, *ctx.global(), &global);
    file_system = global.name_node.value_or("");
  }
  if (!file_system.empty() && !IsFileSystemUri(file_system)) {
    co_return rt::Outcome::Failed(rt::ErrorClass::kError, "FS001",
                                  "FS001: Missing scheme in path [" + file_system + "]");
  }
  auto user = co_await UserOf(ctx, args, file_system);
  if (!user) {
    co_return FailedWith(user.error());
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
