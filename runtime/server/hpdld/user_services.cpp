#include "runtime/server/hpdld/user_services.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/text_parts.h"
#include "runtime/server/jobs/callback_inbox.h"
#include "runtime/server/protocols/hws/answers.h"
#include "runtime/server/protocols/hws/hws_path.h"
#include "runtime/server/protocols/oozie/answers.h"
#include "runtime/server/protocols/oozie/query.h"
#include "runtime/server/protocols/tokens/token_api.h"
#include "runtime/server/protocols/tokens/token_path.h"
#include "runtime/server/users/account.h"
#include "runtime/store/job_ids.h"

namespace hpdl::rt {
namespace {

constexpr std::string_view kHwsBegin = "/hws/";
constexpr std::string_view kFiguresType = "text/plain; version=0.0.4; charset=UTF-8";

/// Returns the owner of the job, node or action with this id; "": the id has no valid owner.
std::string OwnerOf(std::string_view id) {
  const std::string_view owner = OwnerOfId(id);
  return IsAccountName(owner) ? std::string(owner) : std::string();
}

/// Returns the user that the filter of a list of jobs or of SLA events names, by the name or by the
/// id of a job; "" if the filter names no user or several users.
std::string UserOfFilter(std::string_view filter) {
  constexpr std::array<std::string_view, 3> kIdKeys = {"id", "jobid", "parent_id"};
  std::string user;
  for (const std::string_view part : Split(filter, ';')) {
    const std::size_t equals = part.find('=');
    const std::string_view key = part.substr(0, equals);
    const bool is_id = std::find(kIdKeys.begin(), kIdKeys.end(), key) != kIdKeys.end();
    if (equals == std::string_view::npos || !(is_id || key == "user" || key == "user_name")) {
      continue;
    }
    const std::string_view value = part.substr(equals + 1);
    const std::string named = is_id ? OwnerOf(value) : std::string(value);
    if (!user.empty() && named != user) {
      return {};
    }
    user = named;
  }
  return IsAccountName(user) ? user : std::string();
}

/// Returns the subject of a request that names no job. If the caller acts for another user
/// (`doAs`), the request goes to that user's server, which checks whether the caller may act for
/// the user.
RequestSubject OfCaller(const Parameters& parameters) {
  const std::string_view other = Get(parameters, "doAs");
  return {RequestSubject::Kind::kCaller, IsAccountName(other) ? std::string(other) : ""};
}

RequestSubject Of(std::string user, const Parameters& parameters) {
  return user.empty() ? OfCaller(parameters)
                      : RequestSubject{RequestSubject::Kind::kUser, std::move(user)};
}

/// Returns the subject of a request of the HWS API: the user whose applications and jobs the
/// request is about.
RequestSubject OfHws(std::string_view method, std::string_view target,
                     const Parameters& parameters) {
  const std::optional<HwsPath> path = ReadHwsPath(target);
  if (!path || path->parts.empty()) {
    return OfCaller(parameters);
  }
  const std::vector<std::string>& parts = path->parts;
  if (parts[0] == "jobs" && parts.size() > 1) {
    return Of(OwnerOf(parts[1]), parameters);
  }
  const std::string_view named = Get(parameters, parts[0] == "jobs" ? "user" : "owner");
  const bool makes = method == "POST" && parts.size() == 1;  // a new application or job is always
                                                             // the caller's
  if (!makes && (parts[0] == "jobs" || parts[0] == "applications")) {
    return Of(IsAccountName(named) ? std::string(named) : std::string(), parameters);
  }
  if (parts[0] == "admin" && method == "POST" && parts.size() == 2 &&
      (parts[1] == "activate" || parts[1] == "deactivate")) {
    return {RequestSubject::Kind::kServer, ""};
  }
  return OfCaller(parameters);
}

/// Returns a request without the members that SupervisorClient::Ask() sets.
UserRequest RequestOf(const OozieRequest& request) {
  UserRequest sent;
  sent.method = request.method;
  sent.target = request.target;
  sent.content_type = request.content_type;
  sent.idempotency_key = request.idempotency_key;
  sent.parent = request.parent;
  sent.body = request.body;
  sent.too_long = request.too_long;
  sent.address = request.address;
  return sent;
}

OozieAnswer AnswerOf(UserAnswer answer) {
  return {answer.status, std::move(answer.body), std::move(answer.content_type),
          std::move(answer.fields), std::move(answer.reason)};
}

/// The figures of several servers. The label `user` of a figure is the user of its server.
class AllFigures {
 public:
  void Add(const std::string& user, std::string_view text) {
    for (const std::string_view line : Split(text, '\n')) {
      if (line.starts_with('#')) {
        AddComment(line);
      } else if (line.starts_with("hpdld_")) {
        AddSample(user, line);
      }
    }
  }
  std::string Take() const {
    std::string text;
    for (const auto& [name, figure] : figures_) {
      text += figure.comments + figure.samples;
    }
    return text;
  }

