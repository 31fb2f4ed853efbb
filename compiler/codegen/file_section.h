#ifndef HPDL_COMPILER_CODEGEN_FILE_SECTION_H_
#define HPDL_COMPILER_CODEGEN_FILE_SECTION_H_

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "compiler/base/failure.h"
#include "compiler/hir/hir.h"

namespace hpdl::codegen {

/// The SHA-256 digest of a file.
using Sha256 = std::array<std::uint8_t, 32>;

/// The section .hpdl.files of the emitted program. It holds the application's files. If several
/// files have the same content, the section holds this content once. The files do not pass through
/// LLVM, which would hold several copies of them. FileSection writes an ELF object with one section
/// directly.
class FileSection {
 public:
  struct Content {
    Sha256 sha256{};
    std::uint64_t size = 0;
    std::string symbol;  ///< the symbol at the first byte
    /// The path of the file that has the bytes; "" if the bytes are in `data`.
    std::string disk_path;
    /// The bytes in memory, owned by the hir; null if they are on disk.
    const std::string* data = nullptr;
  };

  /// Reads and hashes the file; a file on disk is read only once. Returns its content, which is
  /// valid as long as the section exists. The error is one sentence: the file cannot be read, or
  /// the program would exceed 1.5 GiB. The limit comes from 32-bit references between code and
  /// data.
  Result<const Content*> Add(const hir::File& file);

  bool empty() const { return order_.empty(); }
  std::uint64_t size() const { return size_; }

  /// Writes the relocatable object to `fd` from its start. Fails if a file has changed since Add().
  Result<void> WriteObject(int fd) const;

 private:
  std::map<Sha256, Content> contents_;
  std::map<std::string, const Content*> on_disk_;  ///< by path
  std::vector<const Content*> order_;
  std::uint64_t size_ = 0;
};

}  // namespace hpdl::codegen

#endif  // HPDL_COMPILER_CODEGEN_FILE_SECTION_H_
