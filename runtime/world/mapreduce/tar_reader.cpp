#include "runtime/world/mapreduce/tar_reader.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <map>

namespace hpdl::rt::mapreduce {

namespace {

constexpr std::size_t kBlock = 512;
constexpr std::int64_t kMostHeaders = 1 << 20;  // largest size of an extended header, bytes

Error Broken(const char* reason) {
  return ActionError(reason);
}

using Block = std::array<char, kBlock>;

std::string_view Text(const Block& block, std::size_t from, std::size_t size) {
  const std::string_view field(block.data() + from, size);
  return field.substr(0, field.find('\0'));
}

/// Reads a number: octal digits, or binary bytes after a first byte of 0x80. Returns -1 if the
/// field is neither.
std::int64_t Number(const Block& block, std::size_t from, std::size_t size) {
  if (static_cast<unsigned char>(block[from]) == 0x80) {
    std::uint64_t value = 0;
    for (std::size_t i = from + size - 8; i < from + size; ++i) {
      value = value << 8 | static_cast<unsigned char>(block[i]);
    }
    return static_cast<std::int64_t>(value);
  }
  std::string_view digits = Text(block, from, size);
  digits.remove_prefix(std::min(digits.find_first_not_of(' '), digits.size()));
  digits = digits.substr(0, digits.find(' '));
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, 8);
  return error == std::errc() && end == digits.data() + digits.size() ? value
         : digits.empty()                                             ? 0
                                                                      : -1;
}

bool HasRightSum(const Block& block) {
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < kBlock; ++i) {
    const bool own = i >= 148 && i < 156;
    sum += own ? ' ' : static_cast<unsigned char>(block[i]);
  }
  return Number(block, 148, 8) == sum;
}

class TarReader {
 public:
  TarReader(ByteSource& source, ArchiveFolder& folder) : source_(source), folder_(folder) {}

  Result<void> Run() {
    Block block;
    while (true) {
      HPDL_TRY(Fill(block.data(), block.size()));
      if (std::all_of(block.begin(), block.end(), [](char c) { return c == 0; })) {
        return {};
      }
      if (Text(block, 257, 5) != "ustar" || !HasRightSum(block)) {
        return Broken("it is not a tar file, or it is damaged");
      }
      left_ = Number(block, 124, 12);
      if (left_ < 0) {
        return Broken("a size is not valid");
      }
      padding_ = static_cast<std::size_t>((kBlock - left_ % kBlock) % kBlock);
      HPDL_TRY(Entry(block));
      HPDL_TRY(SkipRest());
    }
  }

 private:
  Result<void> Entry(const Block& block) {
    const char type = block[156];
    if (type == 'L' || type == 'K' || type == 'x') {
      return Extended(type);
    }
    if (type == 'g') {
      return {};
    }
    // The tar header cannot hold a size above 8 GB. An entry above 8 GB has its size in a pax
    // header.
    if (extended_.contains("size")) {
      return Broken("an entry is too large");
    }
    const bool split = block[262] == 0 && block[345] != 0;
    std::string name = split ? std::string(Text(block, 345, 155)) + "/" : "";
    name += Text(block, 0, 100);
    const std::string path = Take("path", std::move(name));
    const std::string target = Take("linkpath", std::string(Text(block, 157, 100)));
    extended_.clear();
    switch (type) {
      case '0':
      case '\0':
      case '7':
        return folder_.AddFile(path, (Number(block, 100, 8) & 0100) != 0,
                               [this](char* to, std::size_t size) -> Result<std::size_t> {
                                 const auto most = static_cast<std::size_t>(
                                     std::min(left_, static_cast<std::int64_t>(size)));
                                 HPDL_TRY(Fill(to, most));
                                 left_ -= static_cast<std::int64_t>(most);
                                 return most;
                               });
      case '1':
        return folder_.AddName(path, target);
      case '2':
        return folder_.AddLink(path, target);
      case '5':
        return folder_.AddDirectory(path);
      default:
        return {};
    }
  }

  std::string Take(const char* name, std::string otherwise) {
    const auto found = extended_.find(name);
    return found == extended_.end() ? std::move(otherwise) : found->second;
  }

  /// Reads an extended header: an entry that describes the next entry.
  Result<void> Extended(char type) {
    if (left_ > kMostHeaders) {
      return Broken("a name is too long");
    }
    std::string text(static_cast<std::size_t>(left_), '\0');
    HPDL_TRY(Fill(text.data(), text.size()));
    left_ = 0;
    if (type != 'x') {
      extended_[type == 'L' ? "path" : "linkpath"] = text.substr(0, text.find('\0'));
      return {};
    }
    for (std::string_view rest = text; !rest.empty();) {  // a line such as "27 path=a/long/name\n"
      std::size_t size = 0;
      const auto end = std::from_chars(rest.data(), rest.data() + rest.size(), size).ptr;
      const auto begin = static_cast<std::size_t>(end - rest.data()) + 1;
      if (size <= begin || size > rest.size() || *end != ' ' || rest[size - 1] != '\n') {
        return Broken("an extended header is not valid");
      }
      const std::string_view line = rest.substr(begin, size - begin - 1);
      const std::size_t equals = std::min(line.find('='), line.size());
      extended_[std::string(line.substr(0, equals))] =
          line.substr(std::min(equals + 1, line.size()));
      rest.remove_prefix(size);
    }
    return {};
  }

  Result<void> SkipRest() {
    char buffer[8192];
    for (left_ += static_cast<std::int64_t>(padding_); left_ > 0;) {
      const auto most =
          static_cast<std::size_t>(std::min(left_, static_cast<std::int64_t>(sizeof buffer)));
      HPDL_TRY(Fill(buffer, most));
      left_ -= static_cast<std::int64_t>(most);
    }
    return {};
  }

  Result<void> Fill(char* to, std::size_t size) {
    while (size > 0) {
      auto got = source_.Read(to, size);
      HPDL_TRY(got);
      if (*got == 0) {
        return Broken("it is cut short");
      }
      to += *got;
      size -= *got;
    }
    return {};
  }

  ByteSource& source_;
  ArchiveFolder& folder_;
  std::int64_t left_ = 0;  ///< unread bytes of the current entry
  std::size_t padding_ = 0;
  std::map<std::string, std::string> extended_;
};

}  // namespace

Result<void> UnpackTar(ByteSource& source, ArchiveFolder& folder) {
  return TarReader(source, folder).Run();
}

}  // namespace hpdl::rt::mapreduce
