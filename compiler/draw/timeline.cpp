#include "compiler/draw/timeline.h"

#include <algorithm>

#include "compiler/base/print_text.h"
#include "compiler/draw/card.h"
#include "compiler/draw/draw.h"
#include "compiler/draw/scene.h"
#include "compiler/draw/style.h"
#include "compiler/draw/svg_parts.h"
#include "compiler/draw/text.h"
#include "compiler/raster/raster.h"

namespace hpdl::draw {
namespace {

constexpr double kColumnGap = 44;  ///< the space between the columns
constexpr double kRunGap = 34;     ///< the space between the runs
constexpr double kHeaderGap = 22;
/// The length of the line before the first run, and of the line behind the last run.
constexpr double kStubLength = 24;
constexpr std::size_t kLongestUri = 56;  ///< the most characters of a URI

/// Returns a card that shows all inputs or all outputs of a run.
Card DataCard(const std::vector<TimelineData>& data, std::string_view what) {
  Card card;
  card.kind = "dataset";
  for (const TimelineData& each : data) {
    const bool apart = !card.lines.empty();
    card.lines.push_back({Card::Face::kName, ShortUri(each.event, kLongestUri), apart});
    card.tooltip +=
        (card.tooltip.empty() ? "" : "\n") + each.event + " (" + std::string(what) + ")";
    for (std::size_t i = 0; i < each.uris.size(); ++i) {
      if (each.left_out > 0 && i + 1 == each.uris.size()) {
        card.tooltip += "\n" + MoreText(each.left_out);
      }
      card.tooltip += "\n" + each.uris[i];
    }
    for (const std::string& uri : FewOf(each.uris, each.left_out)) {
      // The URI of an instance that depends on existing data consists of a call, " -> " and a
      // uri-template.
      const std::size_t arrow = std::min(uri.find(" -> "), uri.size());
      card.lines.push_back({Card::Face::kCode, ShortUri(uri.substr(0, arrow), kLongestUri)});
      if (arrow < uri.size()) {
        card.lines.push_back(
            {Card::Face::kCode, "of " + ShortUri(uri.substr(arrow + 4), kLongestUri)});
      }
    }
    if (each.uris.empty()) {
      card.lines.push_back({Card::Face::kSmall, each.nothing});
    }
  }
  return card;
}

Card RunCard(const TimelineRun& run) {
  Card card;
  card.kind = "coordinator";
  card.lines.push_back({Card::Face::kName, run.time});
  card.lines.push_back({Card::Face::kSmall, "run " + std::to_string(run.number) +
                                                (run.clock.empty() ? "" : " · " + run.clock)});
  card.tooltip = "run " + std::to_string(run.number) + "\n" + run.time +
                 (run.clock.empty() ? "" : "\n" + run.clock);
  return card;
}

Card HeaderOf(const Timeline& timeline) {
  Card card;
  card.kind = "coordinator";
  card.open = true;
  card.tooltip = timeline.title + " (coordinator)";
  card.lines.push_back({Card::Face::kName, ShortUri(timeline.title, kLongestUri)});
  for (const std::string& line : timeline.about) {
    card.lines.push_back({Card::Face::kSmall, line});
  }
  if (!timeline.workflow.empty()) {
    card.lines.push_back(
        {Card::Face::kSmall, "starts " + ShortUri(timeline.workflow, kLongestUri)});
  }
  return card;
}

/// A run with its inputs and outputs.
struct TimelineRow {
  Card run, inputs, outputs;
  double middle = 0;  ///< the y coordinate of the row's middle

  double height() const {
    double height = run.height();
    for (const Card* card : {&inputs, &outputs}) {
      height = std::max(height, card->lines.empty() ? 0 : card->height());
    }
    return height;
  }
};

/// A picture with three columns of cards: inputs, runs, outputs.
class TimelinePicture {
 public:
  explicit TimelinePicture(const Timeline& timeline)
      : timeline_(timeline), header_(HeaderOf(timeline)) {
    for (const TimelineRun& run : timeline.runs) {
      rows_.push_back(
          {RunCard(run), DataCard(run.inputs, "input"), DataCard(run.outputs, "output")});
    }
    PlaceRows();
  }

  std::string Svg() {
    std::string parts = DrawCard(header_, {header_.width() / 2 - kPadding, header_.height() / 2});
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      parts += DrawSpine(i) + DrawRow(rows_[i]);
    }
    parts += DrawEnd();
    const std::string summary = timeline_.title + ": " + Counted(timeline_.runs.size(), "run") +
                                (timeline_.has_more ? ", and more follow" : "");
    return BeginSvg("coordinator " + timeline_.title, summary, kStyle, {0, 0, right_, bottom_}) +
           parts + std::string(kEndSvg);
  }

