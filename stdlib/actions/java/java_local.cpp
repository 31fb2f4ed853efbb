#include "stdlib/actions/java/java_local.h"

#include "runtime/engines/workflow/kind.h"
#include "stdlib/actions/java/java.kind.h"
#include "stdlib/actions/java/java_command.h"
#include "stdlib/actions/java/java_end.h"
#include "stdlib/actions/java/java_files.h"
#include "stdlib/local/command.h"
#include "stdlib/local/libraries.h"
#include "stdlib/local/local_command.h"
#include "stdlib/local/work_files.h"

namespace hpdl::stdlib {

namespace {

/// Returns the error of an attempt whose JVM has ended, or nullopt after a success.
std::optional<rt::Error> ErrorOf(const rt::ExitStatus& status, const JavaArgs& args,
                                 const rt::ActionContext& ctx) {
  const auto note = ReadWholeFile(NotePath(ctx));
  JavaEnd end;
  end.note = note ? *note : "";
  end.signal = status.signal;
  end.exit_code = status.code;
  return ErrorOfJava(args.main_class, end,
                     [&](std::string message) { return WithTail(std::move(message), ctx); });
}

}  // namespace

rt::Task<rt::Outcome> RunJavaHere(rt::ActionContext& ctx) {
  const JavaArgs args = DecodeArgs<JavaArgs>(kJavaKind, ctx.shape(), ctx.args());
  LocalCommand command{args.main_class, NameNodeOf(ctx, args.name_node),
                       FilesOf(ctx, args.job_xml, args.files, args.archives), args.prepare};
  NameLibraries(ctx, SharedFolders(ctx), &command.files);
  command.arrange = [&] { return ArrangeJava(ctx, args); };
  command.error_of = [&](const rt::ExitStatus& status) { return ErrorOf(status, args, ctx); };
  if (args.capture_output) {
    command.captured = [&] { return OutputPropertiesPath(ctx); };
  }
  co_return co_await RunLocalCommand(ctx, std::move(command));
}

}  // namespace hpdl::stdlib

extern "C" const hpdl_kind hpdl_local_kind_java;
const hpdl_kind hpdl_local_kind_java = {
    .name = "java", .run = hpdl::stdlib::RunJavaHere, .needs_local = true};
