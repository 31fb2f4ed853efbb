#ifndef HPDL_RUNTIME_GROUND_CONFIG_XML_TREE_H_
#define HPDL_RUNTIME_GROUND_CONFIG_XML_TREE_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/base/result.h"

namespace hpdl::rt {

/// An element of an XML document.
struct XmlElement {
  struct Attribute {
    std::string name, value;
  };

  std::string name;                   ///< the local name
  std::string space;                  ///< the namespace; "": the element is in no namespace
  std::string prefix;                 ///< the prefix as written; "": the element has no prefix
  std::uint32_t line = 0;             ///< the line of the start tag, from 1
  std::vector<Attribute> attributes;  ///< the attributes without a namespace, in document order
  std::string text;                   ///< the text directly in the element; blanks are kept
  std::vector<XmlElement> children;

  /// Returns the first child with this local name, in any namespace; null if there is no such
  /// child.
  const XmlElement* Child(std::string_view child) const;
  /// Returns the value of an attribute; "" if the element does not have the attribute.
  std::string_view Value(std::string_view attribute) const;
};

/// Reads a document, without its comments and processing instructions. The bytes are in an encoding
/// that DecodeXml() knows. It is an error if the document is not well-formed, has a document type,
/// nests elements more than 100 levels deep, or has more than 50,000 elements and attributes.
Result<XmlElement> ReadXmlTree(std::string_view bytes);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_CONFIG_XML_TREE_H_
