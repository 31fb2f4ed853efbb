#include "runtime/ground/base/quoted_text.h"

namespace hpdl {
namespace {

bool IsControl(char c) {
  return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
}

}  // namespace

std::string ShellQuoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    out.append(c == '\'' ? "'\\''" : std::string(1, c));
  }
  return out + "'";
}

std::string MermaidQuoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    switch (c) {
      case '"':
        out += "#quot;";
        break;
      case '#':
        out += "#35;";
        break;
      case '\\':
        out += "#92;";
        break;
      case '$':  // two '$' begin a formula
        out += out.back() == '$' ? "#36;" : "$";
        break;
      case '<':
        out += "#lt;";
        break;
      case '>':
        out += "#gt;";
        break;
      case '&':
        out += "#amp;";
        break;
      default:
        out += IsControl(c) ? ' ' : c;
    }
  }
  return out + "\"";
}

std::string DotQuoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
    }
    out += IsControl(c) ? ' ' : c;
    if (c == '&') {
      out += "amp;";
    }
  }
  return out + "\"";
}

}  // namespace hpdl
