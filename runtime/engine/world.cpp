#include "runtime/engine/world.h"

#include <chrono>
#include <cstdio>

#include "runtime/value/local_file_view.h"

namespace hpdl::rt {
namespace {

using Wide = unsigned __int128;

/// FNV-1a of 128 bits. Names are not chosen by an adversary: a collision needs chance alone.
class TagHash {
 public:
  void Mix(std::string_view text) {
    for (const char c : text) {
      Byte(static_cast<unsigned char>(c));
    }
    Byte(0);
  }
  std::string Hex() const {
    char text[40];
    std::snprintf(text, sizeof text, "%016llx%016llx", static_cast<unsigned long long>(hash_ >> 64),
                  static_cast<unsigned long long>(hash_));
    return text;
  }

 private:
  static constexpr Wide Make(std::uint64_t high, std::uint64_t low) {
    return static_cast<Wide>(high) << 64 | low;
  }
  void Byte(unsigned char byte) { hash_ = (hash_ ^ byte) * Make(0x0000000001000000, 0x13b); }
  Wide hash_ = Make(0x6c62272e07bb0142, 0x62b821756295c58d);
};

}  // namespace

std::int64_t NowMs() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

std::string AttemptTag(const JobIdentity& job, std::int64_t run, std::string_view node,
                       std::uint32_t attempt) {
  TagHash hash;
  hash.Mix(job.id);
  if (!job.salt.empty()) {
    hash.Mix(job.salt);
  }
  hash.Mix(std::to_string(run));
  hash.Mix(node);
  hash.Mix(std::to_string(attempt));
  return "hpdl-" + hash.Hex();
}

FileView* WorldFiles() {
  static LocalFileView files;
  return &files;
}

}  // namespace hpdl::rt
