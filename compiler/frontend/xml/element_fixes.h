#ifndef HPDL_COMPILER_FRONTEND_XML_ELEMENT_FIXES_H_
#define HPDL_COMPILER_FRONTEND_XML_ELEMENT_FIXES_H_

#include <optional>
#include <span>
#include <string_view>

#include "compiler/diagnostics/fixes.h"
#include "compiler/frontend/xml/document.h"

/// Makes fixes that change elements of a file.
namespace hpdl::frontend {

/// Returns a fix that changes the local name in the start tag and in the end tag of the element.
/// The prefix stays.
Fix RenameElement(const SourceBuffer& source, Element element, std::string_view name, bool safe);

/// Returns the fix that renames the element to the most similar of `names`. Returns nullopt if no
/// name is similar. The fix is safe under the conditions of RenameToNearest().
std::optional<Fix> RenameElementToNearest(const SourceBuffer& source, Element element,
                                          std::span<const std::string_view> names);

/// Returns a fix that moves the element before an earlier element of the same parent. The comments
/// directly before the element and the white space before these comments move, too. `before_name`
/// is the name of the earlier element.
Fix MoveElement(const SourceBuffer& source, Element element, Range before_name);

/// Returns a fix that inserts `attribute="value"` after the name of the element.
Fix InsertAttribute(Element element, std::string_view attribute, std::string_view value, bool safe);

/// Returns a fix that replaces the namespace of the element by the most similar of `namespaces`.
/// Returns nullopt if no namespace is similar.
std::optional<Fix> ReplaceNamespace(const SourceBuffer& source, Element element,
                                    std::span<const std::string_view> namespaces);

}  // namespace hpdl::frontend

#endif  // HPDL_COMPILER_FRONTEND_XML_ELEMENT_FIXES_H_
