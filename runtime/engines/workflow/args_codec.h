#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_ARGS_CODEC_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_ARGS_CODEC_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"
#include "runtime/ground/value/arg_node.h"

namespace hpdl::rt {

/// The values of an action's retry-max, retry-interval and retry-policy, and the number of the
/// action's retries so far.
struct RetryState {
  std::uint32_t user_max = 0;
  std::int64_t user_interval_ms = 0;
  bool user_exponential = false;
  std::uint32_t user_tries = 0;       ///< the number of user-retries in this run
  std::uint32_t transient_tries = 0;  ///< the number of consecutive retries after transient
                                      ///< failures
};

/// The evaluated arguments of one action, the arguments of <global> at the time of the evaluation,
/// and the retries.
struct ActionArguments {
  ArgNode root;
  std::optional<ArgNode> global;
  RetryState retry;
};

/// Returns the bytes of NodeRow.arguments. The first byte is 2 if user_max or transient_tries is
/// not 0, otherwise 1. After a 2, the numbers of the retry state follow. Then the root follows and,
/// if present, <global>. A node of the arguments is stored as its field, line, text and children.
/// Each number is a LEB128; each text is its size and its bytes.
std::string EncodeArguments(const ActionArguments& arguments);
/// Decodes bytes that EncodeArguments() has returned. Returns kCorruptStore if the bytes are
/// damaged.
Result<ActionArguments> DecodeArguments(std::string_view bytes);

/// Puts a mark byte in front of NodeRow.arguments, even if they are empty. The mark means that the
/// node waits for a person and the wait has not been reported yet. DecodeArguments() skips the
/// mark.
void MarkUntold(std::string* arguments);
bool IsUntold(std::string_view arguments);
/// Removes the mark. Returns false if there was no mark.
bool MarkTold(std::string* arguments);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_ARGS_CODEC_H_
