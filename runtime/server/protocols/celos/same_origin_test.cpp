#include "runtime/server/protocols/celos/same_origin.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace hpdl::rt::celos {
namespace {

class Call final : public HttpCall {
 public:
  Call(std::string method, std::map<std::string, std::string, std::less<>> fields)
      : method_(std::move(method)), fields_(std::move(fields)) {}
  std::string_view method() const override { return method_; }
  std::string_view target() const override { return "/pause"; }
  std::string_view Field(std::string_view name) const override {
    const auto found = fields_.find(name);
    return found == fields_.end() ? std::string_view() : found->second;
  }
  const std::string& body() const override { return none_; }
  bool too_long() const override { return false; }
  std::string peer() const override { return ""; }

 private:
  const std::string method_, none_;
  const std::map<std::string, std::string, std::less<>> fields_;
};

TEST(SameOrigin, WhoMayChangeSomething) {
  const std::string kHost = "celos:1080";
  OwnHosts hosts;
  hosts.Add("celos");
  const struct {
    std::string method, origin, site;
    bool any_program, own_page_only;  // expected results of IsForeign()
  } kRows[] = {
      {"GET", "http://example.com", "cross-site", false, false},
      {"POST", "", "", false, true},  // a POST request of curl
      {"POST", "http://celos:1080", "", false, false},
      {"POST", "https://celos:1080", "same-origin", false, false},  // a TLS proxy sent this request
      {"POST", "http://celos:1080", "same-site", true, true},
      {"POST", "http://celos:1081", "", true, true},
      {"POST", "http://celos", "", true, true},
      {"POST", "http://xcelos:1080", "", true, true},
      {"POST", "null", "", true, true},
      {"POST", "celos:1080", "", true, true},
      {"POST", "http://example.com", "same-origin", true, true},
      {"POST", "", "cross-site", true, true},
      {"POST", "", "none", true, true},
      {"POST", "", "same-origin", false, false},
      {"PUT", "http://example.com", "", true, true},
      {"DELETE", "http://example.com", "", true, true},
  };
  for (const auto& row : kRows) {
    std::map<std::string, std::string, std::less<>> fields = {{"Host", kHost}};
    if (!row.origin.empty()) {
      fields["Origin"] = row.origin;
    }
    if (!row.site.empty()) {
      fields["Sec-Fetch-Site"] = row.site;
    }
    const Call call(row.method, fields);
    const std::string name = row.method + " '" + row.origin + "' '" + row.site + "'";
    EXPECT_EQ(IsForeign(call, Askers::kAnyProgram), row.any_program) << name;
    EXPECT_EQ(IsForeign(call, Askers::kOwnPageOnly), row.own_page_only) << name;
    EXPECT_EQ(RefusedIfForeign(call, hosts, Askers::kAnyProgram).has_value(), row.any_program)
        << name;
  }
}

TEST(SameOrigin, ADnsNameOfAnotherPageIsRefused) {
  OwnHosts hosts;
  hosts.Add("celos.example");
  const auto status = [&hosts](std::string method, std::string host) {
    const Call call(std::move(method), {{"Host", host}, {"Origin", "http://" + host}});
    const std::optional<HttpAnswer> refusal = RefusedIfForeign(call, hosts, Askers::kOwnPageOnly);
    return refusal ? refusal->status : 200;
  };
  EXPECT_EQ(status("POST", "celos.example:1080"), 200);
  EXPECT_EQ(status("POST", "127.0.0.1:1080"), 200);
  EXPECT_EQ(status("POST", "evil.example:1080"), 403);
  EXPECT_EQ(status("GET", "evil.example:1080"), 403);
}

}  // namespace
}  // namespace hpdl::rt::celos
