#ifndef HPDL_COMPILER_FRONTEND_XML_EDIT_BYTES_H_
#define HPDL_COMPILER_FRONTEND_XML_EDIT_BYTES_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/diagnostics/diagnostics.h"

namespace hpdl::frontend {

/// How a file that MakeSource can read is written.
struct FileEncoding {
  enum class Form { kUtf8, kUtf16Little, kUtf16Big, kLatin1 };
  Form form = Form::kUtf8;
  std::size_t mark = 0;  ///< bytes of the byte order mark
};
FileEncoding EncodingOf(std::string_view bytes);

/// Edits the bytes of a file by ranges of the text that MakeSource made of them. Bytes outside of
/// the ranges stay as they are; what is put in is in the file's encoding, with its line ends.
/// `edits` are in order and apart from each other.
std::string EditBytes(std::string_view bytes, std::string_view text,
                      const std::vector<Fix::Edit>& edits);

}  // namespace hpdl::frontend

#endif  // HPDL_COMPILER_FRONTEND_XML_EDIT_BYTES_H_
