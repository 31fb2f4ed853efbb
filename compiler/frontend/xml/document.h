#ifndef HPDL_COMPILER_FRONTEND_XML_DOCUMENT_H_
#define HPDL_COMPILER_FRONTEND_XML_DOCUMENT_H_

#include <memory>
#include <pugixml.hpp>
#include <string>
#include <string_view>
#include <unordered_map>

#include "compiler/ast/ast.h"
#include "compiler/base/source.h"

namespace hpdl::frontend {

class Document;

/// An attribute as offsets in the buffer.
struct AttributeView {
  std::string_view name;  ///< the name with its prefix
  Range name_range;
  Range value_range;  ///< the value without its quotes, not decoded
};

/// An element of a Document. It is a view: cheap to copy, and valid as long as the document.
class Element {
 public:
  Element() = default;
  Element(pugi::xml_node node, const Document* document) : node_(node), document_(document) {}

  explicit operator bool() const { return !node_.empty(); }
  std::string_view QualifiedName() const { return node_.name(); }
  std::string_view LocalName() const;
  /// Returns the namespace of the element, or "" if it has no namespace.
  std::string_view Namespace() const;
  /// Returns the range of the name in the start tag.
  Range NameRange() const;
  /// Returns the range from '<' to '>'.
  Range StartTag() const;

  Element FirstChild() const;
  Element NextSibling() const;

  /// Calls f(AttributeView) for all attributes except namespace declarations.
  template <class F>
  void ForEachAttribute(F f) const {
    for (const pugi::xml_attribute attribute : node_.attributes()) {
      const AttributeView view = View(attribute);
      if (view.name != "xmlns" && !view.name.starts_with("xmlns:")) {
        f(view);
      }
    }
  }
  /// Returns the namespace to which `prefix` is bound at this element.
  std::string_view Lookup(std::string_view prefix) const;

  /// Returns the decoded character data of the element, without the data of its child elements.
  /// Decoding covers references, CDATA and line ends.
  ast::Text Text(bool trim) const;
  /// Returns the first run of character data that is not white space, or an empty range.
  Range StrayText() const;
  /// Returns the first run of character data, which may be only white space.
  Range AnyText() const;

 private:
  AttributeView View(pugi::xml_attribute attribute) const;

  pugi::xml_node node_;
  const Document* document_ = nullptr;
};

/// The tree of a well-formed text. The parser works in place on a copy of the text and decodes
/// nothing. An offset in the copy is therefore also the offset in the source buffer.
class Document {
 public:
  /// `source` must have passed CheckWellFormed() and must outlive the document.
  explicit Document(const SourceBuffer& source);

  Element root() const { return {tree_.document_element(), this}; }
  const SourceBuffer& source() const { return source_; }
  /// Returns an attribute's value, decoded and normalized.
  ast::Text AttributeText(Range value, bool trim) const;

 private:
  friend class Element;
  std::uint32_t OffsetOf(const char* at) const {
    return static_cast<std::uint32_t>(at - copy_.get());
  }

  void KeepDeclarations(pugi::xml_node node);

  using Prefixes = std::unordered_map<std::string_view, std::string_view>;
  const SourceBuffer& source_;
  std::unique_ptr<char[]> copy_;
  pugi::xml_document tree_;
  /// Maps each element that declares prefixes to its map from prefix to namespace. The prefix "" is
  /// the default namespace.
  std::unordered_map<pugi::xml_node_struct*, Prefixes> declarations_;
};

}  // namespace hpdl::frontend

#endif  // HPDL_COMPILER_FRONTEND_XML_DOCUMENT_H_
