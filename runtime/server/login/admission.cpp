#include "runtime/server/login/admission.h"

#include <utility>

#include "runtime/ground/base/clock.h"
#include "runtime/server/login/password_gate.h"

namespace hpdl::rt {
namespace {

class ByName final : public Admission {
 public:
  explicit ByName(GateRules rules) : rules_(std::move(rules)) {}

  std::optional<GateVerdict> RefuseEarly(const GateRequest& request) const override {
    GateVerdict verdict = Decide(request);
    return verdict.status == 200 ? std::nullopt : std::optional(std::move(verdict));
  }
  Task<GateVerdict> Enter(const GateRequest& request, std::string) override {
    co_return Decide(request);
  }

 private:
  GateVerdict Decide(const GateRequest& request) const {
    std::optional<GateVerdict> program = AuthenticateProgram(rules_, request);
    return program ? std::move(*program) : Authenticate(rules_, request, NowMs());
  }

  const GateRules rules_;
};

class ByPassword final : public Admission {
 public:
  ByPassword(boost::asio::io_context& loop, GateRules rules, PasswordFile passwords, ServerLog log)
      : rules_(std::move(rules)),
        logins_(loop, {std::move(passwords), rules_.secret, rules_.validity_ms, std::move(log)}),
        gate_(
            loop, [this](LoginClaim claim) { return logins_.Check(std::move(claim)); },
            rules_.secure) {}

  std::optional<GateVerdict> RefuseEarly(const GateRequest& request) const override {
    if (std::optional<GateVerdict> program = AuthenticateProgram(rules_, request)) {
      return program->status == 200 ? std::nullopt : std::move(program);
    }
    return gate_.SaysWho(request) ? std::nullopt : std::optional(NeedsPassword());
  }
  Task<GateVerdict> Enter(const GateRequest& request, std::string peer) override {
    if (std::optional<GateVerdict> program = AuthenticateProgram(rules_, request)) {
      co_return std::move(*program);
    }
    co_return co_await gate_.Enter(request, std::move(peer));
  }

 private:
  const GateRules rules_;
  Logins logins_;
  PasswordGate gate_;
};

class ByOther final : public Admission {
 public:
  ByOther(boost::asio::io_context& loop, CheckLogin check, bool secure)
      : gate_(loop, std::move(check), secure) {}

  std::optional<GateVerdict> RefuseEarly(const GateRequest& request) const override {
    return gate_.SaysWho(request) ? std::nullopt : std::optional(NeedsPassword());
  }
  Task<GateVerdict> Enter(const GateRequest& request, std::string peer) override {
    return gate_.Enter(request, std::move(peer));
  }

 private:
  PasswordGate gate_;
};

}  // namespace

std::unique_ptr<Admission> AdmitByName(GateRules rules) {
  return std::make_unique<ByName>(std::move(rules));
}

std::unique_ptr<Admission> AdmitByPassword(boost::asio::io_context& loop, GateRules rules,
                                           PasswordFile passwords, ServerLog log) {
  return std::make_unique<ByPassword>(loop, std::move(rules), std::move(passwords), std::move(log));
}

std::unique_ptr<Admission> AdmitByOther(boost::asio::io_context& loop, CheckLogin check,
                                        bool secure) {
  return std::make_unique<ByOther>(loop, std::move(check), secure);
}

}  // namespace hpdl::rt
