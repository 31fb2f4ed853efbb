#ifndef HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_OUTCOME_FRAMES_H_
#define HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_OUTCOME_FRAMES_H_

#include <optional>
#include <string>
#include <string_view>

#include "runtime/engines/celos_scripts/file_outcome.h"
#include "runtime/ground/base/result.h"
#include "runtime/rules/celos/definition.h"

/// Converts the results of the evaluating process into frames (runtime/ground/base/frames.h), and
/// converts these frames back into results.
namespace hpdl::rt::celos {

inline constexpr char kOutcomeFrame = 'O', kPropertiesFrame = 'P', kCodeFrame = 'B';

std::string OutcomeFrame(const FileOutcome& outcome);
/// Reads a frame that OutcomeFrame() has made. Returns no value if the frame is invalid. The input
/// is untrusted, because a script may have taken over the evaluating process.
std::optional<FileOutcome> ReadOutcome(std::string_view frame);

std::string PropertiesFrame(const Result<Properties>& properties);
std::optional<Result<Properties>> ReadProperties(std::string_view frame);

/// Returns a frame that holds the compiled code of a source, or the error of the compilation.
std::string CodeFrame(const Result<std::string>& code);
std::optional<Result<std::string>> ReadCode(std::string_view frame);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_OUTCOME_FRAMES_H_
