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

/// What the server of many users and the server of one of them say to each other, as frames. The
/// latter runs as that user, so what comes from it is read like anything from outside.
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

/// To the user's server, first: what it is to be.
struct UserServerBegin {
  Account account;
  std::string state_path;  ///< a directory of the account
  std::string site_path;   ///< "": none
  ServerAddress address;
  std::string host_name;  ///< as told to callers
  bool local = false;
};

/// From it: it serves, or why it does not.
struct UserServerReady {
  std::string error;  ///< "": it serves
};

/// A request after authentication. The number is told apart by its answer.
struct UserRequest {
  std::uint64_t number = 0;
  std::string method, target, content_type, idempotency_key, parent, body;
  bool too_long = false;
  /// Who asks, perhaps by a program (Caller), and from where (OozieRequest).
  std::string caller, program, address;
  /// Of each kind of work, what runs and what waits on all servers; empty: not told.
  std::vector<std::uint64_t> work;
};

struct UserAnswer {
  std::uint64_t number = 0;
  std::int32_t status = 200;
  std::string body, content_type, fields, reason;
};

/// From it, at any time: how many places more it could use, and how many it gives back.
struct PlacesWanted {
  WorkKind kind = WorkKind::kProgram;
  std::uint32_t wanted = 0, given_back = 0;
};

/// To it: so many places more.
struct PlacesGranted {
  WorkKind kind = WorkKind::kProgram;
  std::uint32_t places = 0;
};

/// From it: a line for the log, which only the other side can open anew.
struct UserLogLine {
  LogLevel level = LogLevel::kInfo;
  std::string text;
};

/// To it: it is to end if it has nothing to look after. From it: it has, and stays.
struct UserServerRest {};
struct UserServerStays {};

/// To it: where callers reach it from now on.
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

/// False: the frame is damaged, or another message. A frame is complete.
bool Read(std::string_view frame, UserServerBegin* message);
bool Read(std::string_view frame, UserServerReady* message);
bool Read(std::string_view frame, UserRequest* message);
/// Also false if it has what may not come from a user's server to somebody else: a status that is
/// none, line breaks, or fields of the header that are not Oozie's.
bool Read(std::string_view frame, UserAnswer* message);
bool Read(std::string_view frame, PlacesWanted* message);
bool Read(std::string_view frame, UserLogLine* message);
bool Read(std::string_view frame, UserServerRest* message);
bool Read(std::string_view frame, UserServerStays* message);
bool Read(std::string_view frame, UserServerAddress* message);
bool Read(std::string_view frame, PlacesGranted* message);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_USERS_MESSAGES_H_
