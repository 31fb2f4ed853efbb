#include "runtime/engines/workflow/world.h"

#include <cstdio>

#include "runtime/ground/base/fnv_hash.h"
#include "runtime/ground/value/local_file_view.h"

namespace hpdl::rt {
namespace {

/// The hash in the tag of an attempt. It need not be cryptographic, because no attacker chooses the
/// names that are hashed.
class TagHash {
 public:
  void Mix(std::string_view text) {
    hash_.Add(text);
    hash_.Add('\0');
  }
  std::string Hex() const {
    char text[40];
    std::snprintf(text, sizeof text, "%016llx%016llx",
                  static_cast<unsigned long long>(hash_.value() >> 64U),
                  static_cast<unsigned long long>(hash_.value()));
    return text;
  }

 private:
  FnvHash128 hash_;
};

}  // namespace

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
