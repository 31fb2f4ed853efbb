#include "runtime/server/access/sha256.h"

#include <openssl/evp.h>

#include <array>
#include <bit>
#include <span>

#include "runtime/ground/base/hex.h"

namespace hpdl::rt {

struct Sha256::State {
  EVP_MD_CTX* context = EVP_MD_CTX_new();
  ~State() { EVP_MD_CTX_free(context); }
};

Sha256::Sha256() : state_(std::make_unique<State>()) {
  EVP_DigestInit_ex(state_->context, EVP_sha256(), nullptr);
}
Sha256::~Sha256() = default;

Sha256& Sha256::AddBytes(std::string_view bytes) {
  EVP_DigestUpdate(state_->context, bytes.data(), bytes.size());
  return *this;
}

Sha256& Sha256::Add(std::int64_t number) {
  const auto bytes = std::bit_cast<std::array<char, sizeof number>>(number);
  return AddBytes({bytes.data(), bytes.size()});
}

Sha256& Sha256::Add(std::string_view part) {
  return Add(static_cast<std::int64_t>(part.size())).AddBytes(part);
}

std::string Sha256::Hex() {
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned size = 0;
  EVP_DigestFinal_ex(state_->context, digest, &size);
  return HexText(std::span<const unsigned char>(digest, size));
}

}  // namespace hpdl::rt
