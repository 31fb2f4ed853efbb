#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "runtime/ground/base/frames.h"
#include "runtime/server/hpdld/front_messages.h"

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

/// Reads any bytes as a message of the front to the supervisor, and as a message to the front. A
/// caller may have taken the front over, so its messages are not trusted.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hpdl::rt;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  FrontReady ready;
  StoreReady store_ready;
  FrontLogin login;
  FrontOpen open;
  FrontDone done;
  FrontRunning running;
  FrontTell tell;
  (void)ReadAny(bytes, &ready);
  (void)ReadAny(bytes, &store_ready);
  (void)ReadAny(bytes, &open);
  (void)ReadAny(bytes, &done);
  (void)ReadAny(bytes, &running);
  (void)ReadAny(bytes, &tell);
  if (ReadAny(bytes, &login) && !FrontLoginOf(login.number, ClaimOf(login))) {
    __builtin_trap();
  }
  if (FrameSize(bytes) == 0) {
    return 0;
  }
  const std::string_view frame = bytes.substr(0, FrameSize(bytes));
  FrontBegin begin;
  StoreBegin store_begin;
  FrontTls tls;
  FrontLoginAnswer login_answer;
  FrontOpened opened;
  FrontRunningAnswer running_answer;
  FrontTold told;
  (void)Read(frame, &begin);
  (void)Read(frame, &store_begin);
  (void)Read(frame, &tls);
  (void)Read(frame, &login_answer);
  (void)Read(frame, &opened);
  (void)Read(frame, &running_answer);
  (void)Read(frame, &told);
  return 0;
}
