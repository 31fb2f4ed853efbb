#include "stdlib/local/command.h"

#include <sys/auxv.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "runtime/ground/config/config.h"
#include "runtime/world/process/output_tail.h"
#include "stdlib/local/work_files.h"

namespace hpdl::stdlib {

namespace {

using rt::ErrorClass;

constexpr std::size_t kTailLines = 10, kTailBytes = 2000;

/// The error if the command has done its work but its output cannot be read. A retry at the
/// action's end reads the output again and does not run the command again.
rt::Error Unreadable(const std::string& what, const std::string& why) {
  return rt::Error{ErrorClass::kTransient, "JA009", "cannot read the " + what + ": " + why};
}

}  // namespace

std::string OwnProgram() {
  char path[4096];
  const ssize_t size = readlink("/proc/self/exe", path, sizeof path - 1);
  if (size > 0) {
    return {path, static_cast<std::size_t>(size)};
  }
  // NOLINTNEXTLINE(performance-no-int-to-ptr): the kernel gives the address as a number
  const auto* name = reinterpret_cast<const char*>(getauxval(AT_EXECFN));
  return name == nullptr ? "" : name;
}

rt::Outcome FailedWith(const rt::Error& error) {
  rt::Outcome outcome;
  outcome.error = error;
  return outcome;
}

std::vector<std::string> AttemptVariables(const rt::ActionContext& ctx) {
  return {
      "HPDL_JOB_ID=" + ctx.job().id,
      "HPDL_NODE=" + std::string(ctx.node()),
      "HPDL_TAG=" + ctx.tag(),
      "HPDL_RUN=" + std::to_string(ctx.job().run),
      "HPDL_ATTEMPT=" + std::to_string(ctx.attempt()),
  };
}

std::optional<rt::Error> ErrorOfStart(const rt::ExitStatus& status, const std::string& what) {
  if (!status.start_error.empty()) {
    return rt::Error{status.unstarted ? ErrorClass::kNonTransient : ErrorClass::kError, "JA018",
                     "cannot start " + status.start_error};
  }
  if (status.lost && status.pid == 0) {
    return rt::Error{ErrorClass::kNonTransient, "JA017",
                     "the machine went down before or after it started " + what +
                         ": check if the command did its work; 'retry' runs it again"};
  }
  if (status.lost) {
    return rt::Error{ErrorClass::kNonTransient, "JA017",
                     "nobody saw " + what + " (pid " + std::to_string(status.pid) +
                         ") end, perhaps because of a reboot: check if the command did its work; "
                         "'retry' runs it again"};
  }
  return std::nullopt;
}

std::string SignalText(int signal) {
  const char* name = sigabbrev_np(signal);
  std::string text = "ended by signal " + std::to_string(signal);
  return name == nullptr ? text : text + " (SIG" + name + ")";
}

std::string WithTail(std::string message, const rt::ActionContext& ctx) {
  const std::string tail = rt::TailOfFile(ctx.ErrPath(), kTailLines, kTailBytes);
  if (!tail.empty()) {
    message.append("; standard error ends with:\n").append(tail);
  }
  return message;
}

rt::Result<rt::Properties> PropertiesIn(const rt::ActionContext& ctx, std::string_view text,
                                        std::int64_t size, const std::string& what) {
  if (size > ctx.capture_limit()) {
    return rt::ActionError(what + " has " + std::to_string(size) + " bytes, the limit is " +
                           std::to_string(ctx.capture_limit()) + " (oozie.action.max.output.data)");
  }
  auto parsed = rt::ReadJavaProperties(text, what);
  if (!parsed) {
    return rt::ActionError(parsed.error().message);
  }
  rt::Properties data;
  rt::Apply(*parsed, &data);
  return data;
}

rt::Result<rt::Properties> ReadCaptured(const rt::ActionContext& ctx, const std::string& path,
                                        const std::string& what) {
  struct stat info{};
  if (stat(path.c_str(), &info) != 0) {
    return errno == ENOENT ? rt::Result<rt::Properties>(rt::Properties())
                           : Unreadable(what, std::strerror(errno));
  }
  // A file above the limit is an error, so it is not read.
  if (info.st_size > ctx.capture_limit()) {
    return PropertiesIn(ctx, {}, info.st_size, what);
  }
  auto text = ReadWholeFile(path);
  if (!text) {
    return Unreadable(what, text.error().message);
  }
  return PropertiesIn(ctx, *text, static_cast<std::int64_t>(text->size()), what);
}

}  // namespace hpdl::stdlib
