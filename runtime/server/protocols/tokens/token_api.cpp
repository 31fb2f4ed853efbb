#include "runtime/server/protocols/tokens/token_api.h"

#include <optional>
#include <utility>

#include "runtime/engines/report/job_report.h"
#include "runtime/engines/report/run_token.h"
#include "runtime/ground/base/json_writer.h"
#include "runtime/ground/base/lower_case.h"
#include "runtime/server/protocols/oozie/query.h"
#include "runtime/server/protocols/tokens/token_path.h"

namespace hpdl::rt {
namespace {

constexpr std::size_t kMostAnswer = 32 << 20;  ///< the maximum size of all keys, nodes and values
                                               ///< of an answer, in bytes

OozieAnswer TokenProblem(int status, std::string_view text) {
  return {status, std::string(text) + "\n", "text/plain; charset=UTF-8", "", ""};
}

/// Returns the scope in the query; kUser: the query has no scope; nullopt: the scope is unknown.
std::optional<TokenScope> ReadScope(const Parameters& parameters) {
  const std::string* scope = Find(parameters, "scope");
  if (scope == nullptr) {
    return TokenScope::kUser;
  }
  for (const TokenScope each : kTokenScopes) {
    if (IsInAnyCase(*scope, LowerCase(WordOf(each)))) {
      return each;
    }
  }
  return std::nullopt;
}

/// True if app, workflow and namespace of the path match the job.
bool IsOf(const TokenPath& path, const JobRow& job) {
  return path.app == job.app_name && path.workflow == job.app_name &&
         (path.name_space == kDefaultNamespace || path.name_space == job.user);
}

/// Returns the values in a scope; only the values of `key` if `key` is not null.
Token::Scope Asked(const Token& token, TokenScope scope, const std::string* key) {
  if (key == nullptr) {
    return token.scope(scope);
  }
  const Token::Values* values = token.Find(scope, *key);
  return values == nullptr ? Token::Scope() : Token::Scope{{*key, *values}};
}

bool IsTooLong(const Token::Scope& scope) {
  std::size_t bytes = 0;
  for (const auto& [key, values] : scope) {
    bytes += key.size();
    for (const TokenValue& value : values) {
      bytes += value.node.size() + value.value.size();
    }
  }
  return bytes > kMostAnswer;
}

std::string JsonOfRun(const Token::Scope& scope) {
  JsonWriter json;
  json.BeginObject().Key("tokenValueMap").BeginObject();
  for (const auto& [key, values] : scope) {
    json.Key(key).BeginArray();
    for (const TokenValue& value : values) {
      json.BeginObject().Member("nodeName", value.node).Member("value", value.value).EndObject();
    }
    json.EndArray();
  }
  return json.EndObject().EndObject().Take();
}

std::string JsonOfNode(const Token::Scope& scope) {
  JsonWriter json;
  json.BeginObject();
  for (const auto& [key, values] : scope) {
    json.Member(key, values.back().value);
  }
  return json.EndObject().Take();
}

OozieAnswer TokenAnswer(const TokenPath& path, TokenScope scope, const std::string* key,
                        StateDirectory& state) {
  const Result<JobReport> report = LoadJob(state, path.run, {});
  if (!report && report.error().code != "E0604") {
    return TokenProblem(500, report.error().message);
  }
  if (!report || !IsOf(path, report->main.job)) {
    return TokenProblem(404, "this app and workflow have no run with this number");
  }
  if (!path.node.empty() && !HasNode(report->main, nullptr, path.node)) {
    return TokenProblem(404, "no node with that name has begun in this run");
  }
  const RunToken run(report->main, nullptr, path.node);
  const Token::Scope asked = Asked(run.token, scope, key);
  if (IsTooLong(asked)) {
    return TokenProblem(500, "the token is too long for an answer; ask for one key");
  }
  OozieAnswer answer;
  answer.body = path.node.empty() ? JsonOfRun(asked) : JsonOfNode(asked);
  answer.content_type = "application/json";
  answer.fields = "X-Content-Type-Options: nosniff\r\n";
  return answer;
}

}  // namespace

std::string RunOfTokenPath(std::string_view path) {
  const std::optional<TokenPath> read = ReadTokenPath(path);
  return read ? read->run : std::string();
}

OozieAnswer AnswerTokenRequest(const OozieRequest& request, StateDirectory& state) {
  if (request.method != "GET") {
    OozieAnswer answer = TokenProblem(405, "GET");
    answer.fields = "Allow: GET\r\n";
    return answer;
  }
  const std::optional<RequestTarget> target = ReadTarget(request.target);
  const std::optional<TokenPath> path =
      ReadTokenPath(request.target.substr(0, request.target.find('?')));
  if (!target || !path) {
    return TokenProblem(404, "the resource does not exist");
  }
  const std::optional<TokenScope> scope = ReadScope(target->parameters);
  if (!scope) {
    return TokenProblem(400, "scope must be user or system");
  }
  return TokenAnswer(*path, *scope, Find(target->parameters, "key"), state);
}

}  // namespace hpdl::rt
