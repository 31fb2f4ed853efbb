#include <algorithm>

#include "runtime/ground/base/amounts.h"
#include "runtime/ground/base/terminal_text.h"
#include "runtime/ground/base/without_code.h"
#include "runtime/ground/calendar/local_time.h"
#include "runtime/ground/progress/model.h"

namespace hpdl::rt {
namespace {

constexpr std::string_view kPlain;
constexpr std::string_view kBold = "\x1b[1m";
constexpr std::string_view kDim = "\x1b[2m";
constexpr std::string_view kRed = "\x1b[31m";
constexpr std::string_view kGreen = "\x1b[32m";
constexpr std::string_view kYellow = "\x1b[33m";
constexpr std::string_view kCyan = "\x1b[36m";
constexpr std::string_view kReset = "\x1b[0m";

std::string_view ColourOf(StateClass state_class) {
  switch (state_class) {
    case StateClass::kOk:
      return kGreen;
    case StateClass::kRunning:
      return kCyan;
    case StateClass::kError:
      return kRed;
    case StateClass::kKilled:
    case StateClass::kManual:
      return kYellow;
    case StateClass::kWaiting:
      break;
  }
  return kDim;
}

std::string_view MarkOf(StateClass state_class, bool utf8) {
  switch (state_class) {
    case StateClass::kOk:
      return utf8 ? "\xE2\x9C\x93" : "+";
    case StateClass::kRunning:
      return utf8 ? "\xE2\x96\xB6" : ">";
    case StateClass::kError:
      return utf8 ? "\xE2\x9C\x97" : "x";
    case StateClass::kKilled:
      return utf8 ? "\xE2\x96\xA0" : "#";
    case StateClass::kManual:
      return utf8 ? "\xE2\x80\x96" : "=";
    case StateClass::kWaiting:
      break;
  }
  return utf8 ? "\xC2\xB7" : ".";
}

/// A line that never becomes wider than the terminal, because it cuts text that does not fit.
class StyledLine {
 public:
  explicit StyledLine(const FrameStyle& style)
      : style_(style), left_(style.width > 1 ? style.width - 1 : 1) {}

  void Add(std::string_view text, std::string_view colour = kPlain) {
    const std::string fitted = Fit(text, left_, style_.utf8);
    if (fitted.empty()) {
      return;
    }
    left_ -= std::min(left_, DisplayWidth(fitted));
    if (style_.colour && !colour.empty()) {
      text_.append(colour).append(fitted).append(kReset);
    } else {
      text_.append(fitted);
    }
  }
  void AddPadded(std::string_view text, std::size_t width, std::string_view colour = kPlain) {
    const std::string fitted = Fit(text, width, style_.utf8);
    const std::size_t pad = width - DisplayWidth(fitted);
    Add(fitted, colour);
    Add(std::string(pad + 2, ' '));
  }
  std::size_t left() const { return left_; }
  std::string Take() { return std::move(text_); }

 private:
  const FrameStyle& style_;
  std::size_t left_;
  std::string text_;
};

/// The widths of the columns for the shown nodes.
struct Columns {
  std::size_t name = 0, type = 0, state = 0;
};

class Frame {
 public:
  Frame(const ProgressModel& model, const FrameStyle& style) : model_(model), style_(style) {}

  std::vector<std::string> Render() {
    Header();
    const std::size_t room = style_.height > 4 ? style_.height - 4 : 0;
    const bool all = model_.complete() && model_.rows().size() <= room;
    std::vector<const ProgressRow*> shown = all ? AllRows() : Selected(room);
    Measure(shown);
    for (const ProgressRow* row : shown) {
      Row(*row);
    }
    if (hidden_ > 0) {
      StyledLine line(style_);
      line.Add("  " + std::string(style_.utf8 ? "\xE2\x80\xA6" : "...") + " and " +
                   std::to_string(hidden_) + " more running",
               kDim);
      lines_.push_back(line.Take());
    }
    return std::move(lines_);
  }

 private:
  void Header() {
    const ProgressSetup& setup = model_.setup();
    const std::string& state = model_.job_state();
    const std::string elapsed = DurationText(style_.now_ms - setup.begin_ms);
    // The last frame has no title, because the summary after it has the same data.
    if (!style_.last) {
      StyledLine title(style_);
      title.Add(OneLine(setup.app_name), kBold);
      title.Add("  ");
      title.Add(state.empty() ? "starting" : state, ColourOf(Classify(state)));
      title.Add("  " + elapsed);
      title.Add("  " + setup.job_id, kDim);
      lines_.push_back(title.Take());
    }
    if (style_.height < 3) {
      return;
    }
    StyledLine counts(style_);
    counts.Add("  ");
    Count(&counts, StateClass::kOk, " done");
    Count(&counts, StateClass::kRunning, " running");
    Count(&counts, StateClass::kWaiting, " waiting");
    Count(&counts, StateClass::kManual, " need a retry");
    Count(&counts, StateClass::kError, " failed");
    Count(&counts, StateClass::kKilled, " killed");
    if (setup.nodes != 0) {
      counts.Add((any_count_ ? "  of " : "") + std::to_string(setup.nodes) + " nodes", kDim);
    }
    lines_.push_back(counts.Take());
  }

  void Count(StyledLine* line, StateClass state_class, std::string_view word) {
    const std::size_t count = model_.Count(state_class);
    if (count == 0) {
      return;
    }
    line->Add(any_count_ ? ", " : "");
    line->Add(std::to_string(count).append(word), ColourOf(state_class));
    any_count_ = true;
  }

