#ifndef HPDL_RUNTIME_PROGRAMS_PROGRAM_TEXT_H_
#define HPDL_RUNTIME_PROGRAMS_PROGRAM_TEXT_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace hpdl::rt {

/// Returns the last part of a path: the name without its directories.
std::string_view BaseName(std::string_view path);
/// Returns `text` as one word of a POSIX shell, in quotes if it needs them.
std::string ShellWord(std::string_view text);

/// Returns the distance between two words: how many insertions, deletions and replacements of
/// letters, and swaps of adjacent letters, turn `a` into `b`.
std::size_t EditDistance(std::string_view a, std::string_view b);
/// Returns the word of `words` that is nearest to `word`; "" if no word is near enough.
std::string_view Nearest(std::string_view word, const std::vector<std::string_view>& words);

/// Text in columns with two spaces between them. Lines have no blanks at their ends.
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

#endif  // HPDL_RUNTIME_PROGRAMS_PROGRAM_TEXT_H_
