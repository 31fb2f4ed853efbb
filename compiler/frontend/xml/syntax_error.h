#ifndef HPDL_COMPILER_FRONTEND_XML_SYNTAX_ERROR_H_
#define HPDL_COMPILER_FRONTEND_XML_SYNTAX_ERROR_H_

#include <expat.h>

#include <cstdint>
#include <span>
#include <string_view>

#include "compiler/base/source.h"
#include "compiler/diagnostics/diagnostics.h"

/// What to say where a file is not well-formed.
namespace hpdl::frontend {

/// An element whose end tag has not come yet.
struct OpenElement {
  std::string_view name;     ///< in the buffer
  std::uint32_t offset = 0;  ///< of its '<'
  std::size_t bindings = 0;  ///< how many prefixes were in force before it
};

/// Where Expat stopped, and what it had read until then. Offsets into the buffer.
struct SyntaxError {
  XML_Error code = XML_ERROR_NONE;
  std::uint32_t at = 0;
  std::span<const OpenElement> open;
  std::uint32_t last_tag = 0;  ///< where the last start tag begins
  std::uint32_t cdata = 0;     ///< where the last CDATA section begins
};

/// Says it at the slip, which may stand before the place where Expat stopped, with a fix where only
/// one thing can have been meant.
void ReportSyntaxError(const SyntaxError& error, const SourceBuffer& source,
                       Diagnostics& diagnostics);

/// `range`, without what is outside of the buffer.
Range Within(Range range, const SourceBuffer& source);

/// The name that begins at `offset`.
Range TagNameAt(const SourceBuffer& source, std::uint32_t offset);

}  // namespace hpdl::frontend

#endif  // HPDL_COMPILER_FRONTEND_XML_SYNTAX_ERROR_H_
