#include <algorithm>
#include <string>

#include "runtime/engines/workflow/kind.h"
#include "runtime/world/site/site.h"
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

/// Returns `text` with blanks in the place of all other white space.
std::string OnOneLine(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == '\n' || c == '\r' || c == '\t'; }, ' ');
  return text;
}

/// Returns the command line that Oozie gives to the remote shell, which parses it once. Blanks in
/// an <arg> are escaped, unless the whole <arg> is in quotes.
std::string ShellWordsOf(const SshArgs& args) {
  std::string text = OnOneLine(args.command);
  for (const std::string& more : args.args) {
    text += " " + OnOneLine(more);
  }
  for (const std::string& argument : args.arguments) {
    const bool quoted = argument.size() > 1 &&
                        (argument.front() == '"' || argument.front() == '\'') &&
                        argument.back() == argument.front();
    text += " ";
    for (const char c : argument) {
      text += c == ' ' && !quoted ? "\\ " : std::string(1, c);
    }
  }
  return text;
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
  if (ctx.dialect() == HPDL_DIALECT_HWS || ctx.site().Flag(rt::Setting::kSshWordsUnchanged)) {
    task.command.argv = std::move(*words);
  } else {
    task.command.shell_words = ShellWordsOf(args);
    task.command.splits_again = args.arguments.empty();
  }
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
