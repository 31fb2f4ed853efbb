#include "runtime/server/login/password_table.h"

#include <crypt.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "runtime/ground/base/lower_case.h"
#include "runtime/ground/base/text_parts.h"
#include "runtime/ground/base/trim.h"
#include "runtime/server/access/user_name.h"

namespace hpdl::rt {
namespace {

/// The highest allowed cost of bcrypt. A comparison takes twice as long with each step of the cost,
/// and some seconds with 16.
constexpr int kMostCost = 16;
constexpr std::size_t kMostCredentials = 4096;

/// Returns "" for a valid hash of bcrypt, or else the reason why the hash is refused.
std::string_view ComplaintOfHash(std::string_view hash) {
  constexpr std::string_view kAlphabet =
      "./ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  // A hash has three parts: a prefix such as "$2y$10$", the salt, and the hash itself. kPrefix is
  // the length of the prefix, and kSize is the length of the three parts.
  constexpr std::size_t kPrefix = 7, kSize = 60;
  const std::string_view scheme = hash.substr(0, 4);
  if (scheme != "$2a$" && scheme != "$2b$" && scheme != "$2y$") {
    return "the password's hash is not a bcrypt hash ($2y$...; htpasswd -B makes one)";
  }
  const std::optional<std::int64_t> cost = hash.size() == kSize && hash[kPrefix - 1] == '$'
                                               ? ParseNumber(hash.substr(4, 2))
                                               : std::nullopt;
  if (!cost || *cost < 4 || hash.find_first_not_of(kAlphabet, kPrefix) != std::string_view::npos) {
    return "the password's hash is incomplete or malformed";
  }
  return *cost > kMostCost
             ? "the password's hash has a cost above 16; make a hash with a lower cost"
             : "";
}

}  // namespace

const std::string* PasswordTable::Find(std::string_view user) const {
  const auto found = hashes.find(user);
  return found == hashes.end() ? nullptr : &found->second;
}

Result<PasswordTable> ParsePasswords(std::string_view text) {
  PasswordTable table;
  int number = 0;
  for (const std::string_view each : Split(text, '\n')) {
    ++number;
    const std::string_view line = hpdl::Trimmed(each);
    if (line.empty() || line[0] == '#') {
      continue;
    }
    const std::size_t colon = line.find(':');
    const std::string_view name = line.substr(0, colon);
    const std::string_view hash =
        colon == std::string_view::npos ? std::string_view() : line.substr(colon + 1);
    std::string_view complaint = colon == std::string_view::npos ? "expected NAME:HASH"
                                 : !IsUserName(name)             ? "the user name is invalid"
                                                                 : ComplaintOfHash(hash);
    if (complaint.empty() && !table.hashes.emplace(name, hash).second) {
      complaint = "an earlier line has the same user name";
    }
    if (!complaint.empty()) {
      return Error{ErrorClass::kError, "",
                   "line " + std::to_string(number) + ": " + std::string(complaint)};
    }
    if (table.decoy.empty() || hash.substr(4, 2) > std::string_view(table.decoy).substr(4, 2)) {
      table.decoy = hash;
    }
  }
  return table;
}

bool HasHash(std::string_view password, const std::string& hash) {
  const auto work = std::make_unique<crypt_data>();
  std::string text(password.substr(0, password.find('\0')));
  // Calls crypt_rn(), because sanitizers replace crypt_r() by a function that needs libcrypt.so.
  const char* const made = crypt_rn(text.c_str(), hash.c_str(), work.get(), sizeof *work);
  const bool same = made != nullptr && password.size() == text.size() &&
                    std::string_view(made).size() == hash.size() &&
                    CRYPTO_memcmp(made, hash.data(), hash.size()) == 0;
  OPENSSL_cleanse(text.data(), text.size());
  OPENSSL_cleanse(work.get(), sizeof *work);
  return same;
}

std::optional<BasicCredentials> ReadBasic(std::string_view authorization) {
  constexpr std::string_view kScheme = "basic ";
  constexpr std::string_view kAlphabet =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  if (LowerCase(authorization.substr(0, kScheme.size())) != kScheme ||
      authorization.size() > kMostCredentials) {
    return std::nullopt;
  }
  const std::string_view code = hpdl::Trimmed(authorization.substr(kScheme.size()));
  const std::size_t end = std::min(code.find_first_not_of(kAlphabet), code.size());
  const std::string_view padding = code.substr(end);
  if (code.size() % 4 != 0 || !(padding.empty() || padding == "=" || padding == "==")) {
    return std::nullopt;
  }
  std::string text(code.size() / 4 * 3, '\0');
  const int size = EVP_DecodeBlock(reinterpret_cast<unsigned char*>(text.data()),
                                   reinterpret_cast<const unsigned char*>(code.data()),
                                   static_cast<int>(code.size()));
  if (size < 0) {
    return std::nullopt;
  }
  text.resize(static_cast<std::size_t>(size) - padding.size());
  const std::size_t colon = text.find(':');
  std::optional<BasicCredentials> credentials;
  if (colon != std::string::npos) {
    credentials = {text.substr(0, colon), text.substr(colon + 1)};
  }
  OPENSSL_cleanse(text.data(), text.size());
  return credentials;
}

}  // namespace hpdl::rt
