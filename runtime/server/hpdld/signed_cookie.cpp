#include "runtime/server/hpdld/signed_cookie.h"

#include <fcntl.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <span>

#include "runtime/base/descriptor.h"
#include "runtime/base/hex.h"
#include "runtime/base/new_file.h"
#include "runtime/base/random.h"
#include "runtime/base/text_parts.h"
#include "runtime/base/trim.h"

namespace hpdl::rt {
namespace {

constexpr std::size_t kLeastSecret = 16;
constexpr std::size_t kMostSecret = 4096;

Error SecretError(const std::string& path, const std::string& why) {
  return {ErrorClass::kError, "", "the secret of cookies, " + path + ": " + why};
}

std::string SignatureOf(std::string_view text, std::string_view secret) {
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned size = 0;
  HMAC(EVP_sha256(), secret.data(), static_cast<int>(secret.size()),
       reinterpret_cast<const unsigned char*>(text.data()), text.size(), digest, &size);
  return HexText(std::span<const unsigned char>(digest, size));
}

/// The value of `name=` among parts with '&' between them; "" if it is not there.
std::string_view PartOf(std::string_view text, std::string_view name) {
  for (const std::string_view part : Split(text, '&')) {
    if (part.size() > name.size() && part.starts_with(name) && part[name.size()] == '=') {
      return part.substr(name.size() + 1);
    }
  }
  return {};
}

Result<void> MakeSecret(const std::string& path) {
  std::string text;
  for (int i = 0; i < 2; ++i) {
    const Result<std::string> random = RandomHex();
    HPDL_TRY(random);
    text += *random;
  }
  // Of two servers that begin, one makes it.
  NewFile file(path);
  if (!file.ok() || !WriteAll(file.fd(), text + "\n") || !SyncFile(file.fd()) ||
      (link(file.path().c_str(), path.c_str()) != 0 && errno != EEXIST)) {
    return SecretError(path, std::strerror(errno));
  }
  return {};
}

Result<std::string> ReadSecret(int fd, const std::string& path) {
  struct stat info{};
  if (fstat(fd, &info) != 0) {
    return SecretError(path, std::strerror(errno));
  }
  if (!S_ISREG(info.st_mode) || (info.st_mode & (S_IRWXG | S_IRWXO)) != 0 ||
      (info.st_uid != geteuid() && info.st_uid != 0)) {
    return SecretError(path, "it is to be a file that its owner alone can read (mode 0600)");
  }
  std::string text(kMostSecret, '\0');
  const ssize_t size = read(fd, text.data(), text.size());
  text.resize(size > 0 ? static_cast<std::size_t>(size) : 0);
  const std::string secret(hpdl::Trimmed(text));
  return secret.size() < kLeastSecret ? SecretError(path, "it is to have at least 16 characters")
                                      : Result<std::string>(secret);
}

}  // namespace

Result<std::string> CookieSecret(const std::string& path) {
  constexpr int kFlags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
  Descriptor file(open(path.c_str(), kFlags));
  if (file.get() < 0 && errno == ENOENT) {
    HPDL_TRY(MakeSecret(path));
    file = Descriptor(open(path.c_str(), kFlags));
  }
  return file.get() < 0 ? SecretError(path, std::strerror(errno)) : ReadSecret(file.get(), path);
}

std::string SignedCookie(std::string_view user, std::int64_t until_ms, std::string_view secret) {
  const std::string name(user);
  const std::string text = "u=" + name + "&p=" + name + "&t=simple&e=" + std::to_string(until_ms);
  return text + "&s=" + SignatureOf(text, secret);
}

std::optional<std::string> UserOfCookie(std::string_view value, std::int64_t now_ms,
                                        std::string_view secret) {
  if (value.size() >= 2 && value.starts_with('"') && value.ends_with('"')) {
    value = value.substr(1, value.size() - 2);
  }
  const std::size_t at = value.rfind("&s=");
  if (at == std::string_view::npos) {
    return std::nullopt;
  }
  const std::string_view text = value.substr(0, at), given = value.substr(at + 3);
  const std::string right = SignatureOf(text, secret);
  if (given.size() != right.size() ||
      CRYPTO_memcmp(given.data(), right.data(), right.size()) != 0) {
    return std::nullopt;
  }
  const std::optional<std::int64_t> until = ParseNumber(PartOf(text, "e"));
  const std::string_view user = PartOf(text, "u");
  return until && *until > now_ms && IsUserName(user) ? std::optional(std::string(user))
                                                      : std::nullopt;
}

bool IsUserName(std::string_view name) {
  constexpr std::size_t kMost = 128;
  return !name.empty() && name.size() <= kMost && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("._@-/").find(c) != std::string_view::npos;
  });
}

}  // namespace hpdl::rt
