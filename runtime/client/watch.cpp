#include <chrono>
#include <cstdio>
#include <map>
#include <thread>

#include "runtime/base/clock.h"
#include "runtime/client/commands.h"
#include "runtime/client/oozie_commands.h"
#include "runtime/client/own_commands.h"
#include "runtime/client/view.h"

namespace hpdl::client {
namespace {

struct LastState {
  const char* status;
  int code;  ///< to exit with
};

/// Of a job; the codes are those of a program's `run`.
constexpr LastState kLastStates[] = {
    {"SUCCEEDED", 0}, {"FAILED", 1}, {"KILLED", 3}, {"SUSPENDED", 4}};

/// Texts of jobs on a terminal must not make lines look like something else.
std::string OneLine(std::string text) {
  for (char& c : text) {
    c = static_cast<unsigned char>(c) < ' ' || c == '\x7F' ? ' ' : c;
  }
  return text;
}

/// What is new in each answer, a line each.
class Changes {
 public:
  explicit Changes(NamedZone zone) : zone_(std::move(zone)) {}

  std::string Of(const Json& job) {
    std::string text;
    if (status_.empty()) {
      text = JobLine(job, "startTime");
    }
    for (const Json& action : Member(job, "actions")) {
      const std::string status = JavaText(action, "status");
      std::string& known = actions_[JavaText(action, "name")];
      if (known != status) {
        known = status;
        text += ActionLine(action);
      }
    }
    return status_ == JavaText(job, "status") ? text : text + JobLine(job, "endTime");
  }

 private:
  std::string Clock(const Json& object, const char* name) const {
    const std::optional<std::int64_t> date = ReadHttpDate(TextOf(object, name).value_or(""));
    return zone_.Format(date.value_or(rt::NowMs() / 1000), true).substr(11, 8);
  }

  std::string JobLine(const Json& job, const char* time) {
    status_ = JavaText(job, "status");
    return Clock(job, time) + " job " + OneLine(JavaText(job, "id")) + " " + OneLine(status_) +
           "\n";
  }

  std::string ActionLine(const Json& action) const {
    std::string line = Clock(action, Member(action, "endTime").is_null() ? "startTime" : "endTime");
    for (const char* part : {"name", "status", "type"}) {
      line += " " + OneLine(JavaText(action, part));
    }
    if (const std::string next = TextOf(action, "transition").value_or(""); !next.empty()) {
      line += " -> " + OneLine(next);
    }
    const std::string code = TextOf(action, "errorCode").value_or("");
    const std::string message = TextOf(action, "errorMessage").value_or("");
    if (!code.empty() || !message.empty()) {
      line += " " + OneLine(code + (code.empty() ? "" : ": ") + message);
    }
    return line + "\n";
  }

  const NamedZone zone_;
  std::string status_;
  std::map<std::string, std::string> actions_;
};

std::optional<int> ExitCodeOf(const std::string& status) {
  for (const LastState& state : kLastStates) {
    if (state.status == status) {
      return state.code;
    }
  }
  return std::nullopt;
}

std::string EndText(const Json& job) {
  const std::optional<std::int64_t> start = ReadHttpDate(TextOf(job, "startTime").value_or(""));
  const std::optional<std::int64_t> end = ReadHttpDate(TextOf(job, "endTime").value_or(""));
  return OneLine(JavaText(job, "appName")) + " " + JavaText(job, "status") +
         (start && end ? " after " + std::to_string(*end - *start) + " s" : "") + "\n";
}

}  // namespace

Result<int> WatchCommand(const Settings& settings, const std::vector<std::string>& words) {
  const Result<ParsedArguments> arguments =
      ParseArguments(WatchDecl(), std::span(words).subspan(1));
  HPDL_TRY(arguments);
  const Result<int> interval = ReadInteger(arguments->ValueOr("interval", "1"));
  HPDL_TRY(interval);
  if (arguments->words().size() != 1 || *interval < 1) {
    return UsageFailure("watch takes one job, and -interval a number of seconds from 1");
  }
  const Invocation invocation{settings, *arguments};
  Result<Login> login = ReadLogin(invocation);
  HPDL_TRY(login);
  Session session(std::move(*login));
  Changes changes(arguments->Has("timezone") ? invocation.zone() : NamedZone::OfThisMachine());
  while (true) {
    const Result<Json> job = Show(&session, "job/" + arguments->words().front(),
                                  {{"show", "info"}, {"offset", "0"}, {"len", "0"}});
    HPDL_TRY(job);
    Print(changes.Of(*job));
    if (const std::optional<int> code = ExitCodeOf(JavaText(*job, "status"))) {
      Print(EndText(*job));
      return *code;
    }
    if (!job->is_object() || std::fflush(stdout) != 0) {
      return ServerFailure("HTTP error", "the answer is no job");
    }
    std::this_thread::sleep_for(std::chrono::seconds(*interval));
  }
}

}  // namespace hpdl::client
