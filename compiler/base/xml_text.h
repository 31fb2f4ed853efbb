#ifndef HPDL_COMPILER_BASE_XML_TEXT_H_
#define HPDL_COMPILER_BASE_XML_TEXT_H_

#include <string>
#include <string_view>

namespace hpdl {

/// Escapes a text for an XML document. The result may stand between tags or in an attribute value,
/// in single or double quotes. Control characters that XML forbids become U+FFFD.
std::string EscapeXml(std::string_view text);

}  // namespace hpdl

#endif  // HPDL_COMPILER_BASE_XML_TEXT_H_
