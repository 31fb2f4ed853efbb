#ifndef HPDL_COMPILER_FRONTEND_XML_EDIT_BYTES_H_
#define HPDL_COMPILER_FRONTEND_XML_EDIT_BYTES_H_

#include <string>
#include <string_view>
#include <vector>

#include "compiler/diagnostics/diagnostics.h"

namespace hpdl::frontend {

/// Edits the bytes of a file. The ranges in `edits` refer to `text`, which MakeSource() made from
/// the bytes. Bytes outside the ranges stay unchanged, also those that are not UTF-8. New text gets
/// the file's line ends. The edits are in order and do not overlap.
std::string EditBytes(std::string_view bytes, std::string_view text,
                      const std::vector<Fix::Edit>& edits);

}  // namespace hpdl::frontend

#endif  // HPDL_COMPILER_FRONTEND_XML_EDIT_BYTES_H_
