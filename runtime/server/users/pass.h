#ifndef HPDL_RUNTIME_SERVER_USERS_PASS_H_
#define HPDL_RUNTIME_SERVER_USERS_PASS_H_

#include <chrono>
#include <string>
#include <string_view>

/// A pass says that a caller was authenticated. The supervisor makes it from the proof of a login,
/// and only the supervisor and the process that has the same key can check it. So the front, which
/// carries passes, cannot act for a user who has not logged in. All processes are of one machine,
/// so the time of a pass is that of the machine's steady clock.
namespace hpdl::rt {

/// A pass is good for this time. It is as long as the front waits for an answer, because a busy
/// server may read a request late.
inline constexpr std::chrono::seconds kPassTime{600};

/// The maximum length of a pass.
inline constexpr std::size_t kMostPass = 96;

/// Returns a pass for a caller. `program`: Caller::program.
std::string MakePass(std::string_view key, std::string_view user, std::string_view program);

/// True if the pass was made with this key for this caller less than kPassTime ago.
bool IsGoodPass(std::string_view key, std::string_view user, std::string_view program,
                std::string_view pass);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_USERS_PASS_H_
