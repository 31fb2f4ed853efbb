#include "runtime/server/login/gate.h"

#include <gtest/gtest.h>

#include "runtime/server/access/program_credential.h"
#include "runtime/server/login/signed_cookie.h"

namespace hpdl::rt {
namespace {

constexpr std::int64_t kNow = 1'795'000'000'000;

OwnHosts Hosts() {
  OwnHosts hosts;
  hosts.Add("oozie.example");
  return hosts;
}

GateRules Rules() {
  GateRules rules;
  rules.validity_ms = 36'000'000;
  rules.secret = "a secret of some length";
  return rules;
}

int Foreign(std::string_view host, std::string_view origin = {}) {
  const auto verdict = RefuseForeign(Hosts(), {"/oozie", host, origin, ""});
  return verdict ? verdict->status : 200;
}

TEST(Gate, OnlyByItsNames) {
  EXPECT_EQ(Foreign("localhost:11000"), 200);
  EXPECT_EQ(Foreign("LOCALHOST"), 200);
  EXPECT_EQ(Foreign("[::1]:11000"), 200);
  EXPECT_EQ(Foreign("oozie.example"), 200);
  EXPECT_EQ(Foreign("evil.example:11000"), 403);
  EXPECT_EQ(Foreign("127.0.0.1.evil.example"), 403);
  EXPECT_EQ(Foreign(""), 403);
  EXPECT_EQ(Foreign("["), 403);
}

TEST(Gate, OnlyItsOwnPages) {
  EXPECT_EQ(Foreign("localhost:11000", "http://localhost:11000"), 200);
  EXPECT_EQ(Foreign("localhost:11000", "http://localhost:8080"), 403);
  EXPECT_EQ(Foreign("localhost:11000", "https://evil.example"), 403);
  EXPECT_EQ(Foreign("localhost:11000", "null"), 403);
}

GateVerdict Enter(std::string_view target, std::string_view cookie = {}, bool anonymous = false) {
  GateRules rules = Rules();
  rules.anonymous = anonymous;
  return Authenticate(rules, {target, "localhost", "", cookie}, kNow);
}

TEST(Gate, ANameThenACookie) {
  const GateVerdict first = Enter("/oozie/versions?a=b&user.name=joe");
  EXPECT_EQ(first.status, 200);
  EXPECT_EQ(first.caller.user, "joe");
  constexpr std::string_view kBegin =
      "Set-Cookie: hadoop.auth=\"u=joe&p=joe&t=simple&e=1795036000000&s=";
  ASSERT_TRUE(first.fields.starts_with(kBegin)) << first.fields;
  EXPECT_TRUE(
      first.fields.ends_with("\"; Path=/; Expires=Wed, 18-Nov-2026 21:06:40 GMT; HttpOnly\r\n"))
      << first.fields;
  const std::size_t begin = first.fields.find("hadoop.auth");
  const std::string cookie = first.fields.substr(begin, first.fields.find(';') - begin);
  const GateVerdict second = Enter("/oozie/versions", "x=y; " + cookie);
  EXPECT_EQ(second.status, 200);
  EXPECT_EQ(second.caller.user, "joe");
  EXPECT_EQ(second.fields, "");
}

TEST(Gate, NobodyIsRefusedUnlessAnonymousMay) {
  const GateVerdict refused = Enter("/oozie/versions");
  EXPECT_EQ(refused.status, 403);
  EXPECT_EQ(
      refused.fields,
      "Set-Cookie: hadoop.auth=; Path=/; Expires=Thu, 01-Jan-1970 00:00:00 GMT; HttpOnly\r\n");
  EXPECT_EQ(Enter("/oozie/versions", "", true).status, 200);
  EXPECT_EQ(Enter("/oozie/versions", "", true).caller.user, "");
  for (const char* name : {"", "%zz", "a%0d%0ab", "a%26b", "a%22"}) {
    EXPECT_EQ(Enter("/oozie/versions?user.name=" + std::string(name)).status, 403) << name;
  }
}

TEST(Gate, ACookieOfAPasswordIsGoodWithItsHashAlone) {
  const std::string secret = Rules().secret;
  const std::int64_t until = kNow + 1000;
  const GateVerdict entered =
      Entered("joe", SignedCookie("joe", "basic", until, secret + "hash"), until, true);
  EXPECT_NE(entered.fields.find("; Secure; HttpOnly\r\n"), std::string::npos) << entered.fields;
  const std::size_t begin = entered.fields.find("hadoop.auth");
  const std::string field = entered.fields.substr(begin, entered.fields.find(';') - begin);
  const GateRequest request{"/", "localhost", "", field, ""};
  const std::optional<ClaimedCookie> cookie = CookieOf(request);
  ASSERT_TRUE(cookie);
  EXPECT_EQ(cookie->user, "joe");
  EXPECT_TRUE(cookie->IsGood(kNow, secret + "hash"));
  EXPECT_FALSE(cookie->IsGood(kNow, secret + "other"));
  EXPECT_FALSE(cookie->IsGood(kNow, secret));
  EXPECT_FALSE(cookie->IsGood(until, secret + "hash"));
  EXPECT_EQ(Authenticate(Rules(), request, kNow).status, 403);
  for (const char* none : {"", "hadoop.auth", "hadoop.auth=", "hadoop.auth=u=&s=", "x=u=joe&s=1"}) {
    EXPECT_FALSE(CookieOf({"/", "localhost", "", none, ""})) << none;
  }
}

TEST(Gate, ForgedCookies) {
  const std::string good = SignedCookie("joe", "simple", kNow + 1, Rules().secret);
  EXPECT_EQ(Enter("/", "hadoop.auth=" + good).caller.user, "joe");
  const std::string late = SignedCookie("joe", "simple", kNow, Rules().secret);
  const std::string foreign =
      SignedCookie("joe", "simple", kNow + 1, "another secret, long enough");
  std::string changed = good;
  changed.replace(changed.find("u=joe"), 5, "u=ann");
  for (const std::string& bad :
       {late, foreign, changed, good + "0", good.substr(0, good.size() - 1),
        std::string("u=joe&p=joe&t=simple&e=9"), std::string("&s="), std::string("\""),
        std::string()}) {
    EXPECT_EQ(Enter("/", "hadoop.auth=" + bad).status, 403) << bad;
  }
}

GateVerdict OfProgram(const GateRules& rules, const std::string& credential) {
  const std::string field = "Bearer " + credential;
  GateRequest request{"/oozie/versions", "localhost", "", ""};
  request.authorization = field;
  return AuthenticateProgram(rules, request).value_or(GateVerdict{});
}

TEST(Gate, ProgramsComeInByTheirCredential) {
  const GateRules rules = Rules();
  const std::string job = "0000001-261121000000000-hpdl-ann-W";
  const std::string of_all = ProgramCredential(ProgramKey(rules.secret, ""), job, "ann");
  const std::string of_ann = ProgramCredential(ProgramKey(rules.secret, "ann"), job, "ann");
  EXPECT_EQ(OfProgram(rules, of_all).caller.program, job);
  EXPECT_EQ(OfProgram(rules, of_all).caller.user, "ann");
  EXPECT_EQ(OfProgram(rules, of_ann).status, 401);
  const std::string cookie = SignedCookie("ann", "simple", kNow, rules.secret);
  EXPECT_EQ(OfProgram(rules, job + "~ann~" + cookie.substr(cookie.size() - 64)).status, 401);
  EXPECT_FALSE(AuthenticateProgram(rules, {"/", "localhost", "", ""}));
}

}  // namespace
}  // namespace hpdl::rt
