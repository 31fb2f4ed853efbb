#include <cstring>
#include <utility>

#include "runtime/world/process/output_tail.h"
#include "stdlib/cluster/launcher.h"
#include "stdlib/local/command.h"

namespace hpdl::stdlib {

namespace {

constexpr std::size_t kTailLines = 10;

}  // namespace

std::optional<rt::Error> ErrorOfLaunch(const LaunchResult& result, const std::string& what) {
  std::string message;
  if (result.not_started != 0) {
    return rt::ActionError("cannot start " + what + ": " + std::strerror(result.not_started));
  }
  if (result.signal != 0) {
    message = SignalText(result.signal);
  } else if (result.exit_code != 0) {
    message = "exit code " + std::to_string(result.exit_code);
  } else {
    return std::nullopt;
  }
  return rt::ActionError(WithLaunchTail(std::move(message), result));
}

std::string WithLaunchTail(std::string message, const LaunchResult& result) {
  const auto err = result.files.find(kLaunchErr);
  if (err == result.files.end()) {
    return message;
  }
  const bool cut = static_cast<std::size_t>(err->second.size) > err->second.bytes.size();
  const std::string tail = rt::TailOfText(err->second.bytes, cut, kTailLines);
  return tail.empty() ? message : message + "; standard error ends with:\n" + tail;
}

rt::Result<rt::Properties> CapturedIn(const rt::ActionContext& ctx, const LaunchResult& result,
                                      const std::string& name) {
  if (const auto lost = result.lost.find(name); lost != result.lost.end()) {
    return rt::ActionError(std::string("cannot read the captured output: ") +
                           std::strerror(lost->second));
  }
  const auto found = result.files.find(name);
  if (found == result.files.end()) {
    return rt::Properties();
  }
  return PropertiesIn(ctx, found->second.bytes, found->second.size, "captured output");
}

void AddCaptured(const rt::ActionContext& ctx, const LaunchResult& result, const std::string& name,
                 rt::Outcome* outcome) {
  if (outcome->error) {
    return;
  }
  auto data = CapturedIn(ctx, result, name);
  if (data) {
    outcome->data = std::move(*data);
  } else {
    outcome->error = data.error();
  }
}

}  // namespace hpdl::stdlib
