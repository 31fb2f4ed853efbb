#ifndef HPDL_COMPILER_FRONTEND_XML_SYNTAX_ERROR_H_
#define HPDL_COMPILER_FRONTEND_XML_SYNTAX_ERROR_H_

#include <expat.h>

#include <cstdint>
#include <span>
#include <string_view>

#include "compiler/base/source.h"
#include "compiler/diagnostics/diagnostics.h"

/// Reports why a file is not well-formed.
namespace hpdl::frontend {

/// An element whose end tag has not been read yet.
struct OpenElement {
  std::string_view name;     ///< the name, as a part of the buffer
  std::uint32_t offset = 0;  ///< the offset of its '<'
  std::size_t bindings = 0;  ///< the number of prefix bindings before this element
};

/// The place where Expat stopped and the state at that place. Offsets are offsets into the buffer.
struct SyntaxError {
  XML_Error code = XML_ERROR_NONE;
  std::uint32_t at = 0;
  std::span<const OpenElement> open;
  std::uint32_t last_tag = 0;  ///< the start of the last start tag that Expat read
  std::uint32_t cdata = 0;     ///< the start of the last CDATA section that Expat read
};

/// Reports the error at the place of the mistake, which may be before the place where Expat
/// stopped. Adds a fix if only one correction is possible.
void ReportSyntaxError(const SyntaxError& error, const SourceBuffer& source,
                       Diagnostics& diagnostics);

/// Returns the part of `range` inside the buffer.
Range Within(Range range, const SourceBuffer& source);

/// Returns the range of the name that begins at `offset`.
Range TagNameAt(const SourceBuffer& source, std::uint32_t offset);

}  // namespace hpdl::frontend

#endif  // HPDL_COMPILER_FRONTEND_XML_SYNTAX_ERROR_H_
