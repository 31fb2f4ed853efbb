#ifndef HPDL_RUNTIME_SERVER_HPDLD_FRONT_MESSAGES_H_
#define HPDL_RUNTIME_SERVER_HPDLD_FRONT_MESSAGES_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/server/hpdld/front.h"
#include "runtime/server/login/logins.h"
#include "runtime/server/processes/fixed_text.h"
#include "runtime/server/users/account.h"
#include "runtime/server/users/messages.h"
#include "runtime/server/users/pass.h"
#include "runtime/server/users/user_servers.h"
#include "runtime/world/https/https_server.h"

/// The messages between the supervisor and the front, or the store. The front may be taken over by
/// a caller, so a message to the supervisor has a fixed size (fixed_text.h). A message to the front
/// is a frame (frames.h). An answer has the number of the message that it answers.
namespace hpdl::rt {

/// A message of the front: it serves, or has the reason why it cannot.
struct FrontReady {
  static constexpr char kType = 'Y';
  FixedText<300> url;     ///< Front::url()
  FixedText<1000> error;  ///< "": the front serves
  bool IsGood() const { return url.IsGood() && error.IsGood(); }
};

/// A message of the front: the proof of a login (LoginClaim).
struct FrontLogin {
  static constexpr char kType = 'I';
  std::uint64_t number = 0;
  std::int64_t until_ms = 0;
  std::uint8_t way = 0;  ///< a LoginClaim::Way
  FixedText<128> user;
  FixedText<1024> proof;
  FixedText<255> job;
  FixedText<64> peer;
  bool IsGood() const;
};

/// Returns nullopt if a part of the claim is longer than any that the supervisor could prove.
std::optional<FrontLogin> FrontLoginOf(std::uint64_t number, const LoginClaim& claim);
LoginClaim ClaimOf(const FrontLogin& message);

/// Says which user's server answers a request.
enum class ServerChoice : std::uint8_t {
  kUser,         ///< the server of FrontOpen::user
  kUserOrOwn,    ///< the server of FrontOpen::user if the user has jobs here, else the caller's own
  kActFor,       ///< the server of FrontOpen::user, for whom the caller acts (`doAs`)
  kUserRunning,  ///< the server of FrontOpen::user if it runs
};

/// A message of the front: it wants to send a request of a caller to the server of a user.
struct FrontOpen {
  static constexpr char kType = 'O';
  std::uint64_t number = 0;
  /// The runs of the servers of `user` and of `caller` to which the front has lost its links; 0:
  /// none.
  std::uint64_t lost = 0, own_lost = 0;
  std::uint8_t choice = 0;  ///< a ServerChoice
  FixedText<128> caller;    ///< "": nobody, for the paths of IsForAnybody()
  FixedText<255> program;
  FixedText<kMostPass> pass;
  FixedText<128> user;
  FixedText<64> peer;  ///< the numeric address of the caller
  bool IsGood() const;
};

/// A message of the front: a request of FrontOpen has its answer.
struct FrontDone {
  static constexpr char kType = 'D';
  std::uint64_t run = 0;
  FixedText<128> user;
  bool IsGood() const { return user.IsGood(); }
};

/// A message of the front: it wants to know the users whose servers run.
struct FrontRunning {
  static constexpr char kType = 'R';
  std::uint64_t number = 0;
  bool IsGood() const { return true; }
};

/// A message of the front: the answer to FrontPing.
struct FrontPong {
  static constexpr char kType = 'P';
  bool IsGood() const { return true; }
};

/// A change of all servers that an administrator may ask for.
enum class ServerChange : std::uint8_t {
  kNormal,
  kNoWebService,
  kSafeMode,
  kHwsActive,
  kHwsInactive,
};

/// A message of the front: the server of a caller has accepted a change, so all servers have to
/// know it.
struct FrontTell {
  static constexpr char kType = 'T';
  std::uint64_t number = 0;
  std::uint8_t change = 0;  ///< a ServerChange
  FixedText<128> caller;
  FixedText<kMostPass> pass;
  bool IsGood() const;
};

/// The messages to the front and the store.
enum class FrontMessage : char {
  kBegin = 'B',
  kStore = 'S',
  kAccessLog = 'A',
  kTls = 'C',
  kLogin = 'I',
  kOpened = 'O',
  kRunning = 'R',
  kTold = 'T',
  kPing = 'P',
};

/// The first message to the front. It carries the socket that listens.
struct FrontBegin {
  uid_t uid = 0;
  gid_t gid = 0;
  std::string url;          ///< FrontSetup::url
  std::string hosts;        ///< the names of the server (OwnHosts), comma separated
  bool tls = false;         ///< the message FrontTls comes next
  bool access_log = false;  ///< the message FrontAccessLog comes next
  FrontLimits limits;
};

/// The first message to the store.
struct StoreBegin {
  uid_t uid = 0;
  gid_t gid = 0;
};

/// A message of the store: it has given up its rights, or has the reason why it cannot.
struct StoreReady {
  static constexpr char kType = 'S';
  FixedText<1000> error;  ///< "": the store holds no right any more
  bool IsGood() const { return error.IsGood(); }
};

/// Carries the descriptor of the access log from now on.
struct FrontAccessLog {};

/// The certificate and the key from now on.
struct FrontTls {
  TlsTexts texts;
};

struct FrontLoginAnswer {
  std::uint64_t number = 0;
  LoginVerdict verdict;
};

/// The answer to FrontOpen. If the front has no link to this run of the server, carries one end of
/// a new link.
struct FrontOpened {
  std::uint64_t number = 0;
  std::string error_code, error;  ///< error "": the server is open
  bool transient = false;         ///< the error is kTransient
  bool link = false;
  std::string user;  ///< the user whose server is open
  OpenedServer server;
};

struct FrontRunningAnswer {
  std::uint64_t number = 0;
  std::vector<std::string> users;
};

struct FrontTold {
  std::uint64_t number = 0;
  bool done = false;  ///< false: the caller is no administrator
};

/// Asks the front to answer with FrontPong.
struct FrontPing {};

void Append(const FrontBegin& message, std::string* out);
void Append(const StoreBegin& message, std::string* out);
void Append(const FrontAccessLog& message, std::string* out);
void Append(const FrontTls& message, std::string* out);
void Append(const FrontLoginAnswer& message, std::string* out);
void Append(const FrontOpened& message, std::string* out);
void Append(const FrontRunningAnswer& message, std::string* out);
void Append(const FrontTold& message, std::string* out);
void Append(const FrontPing& message, std::string* out);

/// Returns false if the frame is damaged or has another message. The frame must be complete.
bool Read(std::string_view frame, FrontBegin* message);
bool Read(std::string_view frame, StoreBegin* message);
bool Read(std::string_view frame, FrontAccessLog* message);
bool Read(std::string_view frame, FrontTls* message);
bool Read(std::string_view frame, FrontLoginAnswer* message);
bool Read(std::string_view frame, FrontOpened* message);
bool Read(std::string_view frame, FrontRunningAnswer* message);
bool Read(std::string_view frame, FrontTold* message);
bool Read(std::string_view frame, FrontPing* message);

/// Returns the size of the messages to the supervisor that begin with a letter; 0: no message of
/// the front or the store begins with it.
std::size_t SizeOfFrontReport(char type);

/// Returns the request of a user's server that makes a change.
UserRequest RequestOf(ServerChange change);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_HPDLD_FRONT_MESSAGES_H_
