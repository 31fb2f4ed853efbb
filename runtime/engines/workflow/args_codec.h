#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_ARGS_CODEC_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_ARGS_CODEC_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"
#include "runtime/ground/value/arg_node.h"

namespace hpdl::rt {

/// What an action asks for with retry-max and so on, and how often it was tried again.
struct RetryState {
  std::uint32_t user_max = 0;
  std::int64_t user_interval_ms = 0;
  bool user_exponential = false;
  std::uint32_t user_tries = 0;       ///< user-retries of this run
  std::uint32_t transient_tries = 0;  ///< retries of transient failures in this round
};

/// The evaluated arguments of one action, and <global> as it was then.
struct ActionArguments {
  ArgNode root;
  std::optional<ArgNode> global;
  RetryState retry;
};

/// What NodeRow.arguments holds: a byte, 1, or 2 and the numbers of the retry state where it is not
/// all 0; then the root and, if there is one, <global>; a node is field, line, text and children,
/// each number a LEB128, each text its size and bytes.
std::string EncodeArguments(const ActionArguments& arguments);
/// kCorruptStore if the bytes are not such an encoding.
Result<ActionArguments> DecodeArguments(std::string_view bytes);

/// A byte in front of NodeRow.arguments, also of empty ones, while the node waits for a person whom
/// nobody has told so yet; DecodeArguments() passes over it.
void MarkUntold(std::string* arguments);
bool IsUntold(std::string_view arguments);
/// Takes the mark off. False: there was none.
bool MarkTold(std::string* arguments);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_ARGS_CODEC_H_
