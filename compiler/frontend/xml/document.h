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

/// An attribute as it stands in the buffer.
struct AttributeView {
  std::string_view name;  ///< with prefix
  Range name_range;
  Range value_range;  ///< without the quotes, not decoded
};

/// An element of a Document. A view: cheap to copy, valid as long as the document.
class Element {
 public:
  Element() = default;
  Element(pugi::xml_node node, const Document* document) : node_(node), document_(document) {}

  explicit operator bool() const { return !node_.empty(); }
  std::string_view QualifiedName() const { return node_.name(); }
  std::string_view LocalName() const;
  /// The namespace of the element; empty if it has none.
  std::string_view Namespace() const;
  /// The name in the start tag.
  Range NameRange() const;
  /// From '<' to '>'.
  Range StartTag() const;

  Element FirstChild() const;
  Element NextSibling() const;

  /// Calls f(AttributeView) for all attributes but the declarations of namespaces.
  template <class F>
  void ForEachAttribute(F f) const {
    for (const pugi::xml_attribute attribute : node_.attributes()) {
      const AttributeView view = View(attribute);
      if (view.name != "xmlns" && !view.name.starts_with("xmlns:")) {
        f(view);
      }
    }
  }
  /// The namespace that `prefix` stands for here.
  std::string_view Lookup(std::string_view prefix) const;

  /// The character data directly in the element, decoded; references, CDATA, line ends.
  ast::Text Text(bool trim) const;
  /// The first run of character data that is not white space, if any.
  Range StrayText() const;
  /// The first run of character data, which may be white space alone.
  Range AnyText() const;

 private:
  AttributeView View(pugi::xml_attribute attribute) const;

  pugi::xml_node node_;
  const Document* document_ = nullptr;
};

/// The tree of a well-formed text. Parsed in place on a copy, nothing decoded, so that pointers
/// into the copy are offsets into the buffer.
class Document {
 public:
  /// `source` has passed CheckWellFormed and outlives the document.
  explicit Document(const SourceBuffer& source);

  Element root() const { return {tree_.document_element(), this}; }
  const SourceBuffer& source() const { return source_; }
  /// An attribute's value, decoded and normalised.
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
  /// Prefix (empty: the default) -> namespace, for the few elements that declare some.
  std::unordered_map<pugi::xml_node_struct*, Prefixes> declarations_;
};

}  // namespace hpdl::frontend

#endif  // HPDL_COMPILER_FRONTEND_XML_DOCUMENT_H_
