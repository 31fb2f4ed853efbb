#include <unistd.h>

#include "runtime/engine/kind.h"
#include "runtime/process/output_tail.h"
#include "stdlib/actions/java/java.kind.h"
#include "stdlib/actions/java/java_command.h"
#include "stdlib/actions/java/java_files.h"
#include "stdlib/local/command.h"
#include "stdlib/local/remote_files.h"
#include "stdlib/local/settings.h"
#include "stdlib/local/work_files.h"

namespace hpdl::stdlib {

namespace {

using rt::Outcome;

constexpr std::size_t kMostText = 2000;

/// How main ended, as the launcher noted it (launcher/RunMain.java).
struct Note {
  std::string state;  ///< "running", "returned", "threw", "unusable"; empty: there is no note
  std::string text;
};

Note ReadNote(const rt::ActionContext& ctx) {
  Note note;
  const auto text = ReadWholeFile(NotePath(ctx));
  if (text) {
    const std::size_t end = text->find('\n');
    note.state = text->substr(0, end);
    if (end != std::string::npos) {
      note.text = rt::CleanText(std::string_view(*text).substr(end + 1, kMostText));
    }
  }
  return note;
}

rt::Error Failure(std::string message, const rt::ActionContext& ctx) {
  return {rt::ErrorClass::kError, "JA018", WithTail(std::move(message), ctx)};
}

/// The error that the end of the JVM means, if any.
std::optional<rt::Error> ErrorOf(const rt::ExitStatus& status, const JavaArgs& args,
                                 const rt::ActionContext& ctx) {
  if (auto error = ErrorOfStart(status, args.main_class)) {
    return error;
  }
  const Note note = ReadNote(ctx);
  const std::string code = std::to_string(status.code);
  if (note.state == "threw") {
    return Failure("main class " + args.main_class + " threw " + note.text, ctx);
  }
  if (note.state == "unusable") {
    return rt::Error{rt::ErrorClass::kError, "JA018", note.text};
  }
  if (status.signal != 0) {
    return Failure("java " + SignalText(status.signal), ctx);
  }
  if (note.state.empty()) {
    return Failure("java ended with exit code " + code + " before main class " + args.main_class,
                   ctx);
  }
  if (note.state == "returned" && status.code == 0) {
    return std::nullopt;
  }
  if (note.state == "returned") {
    return Failure(
        "main class " + args.main_class + " returned, then java ended with exit code " + code, ctx);
  }
  return Failure("main class " + args.main_class + " ended java with exit code " + code +
                     ", as System.exit does, which is an error whatever the code",
                 ctx);
}

Outcome OutcomeOf(const rt::ExitStatus& status, const JavaArgs& args, rt::ActionContext& ctx) {
  Outcome outcome;
  if (status.pid > 0) {
    outcome.external_id = std::to_string(status.pid);
  }
  outcome.error = ErrorOf(status, args, ctx);
  if (!outcome.error && args.capture_output) {
    const auto path = OutputPropertiesPath(ctx);
    auto data = path ? ReadCaptured(ctx, *path, "captured output")
                     : rt::Result<rt::Properties>(path.error());
    if (data) {
      outcome.data = std::move(*data);
    } else {
      outcome.error = data.error();
      outcome.at_end = true;
    }
  }
  outcome.external_status = outcome.error ? "FAILED/KILLED" : "SUCCEEDED";
  return outcome;
}

rt::Task<Outcome> RunJava(rt::ActionContext& ctx) {
  const JavaArgs args = DecodeArgs<JavaArgs>(kJavaKind, ctx.shape(), ctx.args());
  const Global global = GlobalOf(ctx);
  const std::string name_node = args.name_node.value_or(global.name_node.value_or(""));
  NamedFiles named{global.job_xml, args.files, LibraryPaths(ctx)};
  named.job_xml.insert(named.job_xml.end(), args.job_xml.begin(), args.job_xml.end());
  named.files.insert(named.files.end(), args.archives.begin(), args.archives.end());
  const rt::Result<void> fetched = co_await FetchFiles(ctx, std::move(named), name_node);
  if (!fetched) {
    co_return FailedWith(fetched.error());
  }
  Outcome prepared = co_await RunPrepare(ctx, args.prepare, name_node);
  if (prepared.error) {
    co_return prepared;
  }
  auto command = ArrangeJava(ctx, args);
  if (!command) {
    co_return FailedWith(command.error());
  }
  ctx.SetWaiting(args.main_class);
  const rt::ExitStatus status = co_await ctx.RunProcess(std::move(*command));
  co_return OutcomeOf(status, args, ctx);
}

}  // namespace

}  // namespace hpdl::stdlib

extern "C" const hpdl_kind hpdl_kind_java;
const hpdl_kind hpdl_kind_java = {
    .name = "java", .run = hpdl::stdlib::RunJava, .needs_local = true};