 private:
  struct Figure {
    std::string comments, samples;
  };

  /// Adds `# HELP name TEXT` and `# TYPE name TYPE`, once for each name.
  void AddComment(std::string_view line) {
    const std::vector<std::string_view> words = Split(line, ' ');
    if (words.size() > 3 && words[2].starts_with("hpdld_")) {
      std::string& comments = figures_[std::string(words[2])].comments;
      const std::string begin = "# " + std::string(words[1]) + " ";
      if (comments.find(begin) == std::string::npos) {
        comments.append(line).append("\n");
      }
    }
  }
  /// Adds a figure, `name 1` or `name{label="x"} 1`, with the label `user`.
  void AddSample(const std::string& user, std::string_view line) {
    const std::size_t end = std::min(line.find_first_of("{ "), line.size());
    std::string& samples = figures_[std::string(line.substr(0, end))].samples;
    const bool labelled = end < line.size() && line[end] == '{';
    samples.append(line.substr(0, end)).append("{user=\"").append(user).append("\"");
    samples.append(labelled ? "," : "}").append(line.substr(end + (labelled ? 1 : 0)));
    samples.append("\n");
  }

  std::map<std::string, Figure> figures_;
};

class UserServices final : public Services {
 public:
  explicit UserServices(SupervisorClient& supervisor) : supervisor_(supervisor) {}

  Task<OozieAnswer> Answer(const OozieRequest& request) override {
    const RequestSubject subject = SubjectOf(request.method, request.target);
    if (subject.kind == RequestSubject::Kind::kFigures) {
      co_return co_await Figures(request);
    }
    if (subject.kind == RequestSubject::Kind::kServer) {
      co_return co_await ChangeServer(request);
    }
    if (subject.user.empty()) {
      co_return co_await AskOne(ServerChoice::kUser, request.caller.user, request);
    }
    // If `subject.user` has no jobs on this machine, the caller's own server answers, for example
    // that a job does not exist.
    const bool acts = subject.kind == RequestSubject::Kind::kCaller;
    if (acts && !request.caller.program.empty()) {  // no program may act for others: its server
                                                    // says so
      co_return co_await AskOne(ServerChoice::kUser, request.caller.user, request);
    }
    co_return co_await AskOne(acts ? ServerChoice::kActFor : ServerChoice::kUserOrOwn, subject.user,
                              request);
  }

 private:
  Task<OozieAnswer> AskOne(ServerChoice choice, std::string user, const OozieRequest& request) {
    UserRequest asked = RequestOf(request);
    std::function<bool()> gone = request.gone;
    Result<UserAnswer> answer = co_await supervisor_.Ask(choice, std::move(user), request.caller,
                                                         std::move(asked), std::move(gone));
    if (answer) {
      co_return AnswerOf(std::move(*answer));
    }
    const Error& error = answer.error();
    const bool acts = error.code == "E1400" || error.code == "E1603";  // ProxyUsers::ActAs()
    if (request.caller.user.empty() && !acts && error.error_class != ErrorClass::kTransient) {
      // The id in the callback contains no user who has jobs on this server.
      co_return OozieAnswer{403, "the URL belongs to no job of this server\n",
                            "text/plain; charset=UTF-8", "", ""};
    }
    co_return request.target.starts_with(kHwsBegin)
        ? hws::AnswerOf(acts ? hws::RefusalOfActing(error) : hws::RefusalOf(error))
        : ErrorAnswer(acts ? RefusalOfActing(error) : RefusalOf(error), request.method);
  }

