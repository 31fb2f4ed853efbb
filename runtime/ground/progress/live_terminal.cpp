#include "runtime/ground/progress/live_terminal.h"

#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <utility>

namespace hpdl::rt {
namespace {

/// If two calls of Tick() are further apart than this, the program was stopped (^Z) and continued
/// between the two calls. The shell has then written below the shown lines, so Tick() draws the
/// lines again at the cursor.
constexpr std::int64_t kStoppedMs = 2500;
/// The time between frames: kLivelyMs while the frames show tenths of seconds, else kCalmMs.
constexpr std::int64_t kLivelyMs = 100, kCalmMs = 1000;
constexpr std::int64_t kTenthsShownMs = 10'000;

bool LocaleIsUtf8() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char* value = std::getenv(name);
    if (value != nullptr && *value != '\0') {
      const std::string_view text(value);
      return text.find("UTF-8") != std::string_view::npos ||
             text.find("utf8") != std::string_view::npos ||
             text.find("UTF8") != std::string_view::npos ||
             text.find("utf-8") != std::string_view::npos;
    }
  }
  return false;
}

bool WantsColour() {
  const char* no_color = std::getenv("NO_COLOR");
  return no_color == nullptr || *no_color == '\0';
}

}  // namespace

bool CanShowFrames(int fd) {
  const char* term = std::getenv("TERM");
  const bool capable = term != nullptr && *term != '\0' && std::string_view(term) != "dumb";
  return capable && fd >= 0 && ::isatty(fd) == 1;
}

LiveTerminal::LiveTerminal(ProgressSetup setup, int fd) : model_(std::move(setup)), fd_(fd) {
  style_.utf8 = LocaleIsUtf8();
  style_.colour = WantsColour();
}

void LiveTerminal::Apply(const ProgressEvent& event) {
  model_.Apply(event);
  last_event_ms_ = event.time_ms;
}

std::string LiveTerminal::Tick(std::int64_t now_ms) {
  if (last_tick_ms_ != 0 && now_ms - last_tick_ms_ > kStoppedMs) {
    screen_.Forget();
  }
  last_tick_ms_ = now_ms;
  return Writable() ? Draw(now_ms) : "";
}

std::string LiveTerminal::Last(std::string job_state, std::int64_t now_ms) {
  ProgressEvent event;
  event.type = ProgressEvent::Type::kJob;
  event.state = std::move(job_state);
  model_.Apply(event);
  style_.last = true;
  return Draw(now_ms);
}

std::int64_t LiveTerminal::NextTick() const {
  return last_tick_ms_ - last_event_ms_ < kTenthsShownMs ? kLivelyMs : kCalmMs;
}

// Returns false while the terminal is stopped (^S) or belongs to another process group (the program
// runs in the background). Writing would then block or stop the program.
bool LiveTerminal::Writable() const {
  pollfd ready{fd_, POLLOUT, 0};
  if (::poll(&ready, 1, 0) <= 0 || (ready.revents & POLLOUT) == 0) {
    return false;
  }
  const pid_t foreground = ::tcgetpgrp(fd_);
  return foreground < 0 || foreground == ::getpgrp();
}

std::string LiveTerminal::Draw(std::int64_t now_ms) {
  winsize size{};
  if (::ioctl(fd_, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 && size.ws_row > 0) {
    style_.width = size.ws_col;
    style_.height = size.ws_row;
  }
  style_.now_ms = now_ms;
  return screen_.Update(RenderFrame(model_, style_), style_.width);
}

}  // namespace hpdl::rt
