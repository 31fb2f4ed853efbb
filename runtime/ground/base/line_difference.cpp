#include "runtime/ground/base/line_difference.h"

#include <algorithm>
#include <cstddef>
#include <unordered_map>
#include <vector>

namespace hpdl::rt {
namespace {

using Lines = std::vector<std::string_view>;

constexpr std::size_t kContext = 3;
/// A line that occurs more often than this in the first text (text A) is not used to pair lines.
constexpr std::size_t kMostOften = 64;

/// A range of lines in each of the two texts: A is the first text, B is the second. The lines
/// `end_a` and `end_b` are not part of the ranges.
struct Part {
  std::size_t begin_a = 0, end_a = 0, begin_b = 0, end_b = 0;
  std::size_t size_a() const { return end_a - begin_a; }
  std::size_t size_b() const { return end_b - begin_b; }
  bool empty() const { return size_a() == 0 && size_b() == 0; }
};

Lines LinesOf(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    const std::size_t feed = text.find('\n');
    lines.push_back(text.substr(0, feed));
    text.remove_prefix(feed == std::string_view::npos ? text.size() : feed + 1);
  }
  return lines;
}

class Pairing {
 public:
  Pairing(const Lines& a, const Lines& b) : a_(a), b_(b) {}

  /// Returns the parts that differ, sorted by line.
  std::vector<Part> Differences() {
    Part whole{0, a_.size(), 0, b_.size()};
    while (whole.size_a() > 0 && whole.size_b() > 0 && a_[whole.begin_a] == b_[whole.begin_b]) {
      ++whole.begin_a;
      ++whole.begin_b;
    }
    while (whole.size_a() > 0 && whole.size_b() > 0 && a_[whole.end_a - 1] == b_[whole.end_b - 1]) {
      --whole.end_a;
      --whole.end_b;
    }
    Divide(whole);
    MoveDown();
    return std::move(found_);
  }

 private:
  /// Finds a run of lines in the part that are equal in both texts. Then divides the part before
  /// the run and the part after the run in the same way. A part without equal lines is a
  /// difference.
  void Divide(const Part& part) {
    if (part.empty()) {
      return;
    }
    const Part same = part.size_a() == 0 || part.size_b() == 0 ? Part() : LongestOfTheRarest(part);
    if (same.empty()) {
      found_.push_back(part);
      return;
    }
    Divide({part.begin_a, same.begin_a, part.begin_b, same.begin_b});
    Divide({same.end_a, part.end_a, same.end_b, part.end_b});
  }

  /// For each line of a part of text A: the numbers of all lines that are equal to this line in
  /// this part.
  using Places = std::unordered_map<std::string_view, std::vector<std::size_t>>;

  /// Chooses a run of lines that are equal in both texts, with git's histogram algorithm. It
  /// prefers long runs, and runs with a line that is rare in the first text. Returns an empty part
  /// if it finds no run.
  Part LongestOfTheRarest(const Part& part) const {
    Places places;
    for (std::size_t i = part.begin_a; i < part.end_a; ++i) {
      places[a_[i]].push_back(i);
    }
    Part best;
    std::size_t rarest = kMostOften + 1;
    for (std::size_t at = part.begin_b; at < part.end_b;) {
      std::size_t next = at + 1;
      const auto found = places.find(b_[at]);
      if (found == places.end() || found->second.size() > rarest) {
        ++at;
        continue;
      }
      std::size_t tried = 0;  // in the first text, the end of the last run that was tried
      for (const std::size_t place : found->second) {
        if (place < tried) {
          continue;
        }
        const auto [run, often] = RunAt(part, places, place, at);
        next = std::max(next, run.end_b);
        tried = run.end_a;
        if (best.size_a() < run.size_a() || often < rarest) {
          best = run;
          rarest = often;
        }
      }
      at = next;
    }
    return rarest > kMostOften ? Part() : best;
  }

