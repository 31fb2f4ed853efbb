#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <optional>
#include <thread>
#include <utility>

#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/lower_case.h"
#include "runtime/ground/base/terminal_text.h"
#include "runtime/ground/progress/live_terminal.h"
#include "runtime/ground/progress/state_class.h"
#include "runtime/programs/client/commands.h"
#include "runtime/programs/client/view.h"
#include "runtime/programs/client/watch_view.h"

namespace hpdl::client {
namespace {

using std::chrono::milliseconds;

/// Returns the type of an action in lower case without colons. Oozie writes ":START:" and so on for
/// control nodes.
std::string TypeOf(const Json& action) {
  std::string type = TextOf(action, "type").value_or("");
  std::erase(type, ':');
  return LowerCase(type);
}

/// Returns the id of the external job that a running action waits for; "" if it waits for no job.
std::string WorkOf(const Json& action) {
  const std::string id = TextOf(action, "externalId").value_or("");
  return id == "-" ? "" : id;
}

/// Prints the text and flushes the output. A frame does not end with a line feed, so it would
/// otherwise stay in the buffer.
void PrintNow(const std::string& text) {
  Print(text);
  std::fflush(stdout);
}

class Frames final : public WatchView {
 public:
  void Show(const Json& job) override {
    const std::int64_t now = rt::NowMs();
    if (!terminal_) {
      const std::int64_t begin = DateMs(job, "startTime");
      terminal_.emplace(rt::ProgressSetup{JavaText(job, "id"), JavaText(job, "appName"), 0,
                                          begin == 0 ? now : begin, ""},
                        STDOUT_FILENO);
    }
    for (const rt::ProgressEvent& event : events_.NewIn(job, now)) {
      terminal_->Apply(event);
    }
    PrintNow(terminal_->Tick(now));
  }

  void Wait(std::chrono::seconds interval) override {
    const auto end = rt::SteadyClock::now() + interval;
    for (auto now = rt::SteadyClock::now(); now < end; now = rt::SteadyClock::now()) {
      const auto left = std::chrono::ceil<milliseconds>(end - now);
      std::this_thread::sleep_for(std::min(left, milliseconds(terminal_->NextTick())));
      PrintNow(terminal_->Tick(rt::NowMs()));
    }
  }

  void End(const Json& job) override {
    PrintNow(terminal_->Last(JavaText(job, "status"), rt::NowMs()) + EndText(job));
  }

 private:
  JobEvents events_;
  std::optional<rt::LiveTerminal> terminal_;
};

}  // namespace

std::vector<rt::ProgressEvent> JobEvents::NewIn(const Json& job, std::int64_t now_ms) {
  std::vector<rt::ProgressEvent> events(1);
  events[0].type = rt::ProgressEvent::Type::kJob;
  events[0].time_ms = now_ms;
  events[0].state = OneLine(JavaText(job, "status"));
  for (const Json& action : Member(job, "actions")) {
    rt::ProgressEvent event;
    event.node = TextOf(action, "name").value_or("");
    event.state = OneLine(TextOf(action, "status").value_or(""));
    if (event.node.empty() || event.state.empty()) {
      continue;
    }
    event.node_type = OneLine(TypeOf(action));
    event.transition = TextOf(action, "transition").value_or("");
    event.error_code = OneLine(TextOf(action, "errorCode").value_or(""));
    event.message = TextOf(action, "errorMessage").value_or("");
    event.waiting = WorkOf(action);
    event.started_ms = DateMs(action, "startTime");
    const std::int64_t end = DateMs(action, "endTime");
    event.time_ms = end == 0 ? now_ms : end;
    std::string shown = event.state + "\n" + event.transition + "\n" + event.error_code + "\n" +
                        event.message + "\n" + event.waiting + "\n" + std::to_string(end) + "\n" +
                        std::to_string(event.started_ms);
    if (std::string& known = known_[event.node]; known != shown) {
      known = std::move(shown);
      events.push_back(std::move(event));
    }
  }
  return events;
}

std::unique_ptr<WatchView> WatchFrames() {
  return std::make_unique<Frames>();
}

}  // namespace hpdl::client
