#include "compiler/driver/fix/diff.h"

#include <algorithm>
#include <filesystem>
#include <vector>

namespace hpdl::driver {
namespace {

using TextLines = std::vector<std::string_view>;

constexpr std::size_t kContext = 3;
constexpr int kMostSteps = 2000;

/// Returns the lines of a text with their line ends.
TextLines Split(std::string_view text) {
  TextLines lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::size_t size = end == std::string_view::npos ? text.size() : end + 1;
    lines.push_back(text.substr(0, size));
    text.remove_prefix(size);
  }
  return lines;
}

/// Lines [a, a_end) of the old text that became lines [b, b_end) of the new text.
struct Change {
  std::size_t a, a_end, b, b_end;
};

void Add(std::vector<Change>* changes, Change change) {
  if (!changes->empty() && changes->back().a_end == change.a && changes->back().b_end == change.b) {
    changes->back().a_end = change.a_end;
    changes->back().b_end = change.b_end;
  } else {
    changes->push_back(change);
  }
}

/// Returns the shortest list of changes from text `a` to text `b` (E. Myers, 1986). The algorithm
/// computes the end of each diagonal for each number of steps. Returns an empty list if the number
/// of steps becomes too large.
std::vector<Change> Shortest(const TextLines& a, const TextLines& b) {
  const int n = static_cast<int>(a.size());
  const int m = static_cast<int>(b.size());
  const int most = std::min(n + m, kMostSteps);
  std::vector<int> reach(2 * static_cast<std::size_t>(most) + 3, 0);
  std::vector<std::vector<int>> trace;  // entry s: the ends of diagonals -s-1 to s+1 before step s
  const auto at = [&](int k) -> int& { return reach.begin()[k + most + 1]; };
  const auto down = [&](int k, int steps) {
    return k == -steps || (k != steps && at(k - 1) < at(k + 1));
  };
  int steps = 0;
  for (bool found = false; !found; ++steps) {
    if (steps > most) {
      return {};
    }
    trace.emplace_back(reach.begin() + most + 1 - steps - 1, reach.begin() + most + 1 + steps + 2);
    for (int k = -steps; k <= steps && !found; k += 2) {
      int x = down(k, steps) ? at(k + 1) : at(k - 1) + 1;
      while (x < n && x - k < m &&
             a[static_cast<std::size_t>(x)] == b[static_cast<std::size_t>(x - k)]) {
        ++x;
      }
      at(k) = x;
      found = x >= n && x - k >= m;
    }
  }
  std::vector<Change> changes;
  int x = n;
  int y = m;
  for (--steps; steps > 0; --steps) {
    const std::vector<int>& before = trace[static_cast<std::size_t>(steps)];
    const auto was = [&](int k) { return before.begin()[k + steps + 1]; };
    const int k = x - y;
    const bool inserted = k == -steps || (k != steps && was(k - 1) < was(k + 1));
    const int from_x = inserted ? was(k + 1) : was(k - 1);
    const int from_y = from_x - (inserted ? k + 1 : k - 1);
    const auto ax = static_cast<std::size_t>(from_x);
    const auto by = static_cast<std::size_t>(from_y);
    changes.push_back({ax, ax + (inserted ? 0 : 1), by, by + (inserted ? 1 : 0)});
    x = from_x;
    y = from_y;
  }
  std::vector<Change> joined;
  for (auto change = changes.rbegin(); change != changes.rend(); ++change) {
    Add(&joined, *change);
  }
  return joined;
}

std::vector<Change> Compare(const TextLines& a, const TextLines& b) {
  std::size_t same = 0;
  while (same < a.size() && same < b.size() && a[same] == b[same]) {
    ++same;
  }
  std::size_t tail = 0;
  while (same + tail < a.size() && same + tail < b.size() &&
         a[a.size() - 1 - tail] == b[b.size() - 1 - tail]) {
    ++tail;
  }
  const TextLines a_middle(a.begin() + static_cast<long>(same), a.end() - static_cast<long>(tail));
  const TextLines b_middle(b.begin() + static_cast<long>(same), b.end() - static_cast<long>(tail));
  if (a_middle.empty() && b_middle.empty()) {
    return {};
  }
  std::vector<Change> changes = Shortest(a_middle, b_middle);
  if (changes.empty()) {
    changes.push_back({0, a_middle.size(), 0, b_middle.size()});
  }
  for (Change& change : changes) {
    change.a += same;
    change.a_end += same;
    change.b += same;
    change.b_end += same;
  }
  return changes;
}

void AppendLine(char sign, std::string_view line, std::string& out) {
  out.append(1, sign).append(line);
  if (!line.ends_with('\n')) {
    out.append("\n\\ No newline at end of file\n");
  }
}

void AppendExtent(char sign, std::size_t begin, std::size_t end, std::string& out) {
  // If the range has no lines, `diff` writes the number of the line before the range.
  out.append(1, sign).append(std::to_string(begin == end ? begin : begin + 1));
  out.append(",").append(std::to_string(end - begin));
}

/// Appends one hunk: changes that are near each other, and the lines around them.
void AppendHunk(const TextLines& a, const TextLines& b, const Change* first, const Change* last,
                std::string& out) {
  const std::size_t lead = std::min(kContext, first->a);
  const std::size_t trail = std::min(kContext, a.size() - last->a_end);
  out.append("@@ ");
  AppendExtent('-', first->a - lead, last->a_end + trail, out);
  out.append(" ");
  AppendExtent('+', first->b - lead, last->b_end + trail, out);
  out.append(" @@\n");
  std::size_t at = first->a - lead;
  for (const Change* change = first; change <= last; ++change) {
    for (; at < change->a; ++at) {
      AppendLine(' ', a[at], out);
    }
    for (; at < change->a_end; ++at) {
      AppendLine('-', a[at], out);
    }
    for (std::size_t line = change->b; line < change->b_end; ++line) {
      AppendLine('+', b[line], out);
    }
  }
  for (; at < last->a_end + trail; ++at) {
    AppendLine(' ', a[at], out);
  }
}

/// Returns a name in the form that git apply accepts: without a slash at the start and without "."
/// inside.
std::string Relative(std::string_view name) {
  name.remove_prefix(std::min(name.find_first_not_of('/'), name.size()));
  return std::filesystem::path(name).lexically_normal().string();
}

/// Returns a name in the form that git and patch read. A name with quotes, backslashes or control
/// characters becomes a literal of C. A name with blanks gets a tab at its end, because git and
/// patch would otherwise end the name at the first blank.
std::string NameInDiff(const std::string& name) {
  bool quoted = false;
  std::string literal = "\"";
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      literal.append(1, '\\').append(1, c);
      quoted = true;
    } else if (byte < 0x20 || byte == 0x7F) {
      for (literal += '\\'; const int shift : {6, 3, 0}) {
        literal += static_cast<char>('0' + (byte >> shift & 7));
      }
      quoted = true;
    } else {
      literal += c;
    }
  }
  return quoted ? literal + "\"" : name.find(' ') != std::string::npos ? name + "\t" : name;
}

}  // namespace

std::string UnifiedDiff(std::string_view name, std::string_view before, std::string_view after) {
  const TextLines a = Split(before);
  const TextLines b = Split(after);
  const std::vector<Change> changes = Compare(a, b);
  std::string out;
  if (!changes.empty()) {
    const std::string relative = Relative(name);
    out.append("--- ").append(NameInDiff("a/" + relative)).append("\n");
    out.append("+++ ").append(NameInDiff("b/" + relative)).append("\n");
  }
  for (std::size_t i = 0; i < changes.size();) {
    std::size_t last = i;
    while (last + 1 < changes.size() && changes[last + 1].a - changes[last].a_end <= 2 * kContext) {
      ++last;
    }
    AppendHunk(a, b, &changes[i], &changes[last], out);
    i = last + 1;
  }
  return out;
}

}  // namespace hpdl::driver
