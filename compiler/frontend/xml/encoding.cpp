#include "compiler/frontend/xml/encoding.h"

#include <cstdint>
#include <string_view>
#include <utility>

#include "runtime/ground/base/hex.h"
#include "runtime/ground/base/utf8.h"

namespace hpdl::frontend {
namespace {

/// Returns the encoding that the first bytes show if it is not plain UTF-8; empty otherwise
/// (XML 1.0, appendix F).
std::string_view OtherEncoding(std::string_view bytes) {
  const std::string_view start = bytes.substr(0, 2);
  if (bytes.starts_with("\xEF\xBB\xBF")) {
    return "has a byte order mark";
  }
  const bool marked = start == "\xFF\xFE" || start == "\xFE\xFF";
  return marked || start.find('\0') != start.npos ? "is in UTF-16 or UTF-32" : "";
}

}  // namespace

std::unique_ptr<SourceBuffer> MakeSource(std::string name, std::string bytes,
                                         Diagnostics& diagnostics) {
  const auto refuse = [&](DiagnosticKind kind, Message text) {
    diagnostics.Emit(kind, nullptr, {}, std::move(text)).file = name;
    return nullptr;
  };
  // The offsets in ranges have 32 bits, and U+FFFD has three bytes.
  if (bytes.size() > UINT32_MAX / 3) {
    return refuse(DiagnosticKind::kXmlTooLarge, "the file is larger than 1 GiB");
  }
  if (const std::string_view other = OtherEncoding(bytes); !other.empty()) {
    return refuse(DiagnosticKind::kXmlEncoding,
                  "the file " + Message(other) +
                      ", which Oozie refuses; save it as UTF-8 without a byte order mark");
  }
  const auto bad = FirstInvalidUtf8(bytes);
  if (!bad) {
    return std::make_unique<SourceBuffer>(std::move(name), std::move(bytes));
  }
  auto source = std::make_unique<SourceBuffer>(std::move(name), ValidUtf8(bytes));
  const auto begin = static_cast<std::uint32_t>(*bad);
  diagnostics.Emit(DiagnosticKind::kReplacedBytes, source.get(), {begin, begin + 3},
                   "the byte 0x" + Message(HexText(static_cast<unsigned char>(bytes[*bad]))) +
                       " is not UTF-8; Oozie and hpdlc read U+FFFD in its place, and in place of "
                       "each other byte that is not UTF-8");
  return source;
}

}  // namespace hpdl::frontend
