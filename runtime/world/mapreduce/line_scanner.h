#ifndef HPDL_RUNTIME_WORLD_MAPREDUCE_LINE_SCANNER_H_
#define HPDL_RUNTIME_WORLD_MAPREDUCE_LINE_SCANNER_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hpdl::rt::mapreduce {

/// Cuts bytes into lines as Hadoop does: LF, CR and CR LF each end a line, or else a delimiter of
/// the job's own does. What follows the last delimiter is a line too, unless it is empty.
class LineScanner {
 public:
  explicit LineScanner(std::string delimiter = {}) : delimiter_(std::move(delimiter)) {}

  /// Room for `size` more bytes; the lines got so far are invalid then.
  char* Room(std::size_t size);
  /// So many bytes were put into the room.
  void Added(std::size_t size) { end_ += size; }
  /// Nothing more will be added.
  void Finish() { finished_ = true; }

  /// The next line, without its delimiter. False: more bytes are needed, or there is no more.
  bool Next(std::string_view* line);
  /// Bytes of the line that Next() gave, and of its delimiter.
  std::size_t consumed() const { return consumed_; }
  std::size_t delimiter_size() const { return delimiter_size_; }

 private:
  bool Find(char c, std::size_t* place, std::size_t* scanned, bool* known);
  bool FindLineEnd(std::size_t* place, std::size_t* size);
  bool FindDelimiter(std::size_t* place, std::size_t* size);

  std::string delimiter_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0, end_ = 0;
  std::size_t scanned_ = 0;     ///< no line ends before it
  std::size_t lf_ = 0;          ///< the first LF at or after scanned_, if lf_known_
  std::size_t lf_scanned_ = 0;  ///< no LF from scanned_ up to here, unless lf_known_
  bool lf_known_ = false;
  std::size_t cr_ = 0, cr_scanned_ = 0;  ///< the same for CR
  bool cr_known_ = false;
  bool finished_ = false;
  std::size_t consumed_ = 0, delimiter_size_ = 0;
};

}  // namespace hpdl::rt::mapreduce

#endif  // HPDL_RUNTIME_WORLD_MAPREDUCE_LINE_SCANNER_H_
