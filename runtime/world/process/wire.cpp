#include "runtime/world/process/wire.h"

#include "runtime/ground/base/frames.h"

namespace hpdl::rt::wire {

void Append(const RunMessage& message, std::string* out) {
  FrameWriter writer(static_cast<char>(Type::kRun), out);
  writer.Number(message.sequence);
  writer.String(message.directory);
  writer.Strings(message.argv);
  writer.Strings(message.added);
  writer.Numbers(message.removed);
  writer.Number(message.tell_start);
}

void Append(const KillMessage& message, std::string* out) {
  FrameWriter writer(static_cast<char>(Type::kKill), out);
  writer.Number(message.sequence);
  writer.Number(message.signal);
}

void Append(const StartMessage& message, std::string* out) {
  FrameWriter writer(static_cast<char>(Type::kStart), out);
  writer.Number(message.sequence);
  writer.Number(message.pid);
}

void Append(const EndMessage& message, std::string* out) {
  FrameWriter writer(static_cast<char>(Type::kEnd), out);
  writer.Number(message.sequence);
  writer.Number(message.pid);
  writer.Number(message.code);
  writer.Number(message.signal);
  writer.String(message.start_error);
  writer.Number(message.unstarted);
  writer.Number(message.output_cut);
}

Type FrameType(std::string_view frame) {
  return static_cast<Type>(rt::FrameType(frame));
}

bool Read(std::string_view frame, RunMessage* message) {
  FrameReader reader(frame);
  reader.Number(&message->sequence);
  reader.String(&message->directory);
  reader.Strings(&message->argv);
  reader.Strings(&message->added);
  reader.Numbers(&message->removed);
  reader.Flag(&message->tell_start);
  return reader.ok() && !message->argv.empty();
}

bool Read(std::string_view frame, KillMessage* message) {
  FrameReader reader(frame);
  reader.Number(&message->sequence);
  reader.Number(&message->signal);
  return reader.ok();
}

bool Read(std::string_view frame, StartMessage* message) {
  FrameReader reader(frame);
  reader.Number(&message->sequence);
  reader.Number(&message->pid);
  return reader.ok();
}

bool Read(std::string_view frame, EndMessage* message) {
  FrameReader reader(frame);
  reader.Number(&message->sequence);
  reader.Number(&message->pid);
  reader.Number(&message->code);
  reader.Number(&message->signal);
  reader.String(&message->start_error);
  reader.Flag(&message->unstarted);
  reader.Flag(&message->output_cut);
  return reader.ok();
}

}  // namespace hpdl::rt::wire
