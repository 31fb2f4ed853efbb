#include "compiler/frontend/xml/document.h"

#include <algorithm>
#include <cstring>

#include "compiler/base/markup.h"
#include "compiler/frontend/xml/decode.h"

namespace hpdl::frontend {
namespace {

constexpr std::string_view kSpace = " \t\r\n";

std::string_view PrefixOf(std::string_view name) {
  const std::size_t colon = name.find(':');
  return colon == std::string_view::npos ? std::string_view{} : name.substr(0, colon);
}

bool IsCharacters(pugi::xml_node node) {
  return node.type() == pugi::node_pcdata || node.type() == pugi::node_cdata;
}

}  // namespace

std::string_view Element::LocalName() const {
  const std::string_view name = node_.name();
  const std::size_t colon = name.find(':');
  return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

std::string_view Element::Lookup(std::string_view prefix) const {
  // The loop is bounded, because elements are nested at most ReadLimits::depth deep.
  for (pugi::xml_node node = node_; node; node = node.parent()) {
    const auto element = document_->declarations_.find(node.internal_object());
    if (element == document_->declarations_.end()) {
      continue;
    }
    if (const auto found = element->second.find(prefix); found != element->second.end()) {
      return found->second;
    }
  }
  return {};
}

std::string_view Element::Namespace() const {
  return Lookup(PrefixOf(node_.name()));
}

Range Element::NameRange() const {
  const std::uint32_t begin = document_->OffsetOf(node_.name());
  return {begin, begin + static_cast<std::uint32_t>(std::strlen(node_.name()))};
}

Range Element::StartTag() const {
  Markup tag;
  MarkupScanner(document_->source().text(), NameRange().begin - 1).Next(&tag);
  return tag.range;
}

Element Element::FirstChild() const {
  pugi::xml_node child = node_.first_child();
  while (child && child.type() != pugi::node_element) {
    child = child.next_sibling();
  }
  return {child, document_};
}

Element Element::NextSibling() const {
  pugi::xml_node next = node_.next_sibling();
  while (next && next.type() != pugi::node_element) {
    next = next.next_sibling();
  }
  return {next, document_};
}

AttributeView Element::View(pugi::xml_attribute attribute) const {
  AttributeView view;
  const auto at = [&](const char* text) {
    const std::uint32_t begin = document_->OffsetOf(text);
    return Range{begin, begin + static_cast<std::uint32_t>(std::strlen(text))};
  };
  view.name = attribute.name();
  view.name_range = at(attribute.name());
  if (*attribute.value() != '\0') {
    view.value_range = at(attribute.value());
  } else {
    // The pointer of an empty value may point outside of the copy, so this code searches for the
    // opening quote.
    const std::string_view text = document_->source().text();
    const std::size_t quote = text.find_first_of("'\"", view.name_range.end);
    view.value_range.begin = static_cast<std::uint32_t>(quote) + 1;
    view.value_range.end = view.value_range.begin;
  }
  return view;
}

ast::Text Element::Text(bool trim) const {
  TextDecoder decoder(document_->source().text());
  for (const pugi::xml_node child : node_.children()) {
    if (!IsCharacters(child)) {
      continue;
    }
    const std::size_t size = std::strlen(child.value());
    if (size == 0) {
      continue;
    }
    const std::uint32_t begin = document_->OffsetOf(child.value());
    const Range raw{begin, begin + static_cast<std::uint32_t>(size)};
    if (child.type() == pugi::node_cdata) {
      decoder.AddCdata(raw);
    } else {
      decoder.AddCharacters(raw);
    }
  }
  return decoder.Finish(trim, StartTag().end);
}

Range Element::StrayText() const {
  for (const pugi::xml_node child : node_.children()) {
    if (!IsCharacters(child)) {
      continue;
    }
    const std::string_view text = child.value();
    const std::size_t first = text.find_first_not_of(kSpace);
    if (first != std::string_view::npos) {
      const std::size_t last = text.find_last_not_of(kSpace);
      const std::uint32_t begin = document_->OffsetOf(child.value());
      return {begin + static_cast<std::uint32_t>(first),
              begin + static_cast<std::uint32_t>(last) + 1};
    }
  }
  return {};
}

Range Element::AnyText() const {
  for (const pugi::xml_node child : node_.children()) {
    if (IsCharacters(child) && *child.value() != '\0') {
      const std::uint32_t begin = document_->OffsetOf(child.value());
      return {begin, begin + static_cast<std::uint32_t>(std::strlen(child.value()))};
    }
  }
  return {};
}

Document::Document(const SourceBuffer& source) : source_(source) {
  const std::string_view text = source.text();
  copy_ = std::make_unique<char[]>(text.size() + 1);
  std::memcpy(copy_.get(), text.data(), text.size());
  // Escapes, line ends and white space stay unchanged, because the decoder needs the raw bytes.
  tree_.load_buffer_inplace(copy_.get(), text.size(),
                            pugi::parse_minimal | pugi::parse_cdata | pugi::parse_ws_pcdata,
                            pugi::encoding_utf8);
  // Visits all elements in document order without recursion.
  for (pugi::xml_node node = tree_.first_child(); node;) {
    KeepDeclarations(node);
    pugi::xml_node next = node.first_child();
    for (; !next && node; node = node.parent()) {
      next = node.next_sibling();
    }
    node = next;
  }
}

void Document::KeepDeclarations(pugi::xml_node node) {
  for (const pugi::xml_attribute attribute : node.attributes()) {
    const std::string_view name = attribute.name();
    if (name == "xmlns" || name.starts_with("xmlns:")) {
      declarations_[node.internal_object()].emplace(
          name.substr(std::min<std::size_t>(6, name.size())), attribute.value());
    }
  }
}

ast::Text Document::AttributeText(Range value, bool trim) const {
  TextDecoder decoder(source_.text());
  decoder.AddAttribute(value);
  return decoder.Finish(trim, value.begin);
}

}  // namespace hpdl::frontend
