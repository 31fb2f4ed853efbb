#ifndef HPDL_COMPILER_FRONTEND_XML_ENCODING_H_
#define HPDL_COMPILER_FRONTEND_XML_ENCODING_H_

#include <memory>
#include <string>

#include "compiler/base/source.h"
#include "compiler/diagnostics/diagnostics.h"

namespace hpdl::frontend {

/// Makes a buffer from the bytes of a definition. Like Oozie, reads the bytes as UTF-8, whatever
/// encoding they declare, and refuses a byte order mark and UTF-16. Replaces bytes that are not
/// UTF-8 by U+FFFD, and warns of the first one. Returns null after an error. `name` is the file's
/// name in messages.
std::unique_ptr<SourceBuffer> MakeSource(std::string name, std::string bytes,
                                         Diagnostics& diagnostics);

}  // namespace hpdl::frontend

#endif  // HPDL_COMPILER_FRONTEND_XML_ENCODING_H_
