#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "runtime/ground/zip/zip_reader.h"

/// Reads any bytes as an archive. No member may be larger than 1,032 times the archive, because
/// deflate cannot compress more.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t kMost = 1032;
  // The test ends after this many bytes of all members together.
  constexpr std::size_t kEnough = 1 << 22;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto zip = hpdl::rt::ZipReader::OfBytes(bytes);
  if (!zip) {
    return 0;
  }
  char block[4096];
  std::size_t whole = 0;
  for (auto member = (*zip)->Next(); member && *member; member = (*zip)->Next()) {
    if ((*member)->name.size() > size) {
      std::abort();
    }
    if (!(*zip)->Begin()) {
      continue;
    }
    std::size_t all = 0;
    for (auto got = (*zip)->Read(block, sizeof block); got && *got != 0;
         got = (*zip)->Read(block, sizeof block)) {
      all += *got;
      whole += *got;
      if (*got > sizeof block || all > (size + 1) * kMost) {
        std::abort();
      }
    }
    if (whole > kEnough) {
      return 0;
    }
  }
  return 0;
}
