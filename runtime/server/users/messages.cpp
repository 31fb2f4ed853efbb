#include "runtime/server/users/messages.h"

#include <algorithm>
#include <array>

#include "runtime/ground/base/frames.h"
#include "runtime/ground/base/lower_case.h"

namespace hpdl::rt {
namespace {

constexpr std::int32_t kLeastStatus = 200, kMostStatus = 599;
/// The header fields of Oozie's answers whose names do not begin with `oozie-`.
constexpr std::array<std::string_view, 5> kFields = {"allow", "content-security-policy", "date",
                                                     "x-content-type-options", "x-frame-options"};

bool Is(std::string_view frame, UserMessage type) {
  return FrameType(frame) == static_cast<char>(type);
}

bool IsOneLine(std::string_view text) {
  return std::none_of(text.begin(), text.end(),
                      [](char c) { return static_cast<unsigned char>(c) < ' ' || c == 0x7f; });
}

/// True if each line is "NAME: VALUE\r\n", with a name that Oozie's answers have.
bool AreFieldsOfOozie(std::string_view fields) {
  while (!fields.empty()) {
    const std::size_t end = fields.find("\r\n");
    const std::string_view line = fields.substr(0, end);
    const std::size_t colon = line.find(':');
    if (end == std::string_view::npos || colon == std::string_view::npos || !IsOneLine(line)) {
      return false;
    }
    const std::string name = LowerCase(line.substr(0, colon));
    if (!name.starts_with("oozie-") &&
        std::find(kFields.begin(), kFields.end(), name) == kFields.end()) {
      return false;
    }
    fields.remove_prefix(end + 2);
  }
  return true;
}

bool ReadKind(FrameReader* reader, WorkKind* kind) {
  std::uint8_t number = 0;
  reader->Number(&number);
  *kind = static_cast<WorkKind>(number);
  return number < kWorkKinds.size();
}

}  // namespace

void Append(const UserServerBegin& message, std::string* out) {
  FrameWriter writer(static_cast<char>(UserMessage::kBegin), out);
  writer.String(message.account.name);
  writer.Number(message.account.uid);
  writer.Number(message.account.gid);
  writer.Numbers(message.account.groups);
  const ServerAddress& address = message.address;
  for (const std::string* text : {&message.account.home, &message.state_path, &message.site_path,
                                  &address.url, &address.programs_url, &address.key_pin,
                                  &address.program_key, &message.host_name, &message.pass_key}) {
    writer.String(*text);
  }
  writer.Number(message.local);
}

void Append(const UserRequest& message, std::string* out) {
  FrameWriter writer(static_cast<char>(UserMessage::kRequest), out);
  writer.Number(message.number);
  for (const std::string* text :
       {&message.method, &message.target, &message.content_type, &message.idempotency_key,
        &message.parent, &message.body, &message.caller, &message.program, &message.address,
        &message.pass}) {
    writer.String(*text);
  }
  writer.Number(message.too_long);
  writer.Numbers(message.work);
}

void Append(const UserAnswer& message, std::string* out) {
  FrameWriter writer(static_cast<char>(UserMessage::kAnswer), out);
  writer.Number(message.number);
  writer.Number(message.status);
  for (const std::string* text :
       {&message.body, &message.content_type, &message.fields, &message.reason}) {
    writer.String(*text);
  }
}

void Append(const PlacesGranted& message, std::string* out) {
  FrameWriter writer(static_cast<char>(UserMessage::kGranted), out);
  writer.Number(static_cast<std::uint8_t>(message.kind));
  writer.Number(message.places);
}

bool Read(std::string_view frame, UserServerBegin* message) {
  FrameReader reader(frame);
  reader.String(&message->account.name);
  reader.Number(&message->account.uid);
  reader.Number(&message->account.gid);
  reader.Numbers(&message->account.groups);
  ServerAddress& address = message->address;
  for (std::string* text : {&message->account.home, &message->state_path, &message->site_path,
                            &address.url, &address.programs_url, &address.key_pin,
                            &address.program_key, &message->host_name, &message->pass_key}) {
    reader.String(text);
  }
  reader.Flag(&message->local);
  return Is(frame, UserMessage::kBegin) && reader.ok();
}

bool Read(std::string_view frame, UserRequest* message) {
  FrameReader reader(frame);
  reader.Number(&message->number);
  for (std::string* text :
       {&message->method, &message->target, &message->content_type, &message->idempotency_key,
        &message->parent, &message->body, &message->caller, &message->program, &message->address,
        &message->pass}) {
    reader.String(text);
  }
  reader.Flag(&message->too_long);
  reader.Numbers(&message->work);
  return Is(frame, UserMessage::kRequest) && reader.ok();
}

bool Read(std::string_view frame, UserAnswer* message) {
  FrameReader reader(frame);
  reader.Number(&message->number);
  reader.Number(&message->status);
  for (std::string* text :
       {&message->body, &message->content_type, &message->fields, &message->reason}) {
    reader.String(text);
  }
  return Is(frame, UserMessage::kAnswer) && reader.ok() && message->status >= kLeastStatus &&
         message->status <= kMostStatus && IsOneLine(message->content_type) &&
         IsOneLine(message->reason) && AreFieldsOfOozie(message->fields);
}

bool Read(std::string_view frame, PlacesGranted* message) {
  FrameReader reader(frame);
  const bool known = ReadKind(&reader, &message->kind);
  reader.Number(&message->places);
  return Is(frame, UserMessage::kGranted) && reader.ok() && known;
}

void Append(const UserCallerGone& message, std::string* out) {
  FrameWriter writer(static_cast<char>(UserMessage::kGone), out);
  writer.Number(message.number);
}

bool Read(std::string_view frame, UserCallerGone* message) {
  FrameReader reader(frame);
  reader.Number(&message->number);
  return Is(frame, UserMessage::kGone) && reader.ok();
}

void Append(const UserServerRest& /*message*/, std::string* out) {
  const FrameWriter writer(static_cast<char>(UserMessage::kRest), out);
}

void Append(const UserServerAddress& message, std::string* out) {
  FrameWriter writer(static_cast<char>(UserMessage::kAddress), out);
  for (const std::string* text : {&message.address.url, &message.address.programs_url,
                                  &message.address.key_pin, &message.address.program_key}) {
    writer.String(*text);
  }
}

bool Read(std::string_view frame, UserServerRest* /*message*/) {
  return Is(frame, UserMessage::kRest);
}

bool Read(std::string_view frame, UserServerAddress* message) {
  FrameReader reader(frame);
  for (std::string* text : {&message->address.url, &message->address.programs_url,
                            &message->address.key_pin, &message->address.program_key}) {
    reader.String(text);
  }
  return Is(frame, UserMessage::kAddress) && reader.ok();
}

void Append(const UserServerLink& /*message*/, std::string* out) {
  const FrameWriter writer(static_cast<char>(UserMessage::kLink), out);
}

bool Read(std::string_view frame, UserServerLink* /*message*/) {
  return Is(frame, UserMessage::kLink);
}

std::size_t SizeOfReport(char type) {
  return SizeOfFixed<UserServerReady, PlacesWanted, LogLine, UserServerTold, UserServerStays>(type);
}

std::vector<LogLine> LogLinesOf(LogLevel level, std::string_view text) {
  std::vector<LogLine> lines;
  do {
    LogLine& line = lines.emplace_back();
    line.level = static_cast<std::uint8_t>(level);
    line.text.SetBegin(text);
    text.remove_prefix(line.text.size);
  } while (!text.empty());
  return lines;
}

}  // namespace hpdl::rt
