#ifndef HPDL_STDLIB_REMOTE_REMOTE_END_H_
#define HPDL_STDLIB_REMOTE_REMOTE_END_H_

#include <cstdint>
#include <string>

#include "runtime/engines/workflow/kind.h"
#include "stdlib/remote/remote_script.h"

namespace hpdl::stdlib {

/// The end of a remote command.
struct RemoteEnd {
  int code = 0;
  std::string pid;
  std::int64_t out_size = 0;  ///< the number of bytes that the command wrote to standard output
  std::string out;            ///< the first bytes of standard output
  std::string err;            ///< the last bytes of standard error
};

/// The progress of an attempt has two forms. kRemoteMade means that the attempt's directory exists
/// on the other machine. The text of EndToProgress() describes the command's end. It is recorded
/// because the directory may be gone afterwards.
inline constexpr const char* kRemoteMade = "remote directory";
std::string EndToProgress(const RemoteEnd& end, std::int64_t out_limit);
/// Reads a text of EndToProgress(). Returns nullopt for other texts.
std::optional<RemoteEnd> EndOfProgress(std::string_view progress);

/// Reads an "ended" answer and the last bytes of standard error, `err`. Returns nullopt for other
/// answers.
std::optional<RemoteEnd> EndOfAnswer(const RemoteAnswer& answer, std::string_view err);

/// Returns the outcome of a command that ended as `end` says. The caller adds the name of the
/// machine.
rt::Outcome OutcomeOfEnd(const rt::ActionContext& ctx, const RemoteEnd& end, bool capture);

/// Returns at most ten lines and 2,000 bytes from the end of a text.
std::string TailOfText(std::string_view text);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_REMOTE_REMOTE_END_H_
