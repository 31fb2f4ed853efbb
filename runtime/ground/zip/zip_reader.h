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

/// A member of an archive, as described in the archive's directory.
struct ZipMember {
  std::string name;  ///< any bytes; may be an absolute path or contain `..`
  /// File type and permissions of Unix; 0 if the archive does not contain them.
  std::uint32_t mode = 0;
  bool encrypted = false;
  bool IsFolder() const { return name.ends_with('/'); }
};

/// Reads an untrusted ZIP archive, one member after the other. Compares the sizes and checksums in
/// the archive with the data that it reads. The caller must check the paths of the members and
/// limit the size of the data. An error has class kError and no code. Its message has no subject
/// ("is damaged"), so the caller puts the name of the archive or member before it. The functions
/// block.
class ZipReader {
 public:
  /// Opens the archive in a file. It is an error if the file is not an intact archive.
  static Result<std::unique_ptr<ZipReader>> OfFile(const std::string& path);
  /// Opens the archive in `bytes`, which must outlive the reader. It is an error if the bytes are
  /// not an intact archive.
  static Result<std::unique_ptr<ZipReader>> OfBytes(std::string_view bytes);
  virtual ~ZipReader() = default;

  /// Returns the next member; nullopt after the last member. The caller need not read the member
  /// before it.
  virtual Result<std::optional<ZipMember>> Next() = 0;
  /// Begins to read the content of the member that Next() returned. It is an error if the member is
  /// encrypted, is damaged, or uses an unknown compression.
  virtual Result<void> Begin() = 0;
  /// Reads the next bytes of the member and returns their number; 0 at the end of the member. It is
  /// an error if the size or checksum of the content differs from the size or checksum in the
  /// archive's directory. After 0 or an error, call Begin() before the next Read().
  virtual Result<std::size_t> Read(char* to, std::size_t size) = 0;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_ZIP_ZIP_READER_H_
