#include "runtime/ground/config/decode_xml.h"

#include <algorithm>

#include "runtime/ground/base/hex.h"
#include "runtime/ground/base/lower_case.h"
#include "runtime/ground/base/utf8.h"

namespace hpdl::rt {
namespace {

/// The characters of the bytes 0x80 to 0xFF in one encoding.
struct CodePage {
  std::string_view name;  ///< in lower case
  std::u16string_view characters;
};
constexpr CodePage kCodePages[] = {
#include "runtime/ground/config/code_pages.inc"
};

enum class Units { kBytes, kUtf16Little, kUtf16Big };

/// Returns the code units of the file by its byte order mark, or by the bytes of its first '<'.
Units UnitsOf(std::string_view bytes) {
  const std::string_view start = bytes.substr(0, 2);
  if (start == "\xFF\xFE" || start == std::string_view("<\0", 2)) {
    return Units::kUtf16Little;
  }
  return start == "\xFE\xFF" || start == std::string_view("\0<", 2) ? Units::kUtf16Big
                                                                    : Units::kBytes;
}

/// Converts UTF-16. Text behind an incomplete character is left out.
DecodedXml FromUtf16(std::string_view bytes, bool big_endian) {
  DecodedXml result;
  const auto unit = [&](std::size_t at) -> char32_t {
    const auto first = static_cast<unsigned char>(bytes[at]);
    const auto second = static_cast<unsigned char>(bytes[at + 1]);
    return big_endian ? first << 8 | second : second << 8 | first;
  };
  const auto is_low = [&](std::size_t at) {
    return at + 1 < bytes.size() && unit(at) >= 0xDC00 && unit(at) < 0xE000;
  };
  for (std::size_t at = 0; at < bytes.size(); at += 2) {
    char32_t code = at + 1 < bytes.size() ? unit(at) : 0xDC00;
    if (code >= 0xD800 && code < 0xDC00 && is_low(at + 2)) {
      at += 2;
      code = 0x10000 + ((code - 0xD800) << 10) + (unit(at) - 0xDC00);
    }
    if (code >= 0xD800 && code < 0xE000) {
      result.problem = "the UTF-16 character is not complete";
      result.line += std::count(result.text.begin(), result.text.end(), '\n');
      return result;
    }
    AppendUtf8(&result.text, code);
  }
  if (result.text.starts_with("\xEF\xBB\xBF")) {
    result.text.erase(0, 3);
  }
  return result;
}

/// Returns the encoding in `<?xml ...?>` in lower case; empty if there is no encoding.
std::string DeclaredEncoding(std::string_view text) {
  const std::size_t end = text.starts_with("<?xml") ? text.find("?>") : 0;
  const std::string_view declaration = text.substr(0, std::min(end, text.size()));
  const std::size_t word = declaration.find("encoding");
  const std::size_t open = declaration.find_first_of("'\"", std::min(word, declaration.size()));
  if (open == declaration.npos) {
    return {};
  }
  const std::size_t close = declaration.find(declaration[open], open + 1);
  return close == declaration.npos ? "" : LowerCase(declaration.substr(open + 1, close - open - 1));
}

DecodedXml FromCodePage(std::string_view bytes, const CodePage& page) {
  DecodedXml result;
  result.text.reserve(bytes.size());
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    AppendUtf8(&result.text, byte < 0x80 ? byte : page.characters[byte - 0x80]);
  }
  return result;
}

DecodedXml FromUtf8(std::string_view bytes) {
  if (const auto bad = FirstInvalidUtf8(bytes)) {
    const auto line = 1 + std::count(bytes.begin(), bytes.begin() + *bad, '\n');
    return {{},
            "the byte 0x" + HexText(static_cast<unsigned char>(bytes[*bad])) + " is not UTF-8",
            static_cast<std::uint32_t>(line)};
  }
  return {std::string(bytes), {}};
}

}  // namespace

DecodedXml DecodeXml(std::string_view bytes) {
  const Units units = UnitsOf(bytes);
  if (units != Units::kBytes) {
    return FromUtf16(bytes, units == Units::kUtf16Big);
  }
  if (bytes.starts_with("\xEF\xBB\xBF")) {
    return FromUtf8(bytes.substr(3));
  }
  const std::string declared = DeclaredEncoding(bytes);
  if (declared.empty() || declared == "utf-8" || declared == "utf8" || declared == "us-ascii") {
    return FromUtf8(bytes);
  }
  const auto* const page =
      std::find_if(std::begin(kCodePages), std::end(kCodePages),
                   [&](const CodePage& each) { return each.name == declared; });
  if (page == std::end(kCodePages)) {
    return {{}, "the encoding '" + declared + "' cannot be read; save the file as UTF-8"};
  }
  return FromCodePage(bytes, *page);
}

}  // namespace hpdl::rt
