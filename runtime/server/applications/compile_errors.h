#ifndef HPDL_RUNTIME_SERVER_APPLICATIONS_COMPILE_ERRORS_H_
#define HPDL_RUNTIME_SERVER_APPLICATIONS_COMPILE_ERRORS_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"

namespace hpdl::rt {

/// Makes an error from the output of hpdlc for a definition that does not compile. The code is the
/// first code of Oozie in the diagnostics, else "E0701". The message has the first few errors, each
/// on one line and without source lines. Paths in the errors are relative to `folder`. The message
/// of E0730 begins with Oozie's message and a colon.
Error CompileError(std::string_view output, std::string_view folder);

/// Returns the warnings in the output of hpdlc, in the form of the message of CompileError(). If
/// there are more warnings than the text may have, or if `is_cut` is true because the end of the
/// output is missing, the last line says so.
std::string CompileWarnings(std::string_view output, std::string_view folder, bool is_cut);

/// One line of the texts above, `FILE:LINE:COLUMN: error: MESSAGE [KIND CODE]`. The parts refer to
/// the line. A part that the line does not have is empty or 0. Any other line is only a message.
struct CompilerLine {
  std::string_view file;
  std::int64_t line = 0, column = 0;
  std::string_view message;  ///< with the kind and the code at its end
  std::string_view kind;
};
CompilerLine ReadCompilerLine(std::string_view line);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_APPLICATIONS_COMPILE_ERRORS_H_
