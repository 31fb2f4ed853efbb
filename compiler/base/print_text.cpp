#include "compiler/base/print_text.h"

#include <array>
#include <charconv>

#include "runtime/ground/base/hex.h"

namespace hpdl {

std::string Quote(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out.append("\\").append(1, c);
    } else if (c == '\n') {
      out += "\\n";
    } else if (byte < 0x20 || byte == 0x7f) {
      out.append("\\x").append(HexText(byte));
    } else {
      out += c;
    }
  }
  return out + "\"";
}

std::string Counted(std::uint64_t count, std::string_view thing) {
  return std::to_string(count) + " " + std::string(thing) + (count == 1 ? "" : "s");
}

std::string Number(double value) {
  std::array<char, 32> buffer;  // the longest number takes 24 bytes
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
  return {buffer.data(), end};
}

}  // namespace hpdl
