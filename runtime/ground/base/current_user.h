#ifndef HPDL_RUNTIME_GROUND_BASE_CURRENT_USER_H_
#define HPDL_RUNTIME_GROUND_BASE_CURRENT_USER_H_

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

/// Who runs this process, found without the name service modules of libc: a static program has
/// none.
namespace hpdl::rt {

/// HADOOP_USER_NAME, USER, else the name of the effective uid, else the uid as a number. Names of
/// uids come from /etc/passwd and, where that lacks one (LDAP, SSSD), from `getent passwd UID`.
std::string CurrentUser();

/// The name of a uid, and the uid as a number if it has none; the environment is not asked.
std::string NameOfUser(uid_t uid);

/// The folder that /etc/passwd gives a uid, else $HOME, else "".
std::string HomeOfUser(uid_t uid);

/// The folder that a passwd(5) file gives `uid`; none if it has none.
std::optional<std::string> HomeInPasswd(std::string_view text, uid_t uid);

/// The name that a passwd(5) file gives `uid`; the first line with it counts.
std::optional<std::string> NameInPasswd(std::string_view text, uid_t uid);

/// The name that `PROGRAM passwd UID` prints as a line of passwd(5). None if it cannot be started,
/// fails, prints another uid or too much, or does not end in `limit`; it is killed then.
std::optional<std::string> NameByGetent(const char* program, uid_t uid,
                                        std::chrono::milliseconds limit);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_BASE_CURRENT_USER_H_
