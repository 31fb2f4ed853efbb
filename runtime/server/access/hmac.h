#ifndef HPDL_RUNTIME_SERVER_ACCESS_HMAC_H_
#define HPDL_RUNTIME_SERVER_ACCESS_HMAC_H_

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <span>
#include <string>
#include <string_view>

#include "runtime/ground/base/hex.h"

namespace hpdl::rt {

/// Returns the HMAC of SHA-256 over a text, as 64 hex digits.
inline std::string HmacSha256(std::string_view key, std::string_view text) {
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned size = 0;
  HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()),
       reinterpret_cast<const unsigned char*>(text.data()), text.size(), digest, &size);
  return HexText(std::span<const unsigned char>(digest, size));
}

/// True if both texts are the same. The comparison takes the same time wherever the texts differ.
inline bool IsSameSecret(std::string_view one, std::string_view other) {
  return one.size() == other.size() && CRYPTO_memcmp(one.data(), other.data(), one.size()) == 0;
}

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_ACCESS_HMAC_H_
