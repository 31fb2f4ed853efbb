#ifndef HPDL_RUNTIME_SERVER_USERS_MESSAGES_H_
#define HPDL_RUNTIME_SERVER_USERS_MESSAGES_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/server/jobs/server_address.h"
#include "runtime/server/users/account.h"
#include "runtime/server/work/server_log.h"
#include "runtime/server/work/work_line.h"

/// The messages between the server of many users and the servers of one user each. Each message is
/// a frame (frames.h): its length, then its content. A server of one user runs as that user, so its
/// messages are not trusted.
namespace hpdl::rt {

enum class UserMessage : char {
  kBegin = 'B',
  kReady = 'R',
  kRequest = 'Q',
  kAnswer = 'A',
  kWanted = 'W',
  kGranted = 'G',
  kLine = 'L',
  kRest = 'E',
  kStays = 'S',
  kAddress = 'D',
};

/// The first message to a user's server: its setup.
struct UserServerBegin {
  Account account;
  std::string state_path;  ///< a directory of the account
  std::string site_path;   ///< "": no site file
  ServerAddress address;
  std::string host_name;  ///< the host name in answers
  bool local = false;
};

/// A user's server sends this message after its start. It says that the server answers requests
/// from now on, or has the reason why the server cannot.
struct UserServerReady {
  std::string error;  ///< "": the server serves
};

/// A message to a user's server: a request after authentication. The answer has the same number.
struct UserRequest {
  std::uint64_t number = 0;
  std::string method, target, content_type, idempotency_key, parent, body;
  bool too_long = false;
  /// The members `user` and `program` of the Caller, and OozieRequest::address.
  std::string caller, program, address;
  /// For each kind of work, the numbers of running and of waiting items on all servers; empty: the
  /// message does not have these numbers.
  std::vector<std::uint64_t> work;
};

struct UserAnswer {
  std::uint64_t number = 0;
  std::int32_t status = 200;
  std::string body, content_type, fields, reason;
};

/// A message from a user's server, sent at any time. A place lets the server run one piece of work
/// (work_line.h). `wanted` is the number of additional places that the server could use.
/// `given_back` is the number of places that it gives back.
struct PlacesWanted {
  WorkKind kind = WorkKind::kProgram;
  std::uint32_t wanted = 0, given_back = 0;
};

/// A message to a user's server: the server has `places` more places.
struct PlacesGranted {
  WorkKind kind = WorkKind::kProgram;
  std::uint32_t places = 0;
};

/// A message from a user's server: a line for the log. The server of many users writes the line,
/// because only that server can open the log again.
struct UserLogLine {
  LogLevel level = LogLevel::kInfo;
  std::string text;
};

/// UserServerRest tells a user's server to end if it has nothing to do. A server that has something
/// to do answers with UserServerStays, and stays.
struct UserServerRest {};
struct UserServerStays {};

/// A message to a user's server: the address at which callers reach the server of many users from
/// now on.
struct UserServerAddress {
  ServerAddress address;
};

void Append(const UserServerBegin& message, std::string* out);
void Append(const UserServerReady& message, std::string* out);
void Append(const UserRequest& message, std::string* out);
void Append(const UserAnswer& message, std::string* out);
void Append(const PlacesWanted& message, std::string* out);
void Append(const UserLogLine& message, std::string* out);
void Append(const UserServerRest& message, std::string* out);
void Append(const UserServerStays& message, std::string* out);
void Append(const UserServerAddress& message, std::string* out);
void Append(const PlacesGranted& message, std::string* out);

/// Returns false if the frame is damaged or has another message. The frame must be complete.
bool Read(std::string_view frame, UserServerBegin* message);
bool Read(std::string_view frame, UserServerReady* message);
bool Read(std::string_view frame, UserRequest* message);
/// Returns false if the frame is damaged, has another message, or has something that a user's
/// server may not send to callers: an impossible status, line breaks, or header fields that are not
/// Oozie's.
bool Read(std::string_view frame, UserAnswer* message);
bool Read(std::string_view frame, PlacesWanted* message);
bool Read(std::string_view frame, UserLogLine* message);
bool Read(std::string_view frame, UserServerRest* message);
bool Read(std::string_view frame, UserServerStays* message);
bool Read(std::string_view frame, UserServerAddress* message);
bool Read(std::string_view frame, PlacesGranted* message);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_USERS_MESSAGES_H_
