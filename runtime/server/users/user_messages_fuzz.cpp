#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "runtime/ground/base/frames.h"
#include "runtime/server/users/messages.h"

/// Reads any bytes as a message of a user's server or of the front. A user's server runs under the
/// user's account, and a caller may have taken the front over, so neither is trusted.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  hpdl::rt::UserServerReady ready;
  hpdl::rt::PlacesWanted wanted;
  hpdl::rt::LogLine line;
  hpdl::rt::UserServerTold told;
  hpdl::rt::UserServerStays stays;
  if (ReadFixed(bytes, &ready) && ready.error.text().size() > sizeof ready.error.bytes) {
    __builtin_trap();
  }
  (void)ReadFixed(bytes, &wanted);
  (void)ReadFixed(bytes, &line);
  (void)ReadFixed(bytes, &told);
  (void)ReadFixed(bytes, &stays);
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
