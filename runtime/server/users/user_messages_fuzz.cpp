#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "runtime/ground/base/frames.h"
#include "runtime/server/users/messages.h"

namespace {

/// Returns a message of fixed size that has the bytes, cut or filled up with zeros.
template <class Message>
std::string Fixed(std::string_view bytes) {
  std::string message(1, Message::kType);
  message.append(bytes.substr(0, sizeof(Message)));
  message.resize(1 + sizeof(Message));
  return message;
}

template <class Message>
bool ReadAny(std::string_view bytes, Message* message) {
  return hpdl::rt::ReadFixed(bytes, message) || hpdl::rt::ReadFixed(Fixed<Message>(bytes), message);
}

}  // namespace

/// Reads any bytes as a message of a user's server or of the front. A user's server runs under the
/// user's account, and a caller may have taken the front over, so neither is trusted.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  hpdl::rt::UserServerReady ready;
  hpdl::rt::PlacesWanted wanted;
  hpdl::rt::LogLine line;
  hpdl::rt::UserServerTold told;
  hpdl::rt::UserServerStays stays;
  if (ReadAny(bytes, &ready) && ready.error.text().size() > sizeof ready.error.bytes) {
    __builtin_trap();
  }
  (void)ReadAny(bytes, &wanted);
  (void)ReadAny(bytes, &line);
  (void)ReadAny(bytes, &told);
  (void)ReadAny(bytes, &stays);
  const std::size_t whole = hpdl::rt::FrameSize(bytes);
  if (whole == 0) {
    return 0;
  }
  const std::string_view frame = bytes.substr(0, whole);
  hpdl::rt::UserServerBegin begin;
  hpdl::rt::UserRequest request;
  hpdl::rt::UserAnswer answer;
  hpdl::rt::PlacesGranted granted;
  hpdl::rt::UserServerAddress address;
  hpdl::rt::UserServerLink link;
  hpdl::rt::UserCallerGone gone;
  (void)Read(frame, &gone);
  (void)Read(frame, &address);
  (void)Read(frame, &link);
  (void)Read(frame, &granted);
  (void)Read(frame, &begin);
  (void)Read(frame, &request);
  if (Read(frame, &answer) && ("\n" + answer.fields).find("\nSet-Cookie") != std::string::npos) {
    __builtin_trap();
  }
  return 0;
}