  /// Sends the request to the caller's server, which checks whether the caller may change the
  /// server. If the answer is 200, all other servers get to know the change, too.
  Task<OozieAnswer> ChangeServer(const OozieRequest& request) {
    constexpr int kDone = 200;
    OozieAnswer answer = co_await AskOne(ServerChoice::kUser, request.caller.user, request);
    const std::optional<ServerChange> change = ChangeOf(request.target);
    if (answer.status == kDone && change && !co_await supervisor_.Tell(*change, request.caller)) {
      co_return ErrorAnswer({401, "E0503",
                             "E0503: User [" + request.caller.user +
                                 "] does not have admin privileges on all servers"},
                            request.method);
    }
    co_return answer;
  }

  /// Returns the figures of all servers that answer soon. A server that does not answer in a short
  /// time is left out.
  Task<OozieAnswer> Figures(const OozieRequest& request) {
    constexpr std::chrono::seconds kAll{5};
    const auto begin = SteadyClock::now();
    AllFigures all;
    const std::vector<std::string> users = co_await supervisor_.Running();
    for (const std::string& user : users) {
      const auto left =
          std::chrono::duration_cast<std::chrono::seconds>(kAll - (SteadyClock::now() - begin));
      UserRequest asked = RequestOf(request);
      std::function<bool()> nobody_leaves;
      const Result<UserAnswer> one = co_await supervisor_.Ask(
          ServerChoice::kUserRunning, user, Caller(), std::move(asked), std::move(nobody_leaves),
          std::max(left, std::chrono::seconds{1}));
      if (one && one->status == 200) {
        all.Add(user, one->body);
      }
    }
    co_return OozieAnswer{200, all.Take(), std::string(kFiguresType), "", ""};
  }

  SupervisorClient& supervisor_;
};

}  // namespace

RequestSubject SubjectOf(std::string_view method, std::string_view target) {
  const std::optional<RequestTarget> read = ReadTarget(target);
  if (!read) {
    return {};
  }
  const std::string_view path = read->path;
  if (path == kMetricsPath) {
    return {RequestSubject::Kind::kFigures, ""};
  }
  if (const std::string_view sent = target.substr(0, target.find('?')); IsTokenPath(sent)) {
    return Of(OwnerOf(RunOfTokenPath(sent)), {});
  }
  if (IsCallback(path)) {
    return Of(OwnerOf(Get(read->parameters, "id")), read->parameters);
  }
  if (target.starts_with(kHwsBegin)) {
    return OfHws(method, target, read->parameters);
  }
  // The parts of the path are "", "oozie", "v2", "job", "ID".
  const std::vector<std::string_view> parts = Split(path, '/');
  constexpr std::size_t kResource = 3, kRest = 4;
  if (parts.size() <= kResource || parts[1] != "oozie") {
    return OfCaller(read->parameters);
  }
  const std::string_view resource = parts[kResource];
  const std::string_view rest = parts.size() > kRest ? parts[kRest] : std::string_view();
  if (resource == "job") {
    return Of(OwnerOf(rest), read->parameters);
  }
  if ((resource == "jobs" && method != "POST") || resource == "sla") {
    return Of(UserOfFilter(Get(read->parameters, "filter")), read->parameters);
  }
  if (resource == "admin" && rest == "status" && method == "PUT") {
    return {RequestSubject::Kind::kServer, ""};
  }
  return OfCaller(read->parameters);
}

std::optional<ServerChange> ChangeOf(std::string_view target) {
  const std::optional<RequestTarget> read = ReadTarget(target);
  if (!read) {
    return std::nullopt;
  }
  if (read->path.starts_with("/hws/")) {
    return read->path.ends_with("/deactivate") ? ServerChange::kHwsInactive
                                               : ServerChange::kHwsActive;
  }
  if (const std::string* const word = Find(read->parameters, "systemmode")) {
    return *word == "NORMAL"         ? std::optional(ServerChange::kNormal)
           : *word == "NOWEBSERVICE" ? std::optional(ServerChange::kNoWebService)
           : *word == "SAFEMODE"     ? std::optional(ServerChange::kSafeMode)
                                     : std::nullopt;
  }
  return Get(read->parameters, "safemode") == "true" ? ServerChange::kSafeMode
                                                     : ServerChange::kNormal;
}

std::unique_ptr<Services> ServicesOf(SupervisorClient& supervisor) {
  return std::make_unique<UserServices>(supervisor);
}

}  // namespace hpdl::rt
