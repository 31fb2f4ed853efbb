#ifndef HPDL_RUNTIME_GROUND_EXPRESSION_INTERPRET_H_
#define HPDL_RUNTIME_GROUND_EXPRESSION_INTERPRET_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "runtime/ground/abi/hpdl_names.h"
#include "runtime/ground/value/eval.h"

namespace hpdl::rt {

/// The most bytes that a text has with its expressions replaced; a file of <job-xml> has no more.
inline constexpr std::size_t kMostInterpretedBytes = std::size_t{64} << 20;

/// Appends `text` with the value of each `${...}` in its place; `\${` is the characters `${`. With
/// `#{...}` too in HWS. Returns 0, or 1 with "${expression}: what is wrong with it" in `eval`.
std::int32_t InterpretTemplate(std::string_view text, const hpdl_names& names, hpdl_eval* eval,
                               std::string* out);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_EXPRESSION_INTERPRET_H_
