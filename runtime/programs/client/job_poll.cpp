#include <algorithm>
#include <chrono>
#include <cstdio>
#include <thread>

#include "runtime/ground/base/clock.h"
#include "runtime/programs/client/commands.h"
#include "runtime/programs/client/view.h"

namespace hpdl::client {
namespace {

/// Returns the states in which the job can end; empty if the text is not an id.
std::vector<std::string> LastStates(const std::string& id) {
  std::vector<std::string> states{"FAILED", "KILLED", "SUCCEEDED"};
  if (id.ends_with("-W")) {
    return states;
  }
  if (id.ends_with("-C") || id.ends_with("-B")) {
    states.emplace_back("DONEWITHERROR");
    return states;
  }
  if (id.find("-C@") != std::string::npos) {
    states.insert(states.end(), {"IGNORED", "SKIPPED", "TIMEDOUT"});
    return states;
  }
  return {};
}

}  // namespace

Result<void> Poll(Session* session, const Invocation& invocation) {
  const ParsedArguments& arguments = invocation.arguments;
  const Result<int> timeout = ReadInteger(arguments.ValueOr("timeout", "30"));
  HPDL_TRY(timeout);
  const Result<int> interval = ReadInteger(arguments.ValueOr("interval", "5"));
  HPDL_TRY(interval);
  const std::string id = arguments.ValueOr("poll", "");
  const Result<std::string> path = JobPath(id, "id");
  HPDL_TRY(path);
  if (*interval < 1) {
    return ThrownFailure("lang.IllegalArgumentException", "interval must be a positive integer");
  }
  const std::vector<std::string> last = LastStates(id);
  if (last.empty()) {
    return ThrownFailure("lang.IllegalArgumentException", "invalid job type");
  }
  const std::int64_t end = rt::NowMs() + std::int64_t{*timeout} * 60'000;
  while (true) {
    const Result<Json> answer = Show(session, *path, {{"show", "status"}});
    HPDL_TRY(answer);
    const std::string status = JavaText(*answer, "status");
    if (arguments.Has("verbose")) {
      Print(status + "\n");
      std::fflush(stdout);
    }
    if (std::find(last.begin(), last.end(), status) != last.end() ||
        (*timeout >= 1 && rt::NowMs() > end)) {
      return {};
    }
    std::this_thread::sleep_for(std::chrono::minutes(*interval));
  }
}

}  // namespace hpdl::client
