#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "runtime/ground/base/frames.h"
#include "runtime/server/users/messages.h"

/// Reads any bytes as a frame from a user's server. A user's server runs under the user's account,
/// so its frames are not trusted.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const std::size_t whole = hpdl::rt::FrameSize(bytes);
  if (whole == 0) {
    return 0;
  }
  const std::string_view frame = bytes.substr(0, whole);
  hpdl::rt::UserServerBegin begin;
  hpdl::rt::UserServerReady ready;
  hpdl::rt::UserRequest request;
  hpdl::rt::UserAnswer answer;
  hpdl::rt::PlacesWanted wanted;
  hpdl::rt::PlacesGranted granted;
  hpdl::rt::UserLogLine line;
  (void)Read(frame, &line);
  (void)Read(frame, &wanted);
  (void)Read(frame, &granted);
  (void)Read(frame, &begin);
  (void)Read(frame, &ready);
  (void)Read(frame, &request);
  if (Read(frame, &answer) && ("\n" + answer.fields).find("\nSet-Cookie") != std::string::npos) {
    __builtin_trap();
  }
  return 0;
}
