#ifndef HPDL_RUNTIME_PROGRAM_TEXT_H_
#define HPDL_RUNTIME_PROGRAM_TEXT_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hpdl::rt {

/// "2026-11-21 03:56:11" in the machine's time zone; "-" for 0.
std::string LocalTime(std::int64_t ms);
/// "03:56:11" in the machine's time zone.
std::string LocalClock(std::int64_t ms);
/// "0.4s", "12s", "3m05s", "2h07m", "4d03h"; what a person wants to know at that size.
std::string DurationText(std::int64_t ms);
/// "1.4 kB", "12 B", decimal units.
std::string SizeText(std::uint64_t bytes);
/// "90s", "5m", "12h", "30d", "2w", or a plain number of days. In milliseconds; nothing if
/// malformed.
std::optional<std::int64_t> ParseAge(std::string_view text);

/// Columns that `text` takes on a terminal: wide characters count two, combining ones none. Escape
/// sequences are not expected in it.
std::size_t DisplayWidth(std::string_view text);
/// The longest beginning of `text` within `width` columns; ends in an ellipsis if something was
/// cut.
std::string Fit(std::string_view text, std::size_t width, bool utf8);
/// `text` on one line and harmless on a terminal: control characters become a space or \xNN, bytes
/// that are not UTF-8 become \xNN.
std::string OneLine(std::string_view text);
/// As OneLine, but keeps line ends and tabs: for the output of commands.
std::string Harmless(std::string_view text);

/// `text` as one word of a POSIX shell: quoted if it needs to be.
std::string ShellWord(std::string_view text);

/// How far two words are apart: insertions, deletions, replacements and swaps of neighbours.
std::size_t EditDistance(std::string_view a, std::string_view b);
/// The nearest of `words` if it is near enough to be what was meant, else empty.
std::string_view Nearest(std::string_view word, const std::vector<std::string_view>& words);

/// Text in columns, two spaces between them; cells after the last column's width are not padded.
class Table {
 public:
  explicit Table(std::vector<std::string> header) { rows_.push_back(std::move(header)); }
  void Add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
  bool empty() const { return rows_.size() == 1; }
  std::string Text() const;

 private:
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_PROGRAM_TEXT_H_
