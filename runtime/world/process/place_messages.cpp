#include "runtime/world/process/place_messages.h"

namespace hpdl::rt::places {
namespace {

void AppendCount(Type type, std::uint32_t count, std::string* out) {
  FrameWriter writer(static_cast<char>(type), out);
  writer.Number(count);
}

bool ReadCount(Type type, std::string_view frame, std::uint32_t* count) {
  if (FrameType(frame) != static_cast<char>(type)) {
    return false;
  }
  FrameReader reader(frame);
  reader.Number(count);
  return reader.ok();
}

}  // namespace

void Append(const Hello& message, std::string* out) {
  FrameWriter writer(static_cast<char>(Type::kHello), out);
  writer.String(message.job);
  writer.Number(message.running);
}

void Append(const Wanted& message, std::string* out) {
  AppendCount(Type::kWanted, message.count, out);
}

void Append(const Left& message, std::string* out) {
  AppendCount(Type::kLeft, message.count, out);
}

void Append(const Granted& message, std::string* out) {
  AppendCount(Type::kGranted, message.count, out);
}

bool Read(std::string_view frame, Hello* message) {
  if (FrameType(frame) != static_cast<char>(Type::kHello)) {
    return false;
  }
  FrameReader reader(frame);
  reader.String(&message->job);
  reader.Number(&message->running);
  return reader.ok();
}

bool Read(std::string_view frame, Wanted* message) {
  return ReadCount(Type::kWanted, frame, &message->count);
}

bool Read(std::string_view frame, Left* message) {
  return ReadCount(Type::kLeft, frame, &message->count);
}

bool Read(std::string_view frame, Granted* message) {
  return ReadCount(Type::kGranted, frame, &message->count);
}

}  // namespace hpdl::rt::places