  struct Run {
    Part part;
    /// The number of times that the rarest line of the run occurs in the first text.
    std::size_t often;
  };
  Run RunAt(const Part& part, const Places& places, std::size_t a, std::size_t b) const {
    Run run{{a, a + 1, b, b + 1}, places.at(a_[a]).size()};
    Part& same = run.part;
    while (same.begin_a > part.begin_a && same.begin_b > part.begin_b &&
           a_[same.begin_a - 1] == b_[same.begin_b - 1]) {
      --same.begin_a;
      --same.begin_b;
      run.often = std::min(run.often, places.at(a_[same.begin_a]).size());
    }
    while (same.end_a < part.end_a && same.end_b < part.end_b && a_[same.end_a] == b_[same.end_b]) {
      run.often = std::min(run.often, places.at(a_[same.end_a]).size());
      ++same.end_a;
      ++same.end_b;
    }
    return run;
  }

  /// Moves each part that only adds lines, or only removes lines, down as far as possible.
  void MoveDown() {
    std::size_t most_a = a_.size(), most_b = b_.size();
    for (auto part = found_.rbegin(); part != found_.rend(); ++part) {
      const bool one_sided = part->size_a() == 0 || part->size_b() == 0;
      const Lines& lines = part->size_a() == 0 ? b_ : a_;
      std::size_t& begin = part->size_a() == 0 ? part->begin_b : part->begin_a;
      const std::size_t& end = part->size_a() == 0 ? part->end_b : part->end_a;
      while (one_sided && part->end_a < most_a && part->end_b < most_b &&
             lines[begin] == lines[end]) {
        ++part->begin_a;
        ++part->end_a;
        ++part->begin_b;
        ++part->end_b;
      }
      most_a = part->begin_a;
      most_b = part->begin_b;
    }
  }

  const Lines& a_;
  const Lines& b_;
  std::vector<Part> found_;
};

/// Returns one range of a hunk's header: the first line and the number of lines. An empty range has
/// the number of the line before it.
std::string RangeText(std::size_t begin, std::size_t count) {
  const std::string first = std::to_string(count == 0 ? begin : begin + 1);
  return count == 1 ? first : first + "," + std::to_string(count);
}

class Hunks {
 public:
  Hunks(std::string_view from, std::string_view to)
      : a_(LinesOf(from)),
        b_(LinesOf(to)),
        a_is_cut_(!from.ends_with('\n')),
        b_is_cut_(!to.ends_with('\n')) {}

  std::string Text() {
    const std::vector<Part> parts = Pairing(a_, b_).Differences();
    for (std::size_t first = 0; first < parts.size();) {
      std::size_t end = first + 1;
      while (end < parts.size() && IsNear(parts[end - 1], parts[end])) {
        ++end;
      }
      AddHunk(parts, first, end);
      first = end;
    }
    return std::move(text_);
  }

 private:
  static bool IsNear(const Part& one, const Part& next) {
    return next.begin_a - one.end_a <= 2 * kContext;
  }

  void AddHunk(const std::vector<Part>& parts, std::size_t first, std::size_t end) {
    const Part& begin = parts[first];
    const std::size_t before = std::min({kContext, begin.begin_a, begin.begin_b});
    const std::size_t after = std::min(kContext, a_.size() - parts[end - 1].end_a);
    std::size_t a = begin.begin_a - before;
    const std::size_t end_a = parts[end - 1].end_a + after;
    const std::size_t b = begin.begin_b - before, end_b = parts[end - 1].end_b + after;
    text_ += "@@ -" + RangeText(a, end_a - a) + " +" + RangeText(b, end_b - b) + " @@\n";
    for (std::size_t i = first; i < end; ++i) {
      AddLines(' ', a, parts[i].begin_a);
      AddLines('-', parts[i].begin_a, parts[i].end_a);
      AddLines('+', parts[i].begin_b, parts[i].end_b);
      a = parts[i].end_a;
    }
    AddLines(' ', a, end_a);
  }

  void AddLines(char mark, std::size_t begin, std::size_t end) {
    const Lines& lines = mark == '+' ? b_ : a_;
    const bool is_cut = mark == '+' ? b_is_cut_ : a_is_cut_;
    for (std::size_t i = begin; i < end; ++i) {
      text_.append(1, mark).append(lines[i]).append("\n");
      if (is_cut && i + 1 == lines.size()) {
        text_ += "\\ No newline at end of file\n";
      }
    }
  }

  const Lines a_, b_;
  const bool a_is_cut_, b_is_cut_;
  std::string text_;
};

}  // namespace

std::string LineDifference(std::string_view from, std::string_view to) {
  return Hunks(from, to).Text();
}

}  // namespace hpdl::rt
