#ifndef HPDL_RUNTIME_WORLD_MAPREDUCE_LINE_SCANNER_H_
#define HPDL_RUNTIME_WORLD_MAPREDUCE_LINE_SCANNER_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hpdl::rt::mapreduce {

/// Cuts bytes into lines by Hadoop's rules. LF, CR and CR LF each end a line; if the job has its
/// own delimiter, only that delimiter ends a line. The text after the last delimiter is a line too,
/// unless it is empty.
class LineScanner {
 public:
  explicit LineScanner(std::string delimiter = {}) : delimiter_(std::move(delimiter)) {}

  /// Returns room for `size` more bytes. Lines from earlier calls of Next() become invalid.
  char* Room(std::size_t size);
  /// Must be called after `size` bytes were written to the memory that Room() returned.
  void Added(std::size_t size) { end_ += size; }
  /// Must be called after the last bytes were added.
  void Finish() { finished_ = true; }

  /// Gives the next line without its delimiter. Returns false if more bytes are needed or no line
  /// is left.
  bool Next(std::string_view* line);
  /// Returns the number of bytes of the last line from Next(), with its delimiter.
  std::size_t consumed() const { return consumed_; }
  std::size_t delimiter_size() const { return delimiter_size_; }

 private:
  bool Find(char c, std::size_t* place, std::size_t* scanned, bool* known);
  bool FindLineEnd(std::size_t* place, std::size_t* size);
  bool FindDelimiter(std::size_t* place, std::size_t* size);

  std::string delimiter_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0, end_ = 0;
  std::size_t scanned_ = 0;     ///< no line ends between begin_ and this position
  std::size_t lf_ = 0;          ///< position of the first LF at or after scanned_, if lf_known_
  std::size_t lf_scanned_ = 0;  ///< if not lf_known_: no LF is between scanned_ and this position
  bool lf_known_ = false;
  std::size_t cr_ = 0, cr_scanned_ = 0;  ///< the same as lf_ and lf_scanned_, but for CR
  bool cr_known_ = false;
  bool finished_ = false;
  std::size_t consumed_ = 0, delimiter_size_ = 0;
};

}  // namespace hpdl::rt::mapreduce

#endif  // HPDL_RUNTIME_WORLD_MAPREDUCE_LINE_SCANNER_H_
