#ifndef HPDL_RUNTIME_SERVER_USERS_MESSAGES_H_
#define HPDL_RUNTIME_SERVER_USERS_MESSAGES_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/server/jobs/server_address.h"
#include "runtime/server/processes/fixed_text.h"
#include "runtime/server/users/account.h"
#include "runtime/server/work/server_log.h"
#include "runtime/server/work/work_line.h"

/// The messages between the supervisor, the front and the servers of one user each. A message to a
/// user's server, and an answer to the front, is a frame (frames.h): its length, then its content.
/// A message to the supervisor has a fixed size (fixed_text.h). Neither a server of one user, which
/// runs as that user, nor the front is trusted.
namespace hpdl::rt {

enum class UserMessage : char {
  kBegin = 'B',
  kRequest = 'Q',
  kAnswer = 'A',
  kGranted = 'G',
  kRest = 'E',
  kAddress = 'D',
  kLink = 'K',
  kGone = 'X',
};

/// The first message to a user's server: its setup.
struct UserServerBegin {
  Account account;
  std::string state_path;  ///< a directory of the account
  std::string site_path;   ///< "": no site file
  ServerAddress address;
  std::string host_name;  ///< the host name in answers
  bool local = false;
  std::string pass_key;  ///< the key that signs the passes of requests to this server
};

/// A user's server sends this message after its start. It says that the server answers requests
/// from now on, or has the reason why the server cannot.
struct UserServerReady {
  static constexpr char kType = 'R';
  FixedText<1000> error;  ///< "": the server serves
  bool IsGood() const { return error.IsGood(); }
};

/// A message to a user's server: a request after authentication. The answer has the same number.
/// The front sends it with a pass (pass.h). The supervisor sends it without a pass, and gets
/// UserServerTold.
struct UserRequest {
  std::uint64_t number = 0;
  std::string method, target, content_type, idempotency_key, parent, body;
  bool too_long = false;
  /// The members `user` and `program` of the Caller, OozieRequest::address, and the pass.
  std::string caller, program, address;
  std::string pass;
  /// For each kind of work, the numbers of running and of waiting items on all servers; empty: the
  /// message does not have these numbers.
  std::vector<std::uint64_t> work;
};

/// A message of the front to a user's server: the caller of this request has left. The server
/// answers anyway.
struct UserCallerGone {
  std::uint64_t number = 0;
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
  static constexpr char kType = 'W';
  WorkKind kind = WorkKind::kProgram;
  std::uint32_t wanted = 0, given_back = 0;
  bool IsGood() const { return static_cast<std::size_t>(kind) < kWorkKinds.size(); }
};

/// A message to a user's server: the server has `places` more places.
struct PlacesGranted {
  WorkKind kind = WorkKind::kProgram;
  std::uint32_t places = 0;
};

/// A line for the log, or a part of a long line. The supervisor writes the line, because only the
/// supervisor can open the log again.
struct LogLine {
  static constexpr char kType = 'L';
  std::uint8_t level = 0;  ///< a LogLevel
  FixedText<2000> text;
  bool IsGood() const {
    return level <= static_cast<std::uint8_t>(LogLevel::kDebug) && text.IsGood();
  }
};

/// Returns the size of the messages to the supervisor that begin with a letter; 0: no message of a
/// user's server begins with it.
std::size_t SizeOfReport(char type);

/// Returns a line as messages of at most the size of a LogLine.
std::vector<LogLine> LogLinesOf(LogLevel level, std::string_view text);

/// UserServerRest tells a user's server to end if it has nothing to do. A server that has something
/// to do answers with UserServerStays, and stays.
struct UserServerRest {};
struct UserServerStays {
  static constexpr char kType = 'S';
  bool IsGood() const { return true; }
};

/// A message from a user's server: it has answered a request of the supervisor.
struct UserServerTold {
  static constexpr char kType = 'T';
  std::uint64_t number = 0;  ///< UserRequest::number
  bool IsGood() const { return true; }
};

/// A message to a user's server with two descriptors: a pipe to read requests of the front from,
/// and a pipe to write the answers to. Only requests with a pass are answered.
struct UserServerLink {};

/// A message to a user's server: the address at which callers reach the server of many users from
/// now on.
struct UserServerAddress {
  ServerAddress address;
};

void Append(const UserServerBegin& message, std::string* out);
void Append(const UserRequest& message, std::string* out);
void Append(const UserCallerGone& message, std::string* out);
void Append(const UserAnswer& message, std::string* out);
void Append(const UserServerRest& message, std::string* out);
void Append(const UserServerAddress& message, std::string* out);
void Append(const UserServerLink& message, std::string* out);
void Append(const PlacesGranted& message, std::string* out);

/// Returns false if the frame is damaged or has another message. The frame must be complete.
bool Read(std::string_view frame, UserServerBegin* message);
bool Read(std::string_view frame, UserRequest* message);
bool Read(std::string_view frame, UserCallerGone* message);
/// Returns false if the frame is damaged, has another message, or has something that a user's
/// server may not send to callers: an impossible status, line breaks, or header fields that are not
/// Oozie's.
bool Read(std::string_view frame, UserAnswer* message);
bool Read(std::string_view frame, UserServerRest* message);
bool Read(std::string_view frame, UserServerAddress* message);
bool Read(std::string_view frame, UserServerLink* message);
bool Read(std::string_view frame, PlacesGranted* message);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_USERS_MESSAGES_H_
