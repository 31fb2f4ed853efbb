#ifndef HPDL_RUNTIME_PROGRAMS_PROGRAM_TEXT_H_
#define HPDL_RUNTIME_PROGRAMS_PROGRAM_TEXT_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace hpdl::rt {

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

#endif  // HPDL_RUNTIME_PROGRAMS_PROGRAM_TEXT_H_
