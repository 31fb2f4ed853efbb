#ifndef HPDL_RUNTIME_GROUND_BASE_CURRENT_USER_H_
#define HPDL_RUNTIME_GROUND_BASE_CURRENT_USER_H_

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

/// Finds the user of this process and the names and homes of users. It does not use the name
/// service modules of libc, because a static program does not have them.
namespace hpdl::rt {

/// Returns $HADOOP_USER_NAME, else $USER, else the name of the effective uid, else the uid as a
/// number. Names of uids come from /etc/passwd. If /etc/passwd lacks a uid (LDAP, SSSD), its name
/// comes from `getent passwd UID`.
std::string CurrentUser();

/// Returns the name of a uid, or the uid as a number if it has no name. Does not read the
/// environment.
std::string NameOfUser(uid_t uid);

/// Returns the home folder that /etc/passwd gives to a uid, else $HOME, else "".
std::string HomeOfUser(uid_t uid);

/// Returns the home folder of `uid` in the text of a passwd(5) file; nullopt if it has no home
/// folder.
std::optional<std::string> HomeInPasswd(std::string_view text, uid_t uid);

/// Returns the name of `uid` in the text of a passwd(5) file. If several lines have the uid, the
/// first of these lines is used.
std::optional<std::string> NameInPasswd(std::string_view text, uid_t uid);

/// Returns the name that `PROGRAM passwd UID` prints as a line of passwd(5). Returns nullopt if the
/// program cannot be started, fails, prints a different uid or too much, or does not end within
/// `limit`. A program that does not end within `limit` is killed.
std::optional<std::string> NameByGetent(const char* program, uid_t uid,
                                        std::chrono::milliseconds limit);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_BASE_CURRENT_USER_H_
