#ifndef HPDL_RUNTIME_GROUND_ZIP_TESTING_ZIP_BYTES_H_
#define HPDL_RUNTIME_GROUND_ZIP_TESTING_ZIP_BYTES_H_

#include <minizip/unzip.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace hpdl::rt::testing {

/// A deflated member of an archive. A test can make the sizes and checksums in the archive's
/// headers wrong.
struct ZipEntry {
  std::string name, data;
  std::uint32_t mode = 0100644;
  std::uint16_t flags = 0;
  /// The size in the headers minus the real size; the size in the headers is wrong if this is not
  /// 0.
  std::int64_t more_size = 0;
  std::uint32_t wrong_checksum = 0;  ///< bits of the checksum that are wrong
  std::uint16_t method = 8;
};

inline void PutNumber(std::string* out, std::uint64_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) {
    out->push_back(static_cast<char>(value >> (8 * i)));
  }
}

inline std::string Deflated(const std::string& data) {
  std::string out(compressBound(data.size()) + 64, '\0');
  z_stream stream{};
  deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(data.data()));
  stream.avail_in = static_cast<uInt>(data.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

/// Returns the bytes of an archive with these members.
inline std::string ZipBytes(const std::vector<ZipEntry>& entries) {
  std::string out, directory;
  for (const ZipEntry& entry : entries) {
    const std::string packed = Deflated(entry.data);
    const auto* const bytes = reinterpret_cast<const Bytef*>(entry.data.data());
    const std::uint32_t checksum =
        static_cast<std::uint32_t>(crc32(0, bytes, static_cast<uInt>(entry.data.size()))) ^
        entry.wrong_checksum;
    std::string common;  // header fields from the flags to the lengths
    PutNumber(&common, entry.flags, 2);
    PutNumber(&common, entry.method, 2);
    PutNumber(&common, 0, 4);
    PutNumber(&common, checksum, 4);
    PutNumber(&common, packed.size(), 4);
    PutNumber(&common, entry.data.size() + static_cast<std::uint64_t>(entry.more_size), 4);
    PutNumber(&common, entry.name.size(), 2);
    PutNumber(&common, 0, 2);
    const std::size_t at = out.size();
    out += std::string("PK\x03\x04\x14\0", 6) + common + entry.name + packed;
    directory += std::string("PK\x01\x02\x14\x03\x14\0", 8) + common;
    PutNumber(&directory, 0, 6);
    PutNumber(&directory, std::uint64_t{entry.mode} << 16, 4);
    PutNumber(&directory, at, 4);
    directory += entry.name;
  }
  std::string end = std::string("PK\x05\x06\0\0\0\0", 8);
  PutNumber(&end, entries.size(), 2);
  PutNumber(&end, entries.size(), 2);
  PutNumber(&end, directory.size(), 4);
  PutNumber(&end, out.size(), 4);
  PutNumber(&end, 0, 2);
  return out + directory + end;
}

}  // namespace hpdl::rt::testing

#endif  // HPDL_RUNTIME_GROUND_ZIP_TESTING_ZIP_BYTES_H_
