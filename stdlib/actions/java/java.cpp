#include "runtime/engine/kind.h"
#include "runtime/process/output_tail.h"
#include "stdlib/actions/java/java.kind.h"
#include "stdlib/actions/java/java_command.h"
#include "stdlib/actions/java/java_files.h"
#include "stdlib/local/command.h"
#include "stdlib/local/local_command.h"
#include "stdlib/local/work_files.h"

namespace hpdl::stdlib {

namespace {

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

rt::Task<rt::Outcome> RunJava(rt::ActionContext& ctx) {
  const JavaArgs args = DecodeArgs<JavaArgs>(kJavaKind, ctx.shape(), ctx.args());
  LocalCommand command{args.main_class, NameNodeOf(ctx, args.name_node),
                       FilesOf(ctx, args.job_xml, args.files, args.archives), args.prepare};
  command.files.folders = LibraryPaths(ctx);
  command.arrange = [&] { return ArrangeJava(ctx, args); };
  command.error_of = [&](const rt::ExitStatus& status) { return ErrorOf(status, args, ctx); };
  if (args.capture_output) {
    command.captured = [&] { return OutputPropertiesPath(ctx); };
  }
  co_return co_await RunLocalCommand(ctx, std::move(command));
}

}  // namespace

}  // namespace hpdl::stdlib

extern "C" const hpdl_kind hpdl_kind_java;
const hpdl_kind hpdl_kind_java = {
    .name = "java", .run = hpdl::stdlib::RunJava, .needs_local = true};
