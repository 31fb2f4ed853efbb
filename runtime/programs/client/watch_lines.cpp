#include <map>
#include <optional>
#include <thread>
#include <utility>

#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/terminal_text.h"
#include "runtime/ground/base/without_code.h"
#include "runtime/programs/client/commands.h"
#include "runtime/programs/client/view.h"
#include "runtime/programs/client/watch_view.h"

namespace hpdl::client {
namespace {

class Lines final : public WatchView {
 public:
  explicit Lines(NamedZone zone) : zone_(std::move(zone)) {}

  void Show(const Json& job) override {
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
    Print(status_ == JavaText(job, "status") ? text : text + JobLine(job, "endTime"));
  }

  void Wait(std::chrono::seconds interval) override { std::this_thread::sleep_for(interval); }
  void End(const Json& job) override { Print(EndText(job)); }

 private:
  std::string Clock(const Json& object, const char* name) const {
    const std::optional<std::int64_t> date = ReadHttpDate(TextOf(object, name).value_or(""));
    return zone_.Format(date.value_or(rt::NowMs() / 1000), true).substr(11, 8);
  }

  std::string JobLine(const Json& job, const char* time) {
    status_ = JavaText(job, "status");
    return Clock(job, time) + " " + JavaText(job, "kind") + " " + OneLine(JavaText(job, "id")) +
           " " + OneLine(status_) + "\n";
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
      line += " " + OneLine(code + (code.empty() ? "" : ": ") +
                            std::string(rt::WithoutCode(code, message)));
    }
    return line + "\n";
  }

  const NamedZone zone_;
  std::string status_;
  std::map<std::string, std::string> actions_;
};

}  // namespace

std::unique_ptr<WatchView> WatchLines(NamedZone zone) {
  return std::make_unique<Lines>(std::move(zone));
}

}  // namespace hpdl::client
