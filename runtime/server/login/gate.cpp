#include "runtime/server/login/gate.h"

#include <vector>

#include "runtime/ground/base/lower_case.h"
#include "runtime/ground/base/percent.h"
#include "runtime/ground/base/text_parts.h"
#include "runtime/ground/base/trim.h"
#include "runtime/ground/base/utc_time.h"
#include "runtime/server/access/program_credential.h"
#include "runtime/server/access/user_name.h"
#include "runtime/server/login/signed_cookie.h"

namespace hpdl::rt {
namespace {

constexpr std::string_view kCookie = "hadoop.auth";
constexpr std::string_view kNoCookie =
    "Set-Cookie: hadoop.auth=; Path=/; Expires=Thu, 01-Jan-1970 00:00:00 GMT; HttpOnly\r\n";

GateVerdict Refused(std::string message, std::string_view fields = {}) {
  GateVerdict verdict;
  verdict.status = 403;
  verdict.message = std::move(message);
  verdict.fields = fields;
  return verdict;
}

/// Returns the value of the cookie hadoop.auth from the field `Cookie`; nullopt if the field does
/// not have this cookie.
std::optional<std::string_view> CookieValue(std::string_view field) {
  for (std::string_view part : Split(field, ';')) {
    part = hpdl::Trimmed(part);
    if (part.size() > kCookie.size() && part.starts_with(kCookie) && part[kCookie.size()] == '=') {
      return part.substr(kCookie.size() + 1);
    }
  }
  return std::nullopt;
}

/// Returns the decoded value of a query parameter; nullopt if the parameter is missing or cannot be
/// decoded.
std::optional<std::string> Parameter(std::string_view target, std::string_view name) {
  const std::size_t query = target.find('?');
  if (query == std::string_view::npos) {
    return std::nullopt;
  }
  for (const std::string_view part : Split(target.substr(query + 1), '&')) {
    if (part.substr(0, part.find('=')) == name) {
      const std::size_t value = part.find('=');
      return value == std::string_view::npos ? std::string() : FormDecoded(part.substr(value + 1));
    }
  }
  return std::nullopt;
}

/// Returns a time as Hadoop writes it: `Sat, 21-Nov-2026 12:10:06 GMT`.
std::string CookieTime(std::int64_t ms) {
  std::string text = HttpDate(ms);
  const std::size_t month = text.find(' ', text.find(' ') + 1);
  text[month] = '-';
  text[month + 4] = '-';
  return text;
}

}  // namespace

std::optional<GateVerdict> RefuseForeign(const OwnHosts& hosts, const GateRequest& request) {
  if (!hosts.Has(request.host)) {
    return Refused(
        "'" + std::string(request.host.substr(0, 100)) +
        "' is not a name of this server; administrators can add names to hpdl.server.hosts");
  }
  if (request.origin.empty()) {
    return std::nullopt;
  }
  const std::size_t begin = request.origin.find("://");
  const bool own = begin != std::string_view::npos &&
                   LowerCase(request.origin.substr(begin + 3)) == LowerCase(request.host);
  return own ? std::nullopt
             : std::optional(Refused("pages of other sites may not call this server"));
}

GateVerdict NotOfThisServer() {
  GateVerdict refused = Refused("the credential does not belong to a program of this server");
  refused.status = 401;
  refused.fields = "WWW-Authenticate: Bearer error=\"invalid_token\"\r\n";
  return refused;
}

std::optional<GateVerdict> AuthenticateProgram(const GateRules& rules, const GateRequest& request) {
  std::optional<ClaimedProgram> claimed = ReadProgramCredential(request.authorization);
  if (!claimed) {
    return std::nullopt;
  }
  if (!claimed->IsSignedWith(ProgramKey(rules.secret, ""))) {
    return NotOfThisServer();
  }
  GateVerdict verdict;
  verdict.caller.user = std::move(claimed->user);
  verdict.caller.program = std::move(claimed->job);
  return verdict;
}

GateVerdict Authenticate(const GateRules& rules, const GateRequest& request, std::int64_t now_ms) {
  GateVerdict verdict;
  if (std::optional<ClaimedCookie> cookie = CookieOf(request);
      cookie && cookie->IsGood(now_ms, rules.secret)) {
    verdict.caller.user = std::move(cookie->user);
    return verdict;
  }
  const std::optional<std::string> user = Parameter(request.target, "user.name");
  if (!user || user->empty()) {
    return rules.anonymous && !user ? verdict
                                    : Refused("Anonymous requests are disallowed", kNoCookie);
  }
  if (!IsUserName(*user)) {
    return Refused("user.name is not a valid user name", kNoCookie);
  }
  const std::int64_t until_ms = now_ms + rules.validity_ms;
  return Entered(*user, SignedCookie(*user, "simple", until_ms, rules.secret), until_ms,
                 rules.secure);
}

std::optional<ClaimedCookie> CookieOf(const GateRequest& request) {
  const std::optional<std::string_view> value = CookieValue(request.cookie);
  return value ? ReadCookie(*value) : std::nullopt;
}

GateVerdict Entered(const std::string& user, std::string_view value, std::int64_t until_ms,
                    bool secure) {
  GateVerdict verdict;
  verdict.fields.append("Set-Cookie: ").append(kCookie).append("=\"").append(value);
  verdict.fields +=
      "\"; Path=/; Expires=" + CookieTime(until_ms) + (secure ? "; Secure" : "") + "; HttpOnly\r\n";
  verdict.caller.user = user;
  return verdict;
}

}  // namespace hpdl::rt
