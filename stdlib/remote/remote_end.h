#ifndef HPDL_STDLIB_REMOTE_REMOTE_END_H_
#define HPDL_STDLIB_REMOTE_REMOTE_END_H_

#include <cstdint>
#include <string>

#include "runtime/engines/workflow/kind.h"
#include "stdlib/remote/remote_script.h"

namespace hpdl::stdlib {

/// How a remote command ended.
struct RemoteEnd {
  int code = 0;
  std::string pid;
  std::int64_t out_size = 0;  ///< bytes that it wrote to standard output
  std::string out;            ///< the first of them
  std::string err;            ///< the last ones of standard error
};

/// Progress of an attempt: the directory is made; or how the command ended, for after that the
/// directory may be gone.
inline constexpr const char* kRemoteMade = "remote directory";
std::string EndToProgress(const RemoteEnd& end, std::int64_t out_limit);
/// None if the text does not tell of an end.
std::optional<RemoteEnd> EndOfProgress(std::string_view progress);

/// None if the answer is no "ended" one.
std::optional<RemoteEnd> EndOfAnswer(const RemoteAnswer& answer, std::string_view err);

/// The outcome, but for what it says of the machine.
rt::Outcome OutcomeOfEnd(const rt::ActionContext& ctx, const RemoteEnd& end, bool capture);

/// At most ten lines and 2,000 bytes from the end of a text.
std::string TailOfText(std::string_view text);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_REMOTE_REMOTE_END_H_
