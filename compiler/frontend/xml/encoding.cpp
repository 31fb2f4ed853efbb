#include "compiler/frontend/xml/encoding.h"

#include <algorithm>
#include <cstdio>
#include <optional>
#include <string_view>

#include "runtime/ground/base/utf8.h"

namespace hpdl::frontend {
namespace {

using std::string_view_literals::operator""sv;

/// Returns "line L, byte B" for an offset in a text that has no SourceBuffer. B counts from the
/// start of the line.
Message PlaceOf(std::string_view text, std::size_t offset) {
  const auto line = 1 + std::count(text.begin(), text.begin() + offset, '\n');
  const std::size_t start = offset == 0 ? std::string_view::npos : text.rfind('\n', offset - 1);
  const std::size_t column = offset - (start == std::string_view::npos ? 0 : start + 1) + 1;
  return "line " + Message(std::to_string(line)) + ", byte " + Message(std::to_string(column));
}

/// Converts UTF-16 to UTF-8. `bytes` do not contain a byte order mark. If a surrogate is unpaired
/// or the number of bytes is odd, returns nullopt and sets `offset` to the place of the error.
std::optional<std::string> FromUtf16(std::string_view bytes, bool big_endian, std::size_t* offset) {
  std::string out;
  out.reserve(bytes.size());
  const auto unit = [&](std::size_t i) -> char32_t {
    const auto a = static_cast<unsigned char>(bytes[i]);
    const auto b = static_cast<unsigned char>(bytes[i + 1]);
    return big_endian ? static_cast<char32_t>(a << 8 | b) : static_cast<char32_t>(b << 8 | a);
  };
  for (std::size_t i = 0; i < bytes.size(); i += 2) {
    *offset = i;
    if (i + 1 >= bytes.size()) {
      return std::nullopt;
    }
    char32_t c = unit(i);
    if (c >= 0xD800 && c <= 0xDFFF) {
      if (c >= 0xDC00 || i + 3 >= bytes.size()) {
        return std::nullopt;
      }
      const char32_t low = unit(i + 2);
      if (low < 0xDC00 || low > 0xDFFF) {
        return std::nullopt;
      }
      c = 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00);
      i += 2;
    }
    AppendUtf8(&out, c);
  }
  return out;
}

/// Returns the encoding in `<?xml ...?>` in lower case, or "" if there is no encoding.
std::string DeclaredEncoding(std::string_view text) {
  if (!text.starts_with("<?xml")) {
    return {};
  }
  const std::string_view declaration = text.substr(0, text.find("?>"));
  std::size_t at = declaration.find("encoding");
  if (at == std::string_view::npos) {
    return {};
  }
  at = declaration.find_first_of("'\"", at);
  if (at == std::string_view::npos) {
    return {};
  }
  const std::size_t end = declaration.find(declaration[at], at + 1);
  if (end == std::string_view::npos) {
    return {};
  }
  std::string name(declaration.substr(at + 1, end - at - 1));
  std::transform(name.begin(), name.end(), name.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return name;
}

/// The size and the byte order of a file's code units. They are recognized by a byte order mark, or
/// by the bytes of the first '<' (XML 1.0, appendix F).
enum class Units { kBytes, kUtf16Little, kUtf16Big, kUtf32 };

Units UnitsOf(std::string_view bytes, std::size_t* mark) {
  const auto starts = [&](std::string_view prefix) { return bytes.starts_with(prefix); };
  *mark = 0;
  if (starts("\xFF\xFE\0\0"sv) || starts("\0\0\xFE\xFF"sv) || starts("<\0\0\0"sv) ||
      starts("\0\0\0<"sv)) {
    return Units::kUtf32;
  }
  if (starts("\xFF\xFE"sv) || starts("\xFE\xFF"sv)) {
    *mark = 2;
    return bytes[0] == '\xFF' ? Units::kUtf16Little : Units::kUtf16Big;
  }
  if (starts("<\0"sv)) {
    return Units::kUtf16Little;
  }
  if (starts("\0<"sv)) {
    return Units::kUtf16Big;
  }
  if (starts("\xEF\xBB\xBF"sv)) {
    *mark = 3;
  }
  return Units::kBytes;
}

std::string FromLatin1(std::string_view bytes) {
  std::string out;
  out.reserve(bytes.size());
  for (const char c : bytes) {
    AppendUtf8(&out, static_cast<unsigned char>(c));
  }
  return out;
}

bool IsLatin1(std::string_view declared) {
  return declared == "iso-8859-1" || declared == "latin1";
}

}  // namespace

FileEncoding EncodingOf(std::string_view bytes) {
  FileEncoding encoding;
  switch (UnitsOf(bytes, &encoding.mark)) {
    case Units::kUtf16Little:
      encoding.form = FileEncoding::Form::kUtf16Little;
      break;
    case Units::kUtf16Big:
      encoding.form = FileEncoding::Form::kUtf16Big;
      break;
    default:
      encoding.form = IsLatin1(DeclaredEncoding(bytes.substr(encoding.mark)))
                          ? FileEncoding::Form::kLatin1
                          : FileEncoding::Form::kUtf8;
  }
  return encoding;
}

std::unique_ptr<SourceBuffer> MakeSource(std::string name, std::string bytes,
                                         Diagnostics& diagnostics) {
  const auto refuse = [&](DiagnosticKind kind, Message text) {
    diagnostics.Emit(kind, nullptr, {}, std::move(text)).file = name;
    return nullptr;
  };
  // The offsets in ranges have 32 bits, and a text may be twice as long in UTF-8 as in the file.
  if (bytes.size() > UINT32_MAX / 2 - 16) {
    return refuse(DiagnosticKind::kXmlTooLarge, "the file is larger than 2 GiB");
  }
  std::size_t mark = 0;
  const Units units = UnitsOf(bytes, &mark);
  if (units == Units::kUtf32) {
    return refuse(DiagnosticKind::kXmlEncoding,
                  "the file is in UTF-32; UTF-8 and UTF-16 can be read");
  }
  std::string text = std::move(bytes);
  text.erase(0, mark);
  if (units != Units::kBytes) {
    std::size_t offset = 0;
    auto converted = FromUtf16(text, units == Units::kUtf16Big, &offset);
    if (!converted) {
      return refuse(DiagnosticKind::kXmlEncoding,
                    "byte " + Message(std::to_string(offset + mark + 1)) +
                        " of the file does not start a complete UTF-16 character");
    }
    return std::make_unique<SourceBuffer>(std::move(name), std::move(*converted));
  }
  const std::string declared = DeclaredEncoding(text);
  if (IsLatin1(declared)) {
    return std::make_unique<SourceBuffer>(std::move(name), FromLatin1(text));
  }
  if (!declared.empty() && declared != "utf-8" && declared != "utf8" && declared != "us-ascii") {
    return refuse(
        DiagnosticKind::kXmlEncoding,
        declared.starts_with("utf-16")
            ? "the file declares " + Message(declared) + " but its bytes are not UTF-16"
            : "encoding " + Quoted(declared) + " cannot be read; use UTF-8, UTF-16 or ISO-8859-1");
  }
  if (const auto bad = FirstInvalidUtf8(text)) {
    char hex[8];
    std::snprintf(hex, sizeof hex, "0x%02X", static_cast<unsigned char>(text[*bad]));
    return refuse(DiagnosticKind::kXmlEncoding, PlaceOf(text, *bad) + ": " + hex + " is not UTF-8");
  }
  return std::make_unique<SourceBuffer>(std::move(name), std::move(text));
}

}  // namespace hpdl::frontend
