#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <optional>
#include <utility>

#include "runtime/ground/base/terminal_text.h"
#include "runtime/ground/progress/live_terminal.h"
#include "runtime/programs/client/commands.h"
#include "runtime/programs/client/oozie_commands.h"
#include "runtime/programs/client/own_commands.h"
#include "runtime/programs/client/watch_view.h"
#include "runtime/programs/client/watched_job.h"

namespace hpdl::client {
namespace {

struct LastState {
  const char* status;
  int code;  ///< the exit code of `watch`
};

/// The states in which `watch` ends. The exit codes are the same as for the command `run` of
/// emitted programs.
constexpr LastState kLastStates[] = {
    {"SUCCEEDED", 0}, {"FAILED", 1},    {"DONEWITHERROR", 1},      {"IGNORED", 1},
    {"KILLED", 3},    {"SUSPENDED", 4}, {"SUSPENDEDWITHERROR", 4}, {"PREPSUSPENDED", 4}};

std::optional<int> ExitCodeOf(const std::string& status) {
  for (const LastState& state : kLastStates) {
    if (state.status == status) {
      return state.code;
    }
  }
  return std::nullopt;
}

bool IsLive(const std::string& progress) {
  return progress == "live" || (progress == "auto" && rt::CanShowFrames(STDOUT_FILENO));
}

}  // namespace

std::int64_t DateMs(const Json& object, const char* name) {
  return ReadHttpDate(TextOf(object, name).value_or("")).value_or(0) * 1000;
}

std::string EndText(const Json& job) {
  const std::int64_t start = DateMs(job, "startTime");
  const std::int64_t end = DateMs(job, "endTime");
  const bool timed = start != 0 && end != 0;
  return OneLine(JavaText(job, "appName")) + " " + OneLine(JavaText(job, "status")) +
         (timed ? " after " + std::to_string((end - start) / 1000) + " s" : "") + "\n";
}

Result<int> WatchCommand(const Settings& settings, const std::vector<std::string>& words) {
  const Result<ParsedArguments> arguments =
      ParseArguments(WatchDecl(), std::span(words).subspan(1));
  HPDL_TRY(arguments);
  const Result<int> interval = ReadInteger(arguments->ValueOr("interval", "1"));
  HPDL_TRY(interval);
  if (arguments->words().size() != 1 || *interval < 1) {
    return UsageFailure("watch takes one job; -interval takes whole seconds, at least 1");
  }
  const std::string progress = arguments->ValueOr("progress", "auto");
  if (progress != "auto" && progress != "live" && progress != "plain") {
    return UsageFailure("watch -progress takes auto, live or plain");
  }
  const Invocation invocation{settings, *arguments};
  Result<Login> login = ReadLogin(invocation);
  HPDL_TRY(login);
  Session session(std::move(*login));
  NamedZone zone = arguments->Has("timezone") ? invocation.zone() : NamedZone::OfThisMachine();
  const std::string& id = arguments->words().front();
  const std::unique_ptr<WatchView> view =
      IsLive(progress) ? WatchFrames() : WatchLines(std::move(zone));
  while (true) {
    Result<Json> answer = Show(&session, "job/" + id, WatchParameters(id));
    HPDL_TRY(answer);
    if (!answer->is_object()) {
      return ServerFailure("HTTP error", "the server's answer is not a job");
    }
    const Json job = WatchedJob(id, std::move(*answer));
    view->Show(job);
    if (const std::optional<int> code = ExitCodeOf(JavaText(job, "status"))) {
      view->End(job);
      return *code;
    }
    if (std::fflush(stdout) != 0) {
      return ServerFailure("IO error", "standard output cannot be written");
    }
    view->Wait(std::chrono::seconds(*interval));
  }
}

}  // namespace hpdl::client
