#ifndef HPDL_RUNTIME_GROUND_ZIP_ZIP_READER_H_
#define HPDL_RUNTIME_GROUND_ZIP_ZIP_READER_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"

namespace hpdl::rt {

/// A member of an archive, as the archive's directory has it.
struct ZipMember {
  std::string name;        ///< any bytes: it may lead out of the archive
  std::uint32_t mode = 0;  ///< as Unix has it, type and permissions; 0: the archive has none
  bool encrypted = false;
  bool IsFolder() const { return name.ends_with('/'); }
};

/// Reads a ZIP archive from outside, one member after the other. Sizes and checksums are compared
/// with what comes out, not believed; what a name leads to, and how much is too much, are the
/// caller's to judge. Messages of errors are what is said of the archive or of a member ("is
/// damaged"); they are of kError, without a code. Blocks.
class ZipReader {
 public:
  /// The error: there is no intact archive.
  static Result<std::unique_ptr<ZipReader>> OfFile(const std::string& path);
  /// The same of one in memory, which outlives the reader.
  static Result<std::unique_ptr<ZipReader>> OfBytes(std::string_view bytes);
  virtual ~ZipReader() = default;

  /// The next member, whether the one before has been read or not; none behind the last.
  virtual Result<std::optional<ZipMember>> Next() = 0;
  /// Begins with what is in the member that Next() has given. The error: it cannot be read.
  virtual Result<void> Begin() = 0;
  /// Its next bytes: how many; 0 at the end, if it is as the directory says. After that or an error
  /// it is not to be called again before Begin().
  virtual Result<std::size_t> Read(char* to, std::size_t size) = 0;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_ZIP_ZIP_READER_H_
