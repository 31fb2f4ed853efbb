#ifndef HPDL_RUNTIME_SERVER_ACCESS_PROGRAM_CREDENTIAL_H_
#define HPDL_RUNTIME_SERVER_ACCESS_PROGRAM_CREDENTIAL_H_

#include <optional>
#include <string>
#include <string_view>

/// How a program that a server has started proves to it whose program it is: `JOB~USER~SIGNATURE`.
/// It is signed with a key that is made from the server's secret for this alone, so that it is no
/// cookie of a person. Whether the job is there and has not ended is not in it.
namespace hpdl::rt {

/// The key for the programs of a server: `owner` is the one user whose server it is, "" if it has
/// the jobs of all.
std::string ProgramKey(std::string_view secret, std::string_view owner);

/// Of the program of a root job, which is `user`'s.
std::string ProgramCredential(std::string_view key, std::string_view job, std::string_view user);

/// A credential as somebody has sent it.
struct ClaimedProgram {
  std::string job, user;
  std::string signature;

  /// Whether it was signed with this key.
  bool IsSignedWith(std::string_view key) const;
};

/// Of the field `Authorization: Bearer ...`; none if it is none of these.
std::optional<ClaimedProgram> ReadProgramCredential(std::string_view authorization);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_ACCESS_PROGRAM_CREDENTIAL_H_
