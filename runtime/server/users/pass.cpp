#include "runtime/server/users/pass.h"

#include <cstdint>
#include <optional>

#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/text_parts.h"
#include "runtime/server/access/hmac.h"

namespace hpdl::rt {
namespace {

constexpr char kBetween = '~';

std::int64_t SteadyMs() {
  const auto now = SteadyClock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
}

std::string Sealed(std::string_view key, std::string_view user, std::string_view program,
                   std::int64_t until_ms) {
  // The front chooses the names, so their lengths are sealed, too.
  std::string text = std::to_string(until_ms) + " " + std::to_string(user.size()) + " ";
  text.append(user).append(program);
  return HmacSha256(key, text);
}

}  // namespace

std::string MakePass(std::string_view key, std::string_view user, std::string_view program) {
  const std::int64_t until_ms = SteadyMs() + std::chrono::milliseconds(kPassTime).count();
  return std::to_string(until_ms) + kBetween + Sealed(key, user, program, until_ms);
}

bool IsGoodPass(std::string_view key, std::string_view user, std::string_view program,
                std::string_view pass) {
  const std::size_t at = pass.find(kBetween);
  const std::optional<std::int64_t> until = ParseNumber(pass.substr(0, at));
  return at != std::string_view::npos && until && *until > SteadyMs() &&
         IsSameSecret(pass.substr(at + 1), Sealed(key, user, program, *until));
}

}  // namespace hpdl::rt
