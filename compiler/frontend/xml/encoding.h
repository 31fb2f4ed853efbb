#ifndef HPDL_COMPILER_FRONTEND_XML_ENCODING_H_
#define HPDL_COMPILER_FRONTEND_XML_ENCODING_H_

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "compiler/base/source.h"
#include "compiler/diagnostics/diagnostics.h"

namespace hpdl::frontend {

/// The encoding of a file that MakeSource() can read.
struct FileEncoding {
  enum class Form { kUtf8, kUtf16Little, kUtf16Big, kLatin1 };
  Form form = Form::kUtf8;
  std::size_t mark = 0;  ///< the number of bytes of the byte order mark
};
FileEncoding EncodingOf(std::string_view bytes);

/// Makes a buffer from the bytes of a file: converts UTF-16 and Latin-1 to UTF-8, drops a byte
/// order mark, and refuses invalid UTF-8. Returns null after a diagnostic. `name` is the file's
/// name in messages.
std::unique_ptr<SourceBuffer> MakeSource(std::string name, std::string bytes,
                                         Diagnostics& diagnostics);

}  // namespace hpdl::frontend

#endif  // HPDL_COMPILER_FRONTEND_XML_ENCODING_H_
