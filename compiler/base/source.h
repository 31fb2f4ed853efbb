#ifndef HPDL_COMPILER_BASE_SOURCE_H_
#define HPDL_COMPILER_BASE_SOURCE_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hpdl {

/// A half-open range of bytes in a SourceBuffer. An empty range at offset 0 without a file means
/// "no place".
struct Range {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  bool empty() const { return begin == end; }
  friend bool operator==(Range, Range) = default;
};

/// A place in a file as a line and a column.
struct LineColumn {
  std::uint32_t line = 1;    ///< the number of the line, from 1
  std::uint32_t column = 1;  ///< the number of the column in Unicode code points, from 1
};

/// The text of one file in UTF-8. The reader transcodes UTF-16 and drops a byte order mark before
/// it makes the buffer. Ranges count bytes of this text.
class SourceBuffer {
 public:
  SourceBuffer(std::string name, std::string text);

  const std::string& name() const { return name_; }
  std::string_view text() const { return text_; }
  std::string_view Slice(Range range) const {
    return std::string_view(text_).substr(range.begin, range.end - range.begin);
  }
  LineColumn Locate(std::uint32_t offset) const;
  /// Returns the offset at which the line of `offset` begins.
  std::uint32_t LineStart(std::uint32_t offset) const;
  /// Returns the line without its line end; `line` is 1-based.
  std::string_view Line(std::uint32_t line) const;

 private:
  std::string name_;
  std::string text_;
  std::vector<std::uint32_t> line_starts_;
  /// The number of code points before each block of kBlock bytes. This table makes the column quick
  /// to find even in a line of megabytes.
  static constexpr std::uint32_t kBlock = 4096;
  std::vector<std::uint32_t> characters_before_;

  std::uint32_t CharactersBefore(std::uint32_t offset) const;
};

}  // namespace hpdl

#endif  // HPDL_COMPILER_BASE_SOURCE_H_