  std::vector<const ProgressRow*> AllRows() const {
    std::vector<const ProgressRow*> rows;
    for (const auto& [number, row] : model_.rows()) {
      rows.push_back(&row);
    }
    return rows;
  }

  /// Returns the rows to show if not all rows fit. Prefers the latest nodes that did not end OK,
  /// then the latest node that ended OK, then the unfinished nodes. Among the unfinished nodes,
  /// running nodes come first. Nodes of the same state are in the order in which they began.
  std::vector<const ProgressRow*> Selected(std::size_t room) {
    std::vector<const ProgressRow*> troubles;
    std::vector<const ProgressRow*> work;
    for (const auto& [number, row] : model_.rows()) {
      const bool bad =
          row.state_class == StateClass::kError || row.state_class == StateClass::kKilled;
      if (bad || row.state_class == StateClass::kManual) {
        troubles.push_back(&row);
      } else if (row.state_class != StateClass::kOk) {
        work.push_back(&row);
      }
    }
    std::stable_partition(work.begin(), work.end(), [](const ProgressRow* row) {
      return row->state_class == StateClass::kRunning;
    });
    const std::size_t most_troubles = std::max<std::size_t>(room / 3, 1);
    if (troubles.size() > most_troubles) {
      troubles.erase(troubles.begin(), troubles.end() - static_cast<std::ptrdiff_t>(most_troubles));
    }
    std::vector<const ProgressRow*> shown = troubles;
    if (!model_.last_done().node.empty()) {
      shown.push_back(&model_.last_done());
    }
    shown.resize(std::min(shown.size(), room));
    // If not all rows fit, the last line stays free for "and N more".
    const std::size_t left = room - shown.size();
    const std::size_t take = work.size() <= left ? work.size() : left > 0 ? left - 1 : 0;
    hidden_ = left > 0 ? work.size() - take : 0;
    shown.insert(shown.end(), work.begin(), work.begin() + static_cast<std::ptrdiff_t>(take));
    return shown;
  }

  void Measure(const std::vector<const ProgressRow*>& rows) {
    for (const ProgressRow* row : rows) {
      columns_.name = std::max(columns_.name, DisplayWidth(NameOf(*row)));
      columns_.type = std::max(columns_.type, DisplayWidth(row->type));
      columns_.state = std::max(columns_.state, DisplayWidth(row->state));
    }
    columns_.name = std::min(columns_.name, std::max<std::size_t>(style_.width * 2 / 5, 8));
    columns_.type = style_.width < 50 ? 0 : std::min<std::size_t>(columns_.type, 14);
    columns_.state = std::min<std::size_t>(columns_.state, 14);
  }

  static std::string NameOf(const ProgressRow& row) {
    return (row.job == 0 ? "" : "  ") + OneLine(row.node);
  }

  void Row(const ProgressRow& row) {
    const std::string_view colour = ColourOf(row.state_class);
    StyledLine line(style_);
    line.Add("  ");
    line.Add(MarkOf(row.state_class, style_.utf8), colour);
    line.Add(" ");
    line.AddPadded(NameOf(row), columns_.name);
    if (columns_.type > 0) {
      line.AddPadded(row.type, columns_.type, kDim);
    }
    line.AddPadded(row.state, columns_.state, colour);
    line.AddPadded(Elapsed(row), 6);
    line.Add(Remark(row), row.error_code.empty() ? kDim : kRed);
    std::string text = line.Take();
    text.erase(text.find_last_not_of(' ') + 1);
    lines_.push_back(std::move(text));
  }

  std::string Elapsed(const ProgressRow& row) const {
    const std::int64_t end = row.end_ms == 0 ? style_.now_ms : row.end_ms;
    // A time below 50 ms, for example the time of a control node, is not shown.
    const bool instant = row.end_ms != 0 && end - row.begin_ms < 50;
    return instant ? "" : DurationText(end - row.begin_ms);
  }

  std::string Remark(const ProgressRow& row) const {
    std::string text;
    if (row.attempt > 0) {
      text.append("retry ").append(std::to_string(row.attempt)).append("  ");
    }
    if (row.next_try_ms != 0) {
      text.append(NextTryText(row.next_try_ms, style_.now_ms)).append("  ");
    }
    if (!row.error_code.empty() || !row.message.empty()) {
      text.append(row.error_code).append(row.error_code.empty() ? "" : ": ");
      text.append(OneLine(WithoutCode(row.error_code, row.message)));
    } else if (!row.waiting.empty()) {
      text.append(OneLine(row.waiting));
    } else if (row.type == "decision" && !row.transition.empty()) {
      text.append("-> ").append(OneLine(row.transition));
    }
    return text;
  }

  const ProgressModel& model_;
  const FrameStyle& style_;
  std::vector<std::string> lines_;
  Columns columns_;
  std::size_t hidden_ = 0;
  bool any_count_ = false;
};

}  // namespace

std::string NextTryText(std::int64_t next_try_ms, std::int64_t now_ms) {
  if (next_try_ms == 0) {
    return {};
  }
  if (next_try_ms <= now_ms) {
    return "next try now";
  }
  return "next try at " + LocalClock(next_try_ms) + ", in " + DurationText(next_try_ms - now_ms);
}

std::vector<std::string> RenderFrame(const ProgressModel& model, const FrameStyle& style) {
  return Frame(model, style).Render();
}

}  // namespace hpdl::rt
