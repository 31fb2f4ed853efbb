#ifndef HPDL_RUNTIME_ENGINE_ARGS_CODEC_H_
#define HPDL_RUNTIME_ENGINE_ARGS_CODEC_H_

#include <optional>
#include <string>
#include <string_view>

#include "runtime/base/result.h"
#include "runtime/value/arg_node.h"

namespace hpdl::rt {

/// The evaluated arguments of one action, and <global> as it was then.
struct ActionArguments {
  ArgNode root;
  std::optional<ArgNode> global;
};

/// What NodeRow.arguments holds: a byte for the version, then the root and, if there is one,
/// <global>; a node is field, line, text and children, each number a LEB128, each text its size and
/// bytes.
std::string EncodeArguments(const ActionArguments& arguments);
/// kCorruptStore if the bytes are not such an encoding.
Result<ActionArguments> DecodeArguments(std::string_view bytes);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINE_ARGS_CODEC_H_
