#include "runtime/server/hpdld/front_messages.h"

#include <array>
#include <utility>

#include "runtime/ground/base/frames.h"

namespace hpdl::rt {
namespace {

template <class Enum>
constexpr bool IsUpTo(std::uint8_t value, Enum last) {
  return value <= static_cast<std::uint8_t>(last);
}

/// Writes the frame of one message to the front. The destructor completes the frame.
class Writer : public FrameWriter {
 public:
  Writer(FrontMessage type, std::string* out) : FrameWriter(static_cast<char>(type), out) {}
};

/// Reads the frame of one message to the front.
class Reader : public FrameReader {
 public:
  Reader(std::string_view frame, FrontMessage type)
      : FrameReader(frame), same_(FrameType(frame) == static_cast<char>(type)) {}
  bool IsWhole() const { return same_ && ok(); }

 private:
  bool same_;
};

/// The request that makes each change, and the words of the change in it.
struct Change {
  std::string_view method, target;
};
constexpr std::array<Change, 5> kChanges = {{
    {"PUT", "/oozie/v2/admin/status?systemmode=NORMAL"},
    {"PUT", "/oozie/v2/admin/status?systemmode=NOWEBSERVICE"},
    {"PUT", "/oozie/v2/admin/status?systemmode=SAFEMODE"},
    {"POST", "/hws/v1/admin/activate"},
    {"POST", "/hws/v1/admin/deactivate"},
}};

}  // namespace

bool FrontLogin::IsGood() const {
  return IsUpTo(way, LoginClaim::Way::kProgram) && user.IsGood() && proof.IsGood() &&
         job.IsGood() && peer.IsGood();
}

bool FrontOpen::IsGood() const {
  return IsUpTo(choice, ServerChoice::kUserRunning) && caller.IsGood() && program.IsGood() &&
         pass.IsGood() && user.IsGood() && peer.IsGood();
}

bool FrontTell::IsGood() const {
  return IsUpTo(change, ServerChange::kHwsInactive) && caller.IsGood() && pass.IsGood();
}

std::optional<FrontLogin> FrontLoginOf(std::uint64_t number, const LoginClaim& claim) {
  FrontLogin message;
  message.number = number;
  message.until_ms = claim.until_ms;
  message.way = static_cast<std::uint8_t>(claim.way);
  const bool fits = message.user.Set(claim.user) && message.proof.Set(claim.proof) &&
                    message.job.Set(claim.job) && message.peer.Set(claim.peer);
  return fits ? std::optional(message) : std::nullopt;
}

LoginClaim ClaimOf(const FrontLogin& message) {
  return {static_cast<LoginClaim::Way>(message.way),
          message.user.text(),
          message.proof.text(),
          message.until_ms,
          message.job.text(),
          message.peer.text()};
}

void Append(const FrontBegin& message, std::string* out) {
  Writer writer(FrontMessage::kBegin, out);
  writer.Number(message.uid);
  writer.Number(message.gid);
  writer.String(message.url);
  writer.String(message.hosts);
  writer.Number(message.tls);
  writer.Number(message.access_log);
  const HttpLimits& http = message.limits.http;
  for (const std::int64_t number :
       {http.header_bytes, http.body_bytes, http.bodies_bytes, http.total_ms, http.idle_ms,
        static_cast<std::int64_t>(http.connections), message.limits.callback_bytes,
        static_cast<std::int64_t>(message.limits.user_requests)}) {
    writer.Number(number);
  }
}

bool Read(std::string_view frame, FrontBegin* message) {
  Reader reader(frame, FrontMessage::kBegin);
  reader.Number(&message->uid);
  reader.Number(&message->gid);
  reader.String(&message->url);
  reader.String(&message->hosts);
  reader.Flag(&message->tls);
  reader.Flag(&message->access_log);
  HttpLimits& http = message->limits.http;
  std::int64_t connections = 0, user_requests = 0;
  for (std::int64_t* number :
       {&http.header_bytes, &http.body_bytes, &http.bodies_bytes, &http.total_ms, &http.idle_ms,
        &connections, &message->limits.callback_bytes, &user_requests}) {
    reader.Number(number);
  }
  http.connections = static_cast<std::size_t>(connections);
  message->limits.user_requests = static_cast<std::size_t>(user_requests);
  return reader.IsWhole();
}

void Append(const StoreBegin& message, std::string* out) {
  Writer writer(FrontMessage::kStore, out);
  writer.Number(message.uid);
  writer.Number(message.gid);
}

bool Read(std::string_view frame, StoreBegin* message) {
  Reader reader(frame, FrontMessage::kStore);
  reader.Number(&message->uid);
  reader.Number(&message->gid);
  return reader.IsWhole();
}

void Append(const FrontAccessLog& /*message*/, std::string* out) {
  const Writer writer(FrontMessage::kAccessLog, out);
}

bool Read(std::string_view frame, FrontAccessLog* /*message*/) {
  return Reader(frame, FrontMessage::kAccessLog).IsWhole();
}

void Append(const FrontTls& message, std::string* out) {
  Writer writer(FrontMessage::kTls, out);
  for (const std::string* text : {&message.texts.files.certificates, &message.texts.files.key,
                                  &message.texts.certificates, &message.texts.key}) {
    writer.String(*text);
  }
}

bool Read(std::string_view frame, FrontTls* message) {
  Reader reader(frame, FrontMessage::kTls);
  for (std::string* text : {&message->texts.files.certificates, &message->texts.files.key,
                            &message->texts.certificates, &message->texts.key}) {
    reader.String(text);
  }
  return reader.IsWhole();
}

void Append(const FrontLoginAnswer& message, std::string* out) {
  Writer writer(FrontMessage::kLogin, out);
  writer.Number(message.number);
  writer.Number(static_cast<std::uint8_t>(message.verdict.outcome));
  writer.Number(message.verdict.until_ms);
  writer.String(message.verdict.cookie);
  writer.String(message.verdict.pass);
}

bool Read(std::string_view frame, FrontLoginAnswer* message) {
  Reader reader(frame, FrontMessage::kLogin);
  std::uint8_t outcome = 0;
  reader.Number(&message->number);
  reader.Number(&outcome);
  reader.Number(&message->verdict.until_ms);
  reader.String(&message->verdict.cookie);
  reader.String(&message->verdict.pass);
  message->verdict.outcome = static_cast<LoginVerdict::Outcome>(outcome);
  return reader.IsWhole() && IsUpTo(outcome, LoginVerdict::Outcome::kTooMany);
}

void Append(const FrontOpened& message, std::string* out) {
  Writer writer(FrontMessage::kOpened, out);
  writer.Number(message.number);
  writer.Number(message.transient);
  writer.Number(message.link);
  writer.Number(message.server.run);
  for (const std::string* text :
       {&message.error_code, &message.error, &message.user, &message.server.pass}) {
    writer.String(*text);
  }
  writer.Numbers(message.server.work);
}

bool Read(std::string_view frame, FrontOpened* message) {
  Reader reader(frame, FrontMessage::kOpened);
  reader.Number(&message->number);
  reader.Flag(&message->transient);
  reader.Flag(&message->link);
  reader.Number(&message->server.run);
  for (std::string* text :
       {&message->error_code, &message->error, &message->user, &message->server.pass}) {
    reader.String(text);
  }
  reader.Numbers(&message->server.work);
  return reader.IsWhole();
}

void Append(const FrontRunningAnswer& message, std::string* out) {
  Writer writer(FrontMessage::kRunning, out);
  writer.Number(message.number);
  writer.Strings(message.users);
}

bool Read(std::string_view frame, FrontRunningAnswer* message) {
  Reader reader(frame, FrontMessage::kRunning);
  reader.Number(&message->number);
  reader.Strings(&message->users);
  return reader.IsWhole();
}

void Append(const FrontTold& message, std::string* out) {
  Writer writer(FrontMessage::kTold, out);
  writer.Number(message.number);
  writer.Number(message.done);
}

bool Read(std::string_view frame, FrontTold* message) {
  Reader reader(frame, FrontMessage::kTold);
  reader.Number(&message->number);
  reader.Flag(&message->done);
  return reader.IsWhole();
}

void Append(const FrontPing& /*message*/, std::string* out) {
  const Writer writer(FrontMessage::kPing, out);
}

bool Read(std::string_view frame, FrontPing* /*message*/) {
  return Reader(frame, FrontMessage::kPing).IsWhole();
}

std::size_t SizeOfFrontReport(char type) {
  return SizeOfFixed<FrontReady, StoreReady, FrontLogin, FrontOpen, FrontDone, FrontRunning,
                     FrontTell, FrontPong, LogLine>(type);
}

UserRequest RequestOf(ServerChange change) {
  const Change& made = kChanges[static_cast<std::size_t>(change)];
  UserRequest request;
  request.method = made.method;
  request.target = made.target;
  return request;
}

}  // namespace hpdl::rt
