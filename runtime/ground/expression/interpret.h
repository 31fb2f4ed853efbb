#ifndef HPDL_RUNTIME_GROUND_EXPRESSION_INTERPRET_H_
#define HPDL_RUNTIME_GROUND_EXPRESSION_INTERPRET_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "runtime/ground/abi/hpdl_names.h"
#include "runtime/ground/value/eval.h"

namespace hpdl::rt {

/// The maximum size in bytes of a text in which expressions are replaced by their values. A file of
/// <job-xml> has the same limit.
inline constexpr std::size_t kMostInterpretedBytes = std::size_t{64} << 20;

/// Appends `text` with each `${...}` replaced by its value. `\${` means the characters `${`. In
/// HWS, `#{...}` is an expression too. Returns 0. If an expression fails, returns 1 with the
/// message "${expression}: reason" in `eval`.
std::int32_t InterpretTemplate(std::string_view text, const hpdl_names& names, hpdl_eval* eval,
                               std::string* out);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_EXPRESSION_INTERPRET_H_
