#include "runtime/engines/workflow/kind.h"
#include "stdlib/actions/ssh/ssh.kind.h"
#include "stdlib/remote/remote_command.h"
#include "stdlib/remote/remote_host.h"

namespace hpdl::stdlib {

namespace {

rt::Outcome Failed(const rt::Error& error) {
  return rt::Outcome::Failed(error.error_class, error.code, error.message);
}

/// Returns the words of the command. `<command>` and `<args>` are split at blanks, as Oozie has
/// always done. Each `<arg>` is one word.
rt::Result<std::vector<std::string>> WordsOf(const SshArgs& args) {
  std::vector<std::string> words = SplitAtBlanks(args.command);
  if (words.empty()) {
    return rt::ActionError("command is empty");
  }
  for (const std::string& text : args.args) {
    const std::vector<std::string> more = SplitAtBlanks(text);
    words.insert(words.end(), more.begin(), more.end());
  }
  words.insert(words.end(), args.arguments.begin(), args.arguments.end());
  return words;
}

rt::Task<rt::Outcome> RunSsh(rt::ActionContext& ctx) {
  const SshArgs args = DecodeArgs<SshArgs>(kSshKind, ctx.shape(), ctx.args());
  auto words = WordsOf(args);
  if (!words) {
    co_return Failed(words.error());
  }
  auto target = TargetOf(ctx, args.host);
  if (!target) {
    co_return Failed(target.error());
  }
  RemoteTask task;
  task.command.argv = std::move(*words);
  task.target = std::move(*target);
  task.capture = args.capture_output;
  rt::Outcome outcome = co_await RunRemote(ctx, std::move(task));
  co_return outcome;
}

}  // namespace

}  // namespace hpdl::stdlib

extern "C" const hpdl_kind hpdl_kind_ssh;
const hpdl_kind hpdl_kind_ssh = {.name = "ssh",
                                 .run = hpdl::stdlib::RunSsh,
                                 .starts_processes = hpdl::rt::StartsProcesses::kNever,
                                 .needs_network = true};
