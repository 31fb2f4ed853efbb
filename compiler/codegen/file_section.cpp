#include "compiler/codegen/file_section.h"

#include <elf.h>
#include <fcntl.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/Support/SHA256.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <span>
#include <string_view>

#include "runtime/ground/base/descriptor.h"
#include "runtime/ground/base/new_file.h"

namespace hpdl::codegen {
namespace {

constexpr std::uint64_t kMaxBytes = 3ull << 29;
constexpr char kTooLarge[] =
    "the application's files have more than 1.5 GiB together; to leave files out, name them in "
    ".hpdlignore";
constexpr std::uint64_t kAlign = 16;
constexpr std::size_t kBlock = 1 << 16;

std::uint64_t Aligned(std::uint64_t offset) {
  return (offset + kAlign - 1) & ~(kAlign - 1);
}

/// Passes each block of a regular file to `use`. Returns false and sets errno if a read or `use`
/// fails. The file was listed earlier and may have become a link or a FIFO since. The function
/// fails for a link or a FIFO; it does not follow the link or wait for the FIFO.
template <class Use>
bool ForEachBlock(const std::string& path, Use use) {
  const rt::Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  struct stat status{};
  if (file.get() < 0 || ::fstat(file.get(), &status) != 0) {
    return false;
  }
  if (!S_ISREG(status.st_mode) || status.st_size > static_cast<off_t>(kMaxBytes)) {
    errno = S_ISREG(status.st_mode) ? EFBIG : EINVAL;
    return false;
  }
  std::vector<char> block(kBlock);
  for (;;) {
    const ssize_t got = ::read(file.get(), block.data(), block.size());
    if (got < 0 && errno == EINTR) {
      continue;
    }
    if (got <= 0) {
      return got == 0;
    }
    if (!use(std::string_view(block.data(), static_cast<std::size_t>(got)))) {
      return false;
    }
  }
}

bool Pad(int fd, std::uint64_t from) {
  static constexpr char kZeros[kAlign] = {};
  return rt::WriteAll(fd, {kZeros, static_cast<std::size_t>(Aligned(from) - from)});
}

template <class T>
std::string_view Bytes(const T& object) {
  return {reinterpret_cast<const char*>(&object), sizeof(object)};
}

enum SectionIndex : std::uint16_t { kNull, kFiles, kSymbols, kStrings, kNames, kStack, kSections };
constexpr char kSectionNames[] = "\0.hpdl.files\0.symtab\0.strtab\0.shstrtab\0.note.GNU-stack";
constexpr std::uint32_t kNameOf[kSections] = {0, 1, 13, 21, 29, 39};

Elf64_Ehdr FileHeader(std::uint64_t section_headers) {
  Elf64_Ehdr header{};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_ident[EI_DATA] = ELFDATA2LSB;
  header.e_ident[EI_VERSION] = EV_CURRENT;
  header.e_type = ET_REL;
  header.e_machine = EM_X86_64;
  header.e_version = EV_CURRENT;
  header.e_ehsize = sizeof(Elf64_Ehdr);
  header.e_shoff = section_headers;
  header.e_shentsize = sizeof(Elf64_Shdr);
  header.e_shnum = kSections;
  header.e_shstrndx = kNames;
  return header;
}

Elf64_Shdr Section(SectionIndex index, std::uint32_t type, std::uint64_t offset, std::uint64_t size,
                   std::uint64_t align) {
  Elf64_Shdr section{};
  section.sh_name = kNameOf[index];
  section.sh_type = type;
  section.sh_offset = offset;
  section.sh_size = size;
  section.sh_addralign = align;
  return section;
}

}  // namespace

Result<const FileSection::Content*> FileSection::Add(const hir::File& file) {
  const auto known = on_disk_.find(file.disk_path);
  if (known != on_disk_.end()) {
    return known->second;
  }
  llvm::SHA256 hash;
  Content content;
  if (file.disk_path.empty()) {
    hash.update(llvm::StringRef(file.data));
    content.size = file.data.size();
    content.data = &file.data;
  } else {
    const bool read = ForEachBlock(file.disk_path, [&](std::string_view block) {
      hash.update(llvm::StringRef(block.data(), block.size()));
      content.size += block.size();
      errno = EFBIG;
      return content.size <= kMaxBytes;
    });
    if (!read && errno == EFBIG) {
      return Failure(kTooLarge);
    }
    if (!read && errno == EINVAL) {
      return Failure(file.disk_path + ": not a regular file");
    }
    if (!read) {
      return Failure("cannot read " + file.disk_path + ": " + std::strerror(errno));
    }
    content.disk_path = file.disk_path;
  }
  content.sha256 = hash.final();
  const auto [place, inserted] = contents_.try_emplace(content.sha256, std::move(content));
  if (inserted) {
    Content& added = place->second;
    added.symbol = "hpdl_file_" + std::to_string(order_.size());
    order_.push_back(&added);
    size_ = Aligned(size_) + added.size;
    if (size_ > kMaxBytes) {
      return Failure(kTooLarge);
    }
  }
  if (!file.disk_path.empty()) {
    on_disk_.emplace(file.disk_path, &place->second);
  }
  return static_cast<const Content*>(&place->second);
}

Result<void> FileSection::WriteObject(int fd) const {
  const std::uint64_t data_begin = Aligned(sizeof(Elf64_Ehdr));
  std::string symbols(sizeof(Elf64_Sym), '\0');
  std::string strings(1, '\0');
  std::uint64_t offset = 0;
  for (const Content* content : order_) {
    offset = Aligned(offset);
    Elf64_Sym symbol{};
    symbol.st_name = static_cast<std::uint32_t>(strings.size());
    symbol.st_info = ELF64_ST_INFO(STB_GLOBAL, STT_OBJECT);
    symbol.st_other = STV_HIDDEN;
    symbol.st_shndx = kFiles;
    symbol.st_value = offset;
    symbol.st_size = content->size;
    symbols += Bytes(symbol);
    strings += content->symbol;
    strings += '\0';
    offset += content->size;
  }
  const std::uint64_t symbols_at = Aligned(data_begin + offset);
  const std::uint64_t strings_at = symbols_at + symbols.size();
  const std::uint64_t names_at = strings_at + strings.size();
  const std::uint64_t headers_at = Aligned(names_at + sizeof(kSectionNames));

  const auto fail = [](const std::string& what) {
    return Failure(what + ": " + std::strerror(errno));
  };
  const Elf64_Ehdr header = FileHeader(headers_at);
  if (!rt::WriteAll(fd, Bytes(header)) || !Pad(fd, sizeof(header))) {
    return fail("cannot write the object file that holds the application's files");
  }
  offset = 0;
  for (const Content* content : order_) {
    bool written = Pad(fd, offset);
    offset = Aligned(offset) + content->size;
    if (content->data != nullptr) {
      written = written && rt::WriteAll(fd, *content->data);
    } else {
      // The file is hashed again, because a file that has changed must not be stored under the old
      // hash.
      llvm::SHA256 hash;
      written = written && ForEachBlock(content->disk_path, [&](std::string_view block) {
                  hash.update(llvm::StringRef(block.data(), block.size()));
                  return rt::WriteAll(fd, block);
                });
      if (written && hash.final() != content->sha256) {
        return Failure(content->disk_path + " changed while it was read");
      }
    }
    if (!written) {
      return fail("cannot copy " + content->disk_path);
    }
  }
  std::string tail = symbols + strings + std::string(kSectionNames, sizeof(kSectionNames));
  tail.resize(headers_at - symbols_at);
  Elf64_Shdr sections[kSections] = {
      {},
      Section(kFiles, SHT_PROGBITS, data_begin, offset, kAlign),
      Section(kSymbols, SHT_SYMTAB, symbols_at, symbols.size(), 8),
      Section(kStrings, SHT_STRTAB, strings_at, strings.size(), 1),
      Section(kNames, SHT_STRTAB, names_at, sizeof(kSectionNames), 1),
      Section(kStack, SHT_PROGBITS, names_at, 0, 1),
  };
  sections[kFiles].sh_flags = SHF_ALLOC;
  sections[kSymbols].sh_link = kStrings;
  sections[kSymbols].sh_info = 1;
  sections[kSymbols].sh_entsize = sizeof(Elf64_Sym);
  if (!Pad(fd, data_begin + offset) || !rt::WriteAll(fd, tail) ||
      !rt::WriteAll(fd, Bytes(sections))) {
    return fail("cannot write the object file that holds the application's files");
  }
  return {};
}

}  // namespace hpdl::codegen
