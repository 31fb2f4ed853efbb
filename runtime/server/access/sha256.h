#ifndef HPDL_RUNTIME_SERVER_ACCESS_SHA256_H_
#define HPDL_RUNTIME_SERVER_ACCESS_SHA256_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace hpdl::rt {

/// Computes SHA-256 over a list of parts. The length of each part is hashed before the part, so two
/// different lists never have the same hashed bytes.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(const Sha256&) = delete;
  Sha256& operator=(const Sha256&) = delete;

  Sha256& Add(std::string_view part);
  Sha256& Add(std::int64_t number);
  /// Adds only the bytes and not their length. Used for the pieces of a part that is too long for
  /// memory.
  Sha256& AddBytes(std::string_view bytes);
  /// Returns the hash as 64 hex digits. May be called only once.
  std::string Hex();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_ACCESS_SHA256_H_
