#include "runtime/world/process/output_tail.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

namespace hpdl::rt {

namespace {

/// Returns the length of the well-formed UTF-8 character at the start; 0 if the start is not
/// well-formed.
std::size_t Utf8Size(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(0);
  if (lead < 0x80) {
    return 1;
  }
  const std::size_t size = lead < 0xc2   ? 0
                           : lead < 0xe0 ? 2
                           : lead < 0xf0 ? 3
                           : lead < 0xf5 ? 4
                                         : 0;
  if (size == 0 || size > text.size()) {
    return 0;
  }
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xc0) != 0x80) {
      return 0;
    }
  }
  // The second byte shows overlong forms, surrogates and values beyond Unicode.
  const unsigned second = byte(1);
  const bool wrong = (lead == 0xe0 && second < 0xa0) || (lead == 0xed && second >= 0xa0) ||
                     (lead == 0xf0 && second < 0x90) || (lead == 0xf4 && second >= 0x90);
  return wrong ? 0 : size;
}

}  // namespace

std::string CleanText(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t size = Utf8Size(text);
    if (size == 0) {
      out += "\xef\xbf\xbd";
    } else if (text[0] == '\n' || text[0] == '\t' ||
               (static_cast<unsigned char>(text[0]) >= 0x20 && text[0] != 0x7f)) {
      out += text.substr(0, size);
    }
    text.remove_prefix(std::max<std::size_t>(size, 1));
  }
  return out;
}

std::string TailOfText(std::string_view text, bool cut, std::size_t lines) {
  if (cut) {
    // Skips the rest of a character that was cut, which is three bytes at most.
    std::size_t skip = 0;
    while (skip < 3 && skip < text.size() &&
           (static_cast<unsigned char>(text[skip]) & 0xc0) == 0x80) {
      ++skip;
    }
    text.remove_prefix(skip);
  }
  text = text.substr(0, text.find_last_not_of(" \t\r\n") + 1);
  std::size_t start = text.size();
  for (std::size_t count = 0; start > 0; --start) {
    if (text[start - 1] == '\n' && ++count == lines) {
      break;
    }
  }
  return CleanText(text.substr(start));
}

std::string TailOfFile(const std::string& path, std::size_t lines, std::size_t bytes) {
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) {
    return {};
  }
  struct stat info{};
  fstat(fd, &info);
  const off_t begin = std::max<off_t>(0, info.st_size - static_cast<off_t>(bytes));
  std::string buffer(bytes, '\0');
  const ssize_t size = pread(fd, buffer.data(), bytes, begin);
  close(fd);
  buffer.resize(static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
  return TailOfText(buffer, begin > 0, lines);
}

}  // namespace hpdl::rt
