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

/// The digest of a file.
using Sha256 = std::array<std::uint8_t, 32>;

/// The section .hpdl.files of the emitted program: the application's files, each distinct content
/// once. They do not pass through LLVM, which would hold several copies of them; an ELF object of
/// one section is written directly instead.
class FileSection {
 public:
  struct Content {
    Sha256 sha256{};
    std::uint64_t size = 0;
    std::string symbol;                 ///< at the first byte
    std::string disk_path;              ///< where the bytes are, or
    const std::string* data = nullptr;  ///< in memory, owned by the hir
  };

  /// Reads and hashes the file. Returns its content, valid until the section dies. The error is one
  /// sentence: it cannot be read, or the program would exceed the limit of 1.5 GiB that comes from
  /// 32-bit references between code and data.
  Result<const Content*> Add(const hir::File& file);

  bool empty() const { return order_.empty(); }
  std::uint64_t size() const { return size_; }

  /// Writes the relocatable object to `fd` from its start. That a file has changed since Add() is
  /// an error too.
  Result<void> WriteObject(int fd) const;

 private:
  std::map<Sha256, Content> contents_;
  std::vector<const Content*> order_;
  std::uint64_t size_ = 0;
};

}  // namespace hpdl::codegen

#endif  // HPDL_COMPILER_CODEGEN_FILE_SECTION_H_
