#ifndef HPDL_COMPILER_DRAW_LABEL_LINES_H_
#define HPDL_COMPILER_DRAW_LABEL_LINES_H_

#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/base/quoted_text.h"

/// Makes labels of several lines in the languages of Graphviz and Mermaid.
namespace hpdl::draw {

/// Returns quoted lines as one label. `between` is the text that Graphviz or Mermaid needs between
/// two lines of a label.
inline std::string JoinQuoted(const std::vector<std::string>& lines, std::string_view between,
                              std::string (*quote)(std::string_view)) {
  std::string label = "\"";
  for (const std::string& line : lines) {
    const std::string quoted = quote(line);
    label.append(label.size() == 1 ? "" : between).append(quoted, 1, quoted.size() - 2);
  }
  return label + "\"";
}

inline std::string DotLines(const std::vector<std::string>& lines) {
  return JoinQuoted(lines, "\\n", &DotQuoted);
}

inline std::string MermaidLines(const std::vector<std::string>& lines) {
  return JoinQuoted(lines, "<br/>", &MermaidQuoted);
}

}  // namespace hpdl::draw

#endif  // HPDL_COMPILER_DRAW_LABEL_LINES_H_
