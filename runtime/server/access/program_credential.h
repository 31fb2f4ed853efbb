#ifndef HPDL_RUNTIME_SERVER_ACCESS_PROGRAM_CREDENTIAL_H_
#define HPDL_RUNTIME_SERVER_ACCESS_PROGRAM_CREDENTIAL_H_

#include <optional>
#include <string>
#include <string_view>

/// The credential of a program, `JOB~USER~SIGNATURE`. It proves to the server which job the program
/// runs. The server's secret signs the cookies of users. The key that signs credentials is derived
/// from this secret but is another key, so a credential is never a valid cookie. A credential does
/// not prove that the job exists or has not ended.
namespace hpdl::rt {

/// Returns the key that signs the credentials of a server's programs. `owner`: the only user of the
/// server; "": the server has the jobs of all users.
std::string ProgramKey(std::string_view secret, std::string_view owner);

/// Returns the credential for the program of a root job. The job belongs to `user`.
std::string ProgramCredential(std::string_view key, std::string_view job, std::string_view user);

/// A credential that was read from a request. Its signature is not checked yet.
struct ClaimedProgram {
  std::string job, user;
  std::string signature;

  /// True if the credential was signed with this key.
  bool IsSignedWith(std::string_view key) const;
};

/// Reads the field `Authorization: Bearer ...`; nullopt: the field has no credential of this form.
std::optional<ClaimedProgram> ReadProgramCredential(std::string_view authorization);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_ACCESS_PROGRAM_CREDENTIAL_H_
