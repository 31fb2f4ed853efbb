#include "runtime/world/mail/body.h"

#include <cstdio>

#include "runtime/ground/base/base64.h"
#include "runtime/ground/base/lower_case.h"
#include "runtime/ground/base/trim.h"
#include "runtime/world/mail/header.h"

namespace hpdl::rt::mail {
namespace {

constexpr std::size_t kBodyLine = 76;
/// The longest line, in bytes, of a body that is sent unencoded. Servers must accept lines of 998
/// bytes.
constexpr std::size_t kMostPlainLine = 900;

bool IsToken(std::string_view text) {
  constexpr std::string_view kSpecial = "()<>@,;:\\\"/[]?= ";
  for (const char c : text) {
    if (c <= 0x20 || c > 0x7e || kSpecial.find(c) != std::string_view::npos) {
      return false;
    }
  }
  return !text.empty();
}

Error BadType(std::string_view type, const char* why) {
  std::string shown(type.substr(0, 100));
  for (char& c : shown) {
    c = c < 0x20 || c > 0x7e ? '?' : c;
  }
  return {ErrorClass::kError, "EM005", "content_type '" + shown + "': " + why};
}

/// A content type as it was written, and its charset.
struct ContentType {
  std::string text;
  std::string charset;  ///< lower case; "" if the type names no charset
  bool is_text = false;
};

Result<ContentType> ReadType(std::string_view given) {
  constexpr std::size_t kMost = 500;
  ContentType type;
  std::string_view rest = Trimmed(given, " \t");
  if (rest.size() > kMost) {
    return BadType(given, "it is too long for a header line");
  }
  rest = rest.empty() ? std::string_view("text/plain") : rest;
  type.text = rest;
  const std::size_t end = rest.find(';');
  const std::string_view name = Trimmed(rest.substr(0, end), " \t");
  const std::size_t slash = name.find('/');
  if (slash == std::string_view::npos || !IsToken(name.substr(0, slash)) ||
      !IsToken(name.substr(slash + 1))) {
    return BadType(given, "expected a type such as text/html");
  }
  type.is_text = LowerCase(name.substr(0, slash)) == "text";
  if (LowerCase(name.substr(0, slash)) == "multipart") {
    return BadType(given, "a body has only one part; use the element attachment for other parts");
  }
  while (rest.find(';') != std::string_view::npos) {
    rest.remove_prefix(rest.find(';') + 1);
    const std::string_view parameter = Trimmed(rest.substr(0, rest.find(';')), " \t");
    const std::size_t equals = parameter.find('=');
    std::string_view value =
        equals == std::string_view::npos ? std::string_view() : parameter.substr(equals + 1);
    if (value.size() >= 2 && value.front() == '"' && value.back() == '"') {
      value = value.substr(1, value.size() - 2);
    }
    if (!IsToken(parameter.substr(0, equals)) || !IsToken(value)) {
      return BadType(given, "expected parameters such as charset=UTF-8");
    }
    if (LowerCase(parameter.substr(0, equals)) == "charset") {
      type.charset = LowerCase(value);
    }
  }
  return type;
}

/// Turns CRLF, CR and LF into LF.
std::string NormalLines(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\r') {
      out += text[i];
    } else if (i + 1 == text.size() || text[i + 1] != '\n') {
      out += '\n';
    }
  }
  return out;
}

bool IsAscii(std::string_view text) {
  for (const char c : text) {
    if (static_cast<unsigned char>(c) >= 0x80) {
      return false;
    }
  }
  return true;
}

/// Converts UTF-8 to ISO-8859-1. Returns false if ISO-8859-1 lacks a character of the text.
bool ToLatin1(std::string_view text, std::string* out) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte < 0x80) {
      *out += text[i];
    } else if ((byte == 0xc2 || byte == 0xc3) && i + 1 < text.size()) {
      *out += static_cast<char>((byte & 3) << 6 | (static_cast<unsigned char>(text[++i]) & 0x3f));
    } else {
      return false;
    }
  }
  return true;
}

/// True if the text has short lines and no byte that a server on the way may change.
bool IsPlainBody(std::string_view text) {
  std::size_t column = 0;
  for (const char c : text) {
    column = c == '\n' ? 0 : column + 1;
    if (column > kMostPlainLine || (c != '\n' && c != '\t' && (c < 0x20 || c > 0x7e))) {
      return false;
    }
  }
  return true;
}

std::string WithCrlf(std::string_view text) {
  std::string out;
  for (const char c : text) {
    out += c == '\n' ? "\r\n" : std::string_view(&c, 1);
  }
  if (!text.empty() && text.back() != '\n') {
    out += "\r\n";
  }
  return out;
}

std::string QuotedPrintable(std::string_view text) {
  std::string out;
  std::size_t column = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\n') {
      out += "\r\n";
      column = 0;
      continue;
    }
    const bool last = i + 1 == text.size() || text[i + 1] == '\n';
    const bool blank = c == ' ' || c == '\t';
    char code[4] = {c, 0};
    if (c == '=' || (blank && last) || (!blank && (c < 0x21 || c > 0x7e))) {
      std::snprintf(code, sizeof code, "=%02X", static_cast<unsigned char>(c));
    }
    const std::size_t size = code[1] == 0 ? 1 : 3;
    if (column + size > kBodyLine - 1) {
      out += "=\r\n";
      column = 0;
    }
    out += code;
    column += size;
  }
  if (!text.empty() && text.back() != '\n') {
    out += "\r\n";
  }
  return out;
}

std::string Base64Lines(std::string_view text) {
  constexpr std::size_t kBytes = kBodyLine / 4 * 3;
  std::string out;
  for (std::size_t i = 0; i < text.size(); i += kBytes) {
    out += Base64(text.substr(i, kBytes)) + "\r\n";
  }
  return out;
}

}  // namespace

Result<EncodedBody> EncodeBody(std::string_view content_type, std::string_view body) {
  Result<ContentType> type = ReadType(content_type);
  HPDL_TRY(type);
  std::string text = NormalLines(body);
  if (type->charset == "iso-8859-1") {
    std::string latin1;
    if (!ToLatin1(text, &latin1)) {
      return BadType(content_type,
                     "the body has characters that ISO-8859-1 does not have; use UTF-8");
    }
    text = std::move(latin1);
  } else if (type->charset == "us-ascii") {
    if (!IsAscii(text)) {
      return BadType(content_type,
                     "the body has characters that US-ASCII does not have; use UTF-8");
    }
  } else if (!type->charset.empty() && type->charset != "utf-8") {
    return BadType(content_type, "the charset must be UTF-8, ISO-8859-1 or US-ASCII");
  }
  EncodedBody out;
  out.headers = "Content-Type: " + type->text;
  if (type->is_text && type->charset.empty()) {
    out.headers += "; charset=UTF-8";
  }
  const char* encoding = "7bit";
  if (IsPlainBody(text)) {
    out.text = WithCrlf(text);
  } else {
    encoding = "quoted-printable";
    out.text = QuotedPrintable(text);
    if (out.text.size() > text.size() / 3 * 4 + 200) {
      encoding = "base64";
      out.text = Base64Lines(WithCrlf(text));
    }
  }
  out.headers.append("\r\nContent-Transfer-Encoding: ").append(encoding).append("\r\n");
  return out;
}

}  // namespace hpdl::rt::mail
