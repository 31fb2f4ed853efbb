#ifndef HPDL_COMPILER_FRONTEND_XML_ELEMENT_FIXES_H_
#define HPDL_COMPILER_FRONTEND_XML_ELEMENT_FIXES_H_

#include <optional>
#include <span>
#include <string_view>

#include "compiler/diagnostics/fixes.h"
#include "compiler/frontend/xml/document.h"

/// Corrections of elements as they stand in a file.
namespace hpdl::frontend {

/// Both tags get another local name; the prefix stays.
Fix RenameElement(const SourceBuffer& source, Element element, std::string_view name, bool safe);

/// As RenameToNearest, for an element.
std::optional<Fix> RenameElementToNearest(const SourceBuffer& source, Element element,
                                          std::span<const std::string_view> names);

/// The element goes before another one of the same parent that stands before it now, with the
/// comments that lead it and the white space before them.
Fix MoveElement(const SourceBuffer& source, Element element, Range before_name);

/// `attribute="value"` behind the name of the element.
Fix InsertAttribute(Element element, std::string_view attribute, std::string_view value, bool safe);

/// The namespace of the element becomes the one of `namespaces` that is nearest, if one is near.
std::optional<Fix> ReplaceNamespace(const SourceBuffer& source, Element element,
                                    std::span<const std::string_view> namespaces);

}  // namespace hpdl::frontend

#endif  // HPDL_COMPILER_FRONTEND_XML_ELEMENT_FIXES_H_
