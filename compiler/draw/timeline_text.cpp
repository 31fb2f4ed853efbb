#include <map>
#include <utility>

#include "compiler/draw/card.h"
#include "compiler/draw/label_lines.h"
#include "compiler/draw/timeline.h"
#include "runtime/ground/base/quoted_text.h"

namespace hpdl::draw {
namespace {

std::vector<std::string> RunLines(const TimelineRun& run) {
  std::vector<std::string> lines = {std::to_string(run.number) + "  " + run.time};
  if (!run.clock.empty()) {
    lines.push_back(run.clock);
  }
  return lines;
}

/// Gives numbers to the boxes of the picture that stand for data. Boxes with the same content get
/// the same number.
class DataNodes {
 public:
  struct Node {
    std::size_t number = 0;
    bool is_new = false;
  };
  /// Returns the box that stands for the data. The data must have URIs.
  Node Of(const TimelineData& data) {
    const auto [found, added] = nodes_.try_emplace({data.uris, data.left_out}, nodes_.size());
    return {found->second, added};
  }

 private:
  std::map<std::pair<std::vector<std::string>, std::size_t>, std::size_t> nodes_;
};

/// Writes nodes and arrows in the order of the runs. `Language` writes one node or arrow.
template <class Language>
std::string WriteTimeline(const Timeline& timeline, const Language& language) {
  std::string out = language.Begin(timeline);
  DataNodes nodes;
  for (std::size_t i = 0; i < timeline.runs.size(); ++i) {
    const TimelineRun& run = timeline.runs[i];
    const std::string id = "r" + std::to_string(i);
    out += language.Run(id, RunLines(run));
    if (i > 0) {
      out += language.Then("r" + std::to_string(i - 1), id, run.since);
    }
    for (const bool input : {true, false}) {
      for (const TimelineData& data : input ? run.inputs : run.outputs) {
        if (data.uris.empty()) {
          continue;
        }
        const DataNodes::Node node = nodes.Of(data);
        const std::string of_data = "d" + std::to_string(node.number);
        out += node.is_new ? language.Data(of_data, FewOf(data.uris, data.left_out)) : "";
        out += input ? language.Arrow(of_data, id, data.event)
                     : language.Arrow(id, of_data, data.event);
      }
    }
  }
  return out + language.End();
}

struct TimelineDot {
  static std::string Begin(const Timeline& timeline) {
    return "digraph " + DotQuoted(timeline.title) + " {\n  rankdir=LR;\n  node [fontname=sans];\n";
  }
  static std::string Run(const std::string& id, const std::vector<std::string>& lines) {
    return "  " + id + " [label=" + DotLines(lines) + ", shape=box, style=rounded];\n";
  }
  static std::string Data(const std::string& id, const std::vector<std::string>& lines) {
    return "  " + id + " [label=" + DotLines(lines) + ", shape=folder];\n";
  }
  static std::string Arrow(const std::string& from, const std::string& to,
                           const std::string& event) {
    return "  " + from + " -> " + to + " [label=" + DotQuoted(event) + "];\n";
  }
  /// Returns the arrow from a run to the next run. `rank=same` puts the two runs into one column.
  static std::string Then(const std::string& from, const std::string& to,
                          const std::string& since) {
    return "  { rank=same; " + from + " -> " + to + " [label=" + DotQuoted(since) +
           ", style=dashed]; }\n";
  }
  static std::string End() { return "}\n"; }
};

struct TimelineMermaid {
  static std::string Begin(const Timeline&) { return "flowchart LR\n"; }
  static std::string Run(const std::string& id, const std::vector<std::string>& lines) {
    return "  " + id + "(" + MermaidLines(lines) + ")\n";
  }
  static std::string Data(const std::string& id, const std::vector<std::string>& lines) {
    return "  " + id + "[(" + MermaidLines(lines) + ")]\n";
  }
  static std::string Arrow(const std::string& from, const std::string& to,
                           const std::string& event) {
    return "  " + from + " -->|" + MermaidQuoted(event) + "| " + to + "\n";
  }
  static std::string Then(const std::string& from, const std::string& to,
                          const std::string& since) {
    return "  " + from + " -.->|" + MermaidQuoted(since) + "| " + to + "\n";
  }
  static std::string End() { return {}; }
};

}  // namespace

std::string FormatTimelineDot(const Timeline& timeline) {
  return WriteTimeline(timeline, TimelineDot());
}

std::string FormatTimelineMermaid(const Timeline& timeline) {
  return WriteTimeline(timeline, TimelineMermaid());
}

}  // namespace hpdl::draw