 private:
  void PlaceRows() {
    double inputs = 0, runs = 0, outputs = 0;
    for (const TimelineRow& row : rows_) {
      inputs = std::max(inputs, row.inputs.lines.empty() ? 0 : row.inputs.width());
      runs = std::max(runs, row.run.width());
      outputs = std::max(outputs, row.outputs.lines.empty() ? 0 : row.outputs.width());
    }
    inputs_ = inputs;
    spine_ = (inputs > 0 ? inputs + kColumnGap : 0) + runs / 2;
    outputs_ = spine_ + runs / 2 + kColumnGap;
    right_ = std::max({header_.width(), outputs > 0 ? outputs_ + outputs : spine_ + runs / 2,
                       spine_ + TextWidth(timeline_.end, Font::kSans, kSmallSize) + kTile});
    double y = header_.height() + kHeaderGap;
    for (TimelineRow& row : rows_) {
      row.run.least_width = runs;
      row.middle = y + row.height() / 2;
      y += row.height() + kRunGap;
    }
    bottom_ = y;
    if (!rows_.empty()) {
      const TimelineRow& last = rows_.back();
      bottom_ =
          std::max(y - kRunGap, last.middle + last.run.height() / 2 + kStubLength + kSmallLine);
    }
  }

  /// Draws the line from the previous run, with the time between the runs.
  std::string DrawSpine(std::size_t number) const {
    const TimelineRow& row = rows_[number];
    const bool first = number == 0;
    const double end = row.middle - row.run.height() / 2;
    const double begin =
        first ? end - kStubLength : rows_[number - 1].middle + rows_[number - 1].run.height() / 2;
    const bool broken = first && timeline_.runs[0].number > 1;
    std::string out;
    if (!first || broken) {
      out = "<path" + Attribute("class", broken ? "line copy" : "line") +
            Attribute("d", "M" + At({spine_, begin}) + "L" + At({spine_, end})) + "/>\n";
    }
    const std::string& since = timeline_.runs[number].since;
    const double middle = (begin + end) / 2 + kSmallSize * 0.35;
    return out + (since.empty() ? "" : Text("", {spine_ + 8, middle}, since));
  }

  std::string DrawRow(const TimelineRow& row) const {
    const double left = spine_ - row.run.width() / 2, right = spine_ + row.run.width() / 2;
    std::string out;
    if (!row.inputs.lines.empty()) {
      const double width = row.inputs.width();
      out += DrawCard(row.inputs, {inputs_ - width / 2, row.middle});
      out += DrawLink({inputs_, row.middle}, {left, row.middle}, false);
    }
    if (!row.outputs.lines.empty()) {
      out += DrawCard(row.outputs, {outputs_ + row.outputs.width() / 2, row.middle});
      out += DrawLink({right, row.middle}, {outputs_, row.middle}, false);
    }
    return out + DrawCard(row.run, {spine_, row.middle});
  }

  /// Draws a line from the last run down to the words that describe the end of the coordinator. The
  /// line is dashed if more runs follow.
  std::string DrawEnd() const {
    if (rows_.empty()) {
      return Text("", {0, bottom_}, "the coordinator does not run in this time");
    }
    const TimelineRow& last = rows_.back();
    const double y = last.middle + last.run.height() / 2;
    const double text = y + kStubLength + kSmallSize;
    return "<path" + Attribute("class", timeline_.has_more ? "line copy" : "line") +
           Attribute("d", "M" + At({spine_, y}) + "v" + Number(kStubLength)) + "/>\n" +
           Text("middle", {spine_, text}, timeline_.end);
  }

  const Timeline& timeline_;
  const Card header_;
  std::vector<TimelineRow> rows_;
  /// The x coordinates of the right sides of the inputs, of the middles of the runs, and of the
  /// left sides of the outputs.
  double inputs_ = 0, spine_ = 0, outputs_ = 0;
  double right_ = 0, bottom_ = 0;
};

}  // namespace

std::string DrawTimeline(const Timeline& timeline) {
  return TimelinePicture(timeline).Svg();
}

Result<std::string> DrawTimelinePng(const Timeline& timeline) {
  return raster::WritePng(DrawTimeline(timeline), kPngScale);
}

}  // namespace hpdl::draw
