#include "runtime/program/progress_terminal.h"

#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <optional>

#include "runtime/program/text.h"

namespace hpdl::rt {
namespace {

/// Longer silence of the loop means that the program was stopped (^Z): the shell has written below
/// the frame since, so the next one starts afresh.
constexpr std::int64_t kStoppedMs = 2500;
/// Between frames: as long as tenths of seconds are shown, and when only seconds pass.
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

class LiveProgress final : public ProgressView {
 public:
  LiveProgress(ProgressSetup setup, Output* out) : model_(std::move(setup)), out_(out) {
    style_.utf8 = LocaleIsUtf8();
    style_.colour = WantsColour();
  }

  void OnEvent(const ProgressEvent& event) override {
    model_.Apply(event);
    last_event_ms_ = event.time_ms;
  }

  void OnTick(std::int64_t now_ms) override {
    if (last_tick_ms_ != 0 && now_ms - last_tick_ms_ > kStoppedMs) {
      screen_.Forget();
    }
    last_tick_ms_ = now_ms;
    if (Writable()) {
      Draw(now_ms);
    }
  }

  std::optional<std::int64_t> NextTick() const override {
    return last_tick_ms_ - last_event_ms_ < kTenthsShownMs ? kLivelyMs : kCalmMs;
  }

  void Finish(const JobRow& job, const std::vector<NodeRow>& troubles,
              std::int64_t now_ms) override {
    ProgressEvent event;
    event.type = ProgressEvent::Type::kJob;
    event.state = StateName(job.state, job.dialect);
    model_.Apply(event);
    style_.last = true;
    Draw(now_ms);
    out_->Write(SummaryText(model_.setup(), job, troubles, now_ms));
    out_->Flush();
  }

 private:
  /// False while the terminal is stopped (^S) or belongs to somebody else (the job runs in the
  /// background): writing would stop the engine.
  bool Writable() const {
    pollfd ready{out_->fd(), POLLOUT, 0};
    if (::poll(&ready, 1, 0) <= 0 || (ready.revents & POLLOUT) == 0) {
      return false;
    }
    const pid_t foreground = ::tcgetpgrp(out_->fd());
    return foreground < 0 || foreground == ::getpgrp();
  }

  void Draw(std::int64_t now_ms) {
    winsize size{};
    if (::ioctl(out_->fd(), TIOCGWINSZ, &size) == 0 && size.ws_col > 0 && size.ws_row > 0) {
      style_.width = size.ws_col;
      style_.height = size.ws_row;
    }
    style_.now_ms = now_ms;
    out_->Write(screen_.Update(RenderFrame(model_, style_), style_.width));
    out_->Flush();
  }

  ProgressModel model_;
  Output* out_;
  FrameStyle style_;
  LineScreen screen_;
  std::int64_t last_tick_ms_ = 0, last_event_ms_ = 0;
};

}  // namespace

std::size_t StyledWidth(std::string_view line) {
  std::string plain;
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (line[at] == '\x1b') {
      at = line.find('m', at);
      if (at == std::string_view::npos) {
        break;
      }
      continue;
    }
    plain.push_back(line[at]);
  }
  return DisplayWidth(plain);
}

std::string LineScreen::Update(std::vector<std::string> lines, std::size_t width) {
  const bool resized = width != width_ && width_ != 0;
  std::size_t rows = 0;
  for (const std::string& line : shown_) {
    const std::size_t columns = StyledWidth(line);
    rows += resized && width > 0 && columns > width ? (columns + width - 1) / width : 1;
  }
  width_ = width;
  if (!resized && lines == shown_) {
    return {};
  }
  std::string out;
  if (rows > 0) {
    out.append("\r\x1b[").append(std::to_string(rows)).append("A");
  }
  if (resized) {
    out.append("\x1b[J");
  }
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (resized || i >= shown_.size() || shown_[i] != lines[i]) {
      out.append(lines[i]).append("\x1b[K");
    }
    out.append("\r\n");
  }
  // Also wipes what the user typed meanwhile, such as the ^C of an interrupt.
  out.append("\x1b[J");
  shown_ = std::move(lines);
  return out;
}

std::unique_ptr<ProgressView> MakeLiveProgress(ProgressSetup setup, Output* out) {
  return std::make_unique<LiveProgress>(std::move(setup), out);
}

}  // namespace hpdl::rt
