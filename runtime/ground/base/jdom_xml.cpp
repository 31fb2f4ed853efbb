#include "runtime/ground/base/jdom_xml.h"

#include "runtime/ground/base/trim.h"
#include "runtime/ground/base/utf8.h"

namespace hpdl::rt {
namespace {

/// Returns the entity for a character in texts and attributes; "" if the character stands for
/// itself.
std::string_view EntityOf(char c) {
  switch (c) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '\r':
      return "&#xD;";
    default:
      return {};
  }
}

std::string_view EntityInAttribute(char c) {
  switch (c) {
    case '"':
      return "&quot;";
    case '\t':
      return "&#x9;";
    case '\n':
      return "&#xA;";
    default:
      return EntityOf(c);
  }
}

}  // namespace

void AppendJdomText(std::string* out, std::string_view text) {
  for (const char c : ValidUtf8(text)) {
    if (const std::string_view entity = EntityOf(c); !entity.empty()) {
      out->append(entity);
    } else if (c == '\n') {
      out->append("\r\n");
    } else {
      out->push_back(c);
    }
  }
}

void JdomXml::BreakLine() {
  out_.append("\r\n").append(2 * open_.size(), ' ');
}

JdomXml& JdomXml::Begin(std::string_view name) {
  if (!open_.empty()) {
    out_.append(content_ == Content::kNone ? ">" : "");
    BreakLine();
  }
  out_.append("<").append(name);
  open_.emplace_back(name);
  content_ = Content::kNone;
  return *this;
}

JdomXml& JdomXml::Attribute(std::string_view name, std::string_view value) {
  out_.append(" ").append(name).append("=\"");
  for (const char c : ValidUtf8(value)) {
    const std::string_view entity = EntityInAttribute(c);
    out_.append(entity.empty() ? std::string_view(&c, 1) : entity);
  }
  out_.append("\"");
  return *this;
}

JdomXml& JdomXml::Text(std::string_view text) {
  const std::string_view trimmed = Trimmed(text);
  if (!trimmed.empty()) {
    out_.append(">");
    AppendJdomText(&out_, trimmed);
    content_ = Content::kText;
  }
  return *this;
}

JdomXml& JdomXml::End() {
  const std::string name = std::move(open_.back());
  open_.pop_back();
  if (content_ == Content::kNone) {
    out_.append(" />");
  } else {
    if (content_ == Content::kElements) {
      BreakLine();
    }
    out_.append("</").append(name).append(">");
  }
  content_ = Content::kElements;  // the enclosing element now contains an element
  return *this;
}

}  // namespace hpdl::rt
