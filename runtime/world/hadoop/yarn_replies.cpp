#include "runtime/world/hadoop/yarn_replies.h"

#include <algorithm>

#include "runtime/world/hadoop/json_parts.h"
#include "runtime/world/hadoop/replies.h"
#include "runtime/world/net/http_status.h"

namespace hpdl::rt {

namespace {

constexpr std::size_t kMostDiagnostics = 4096;
constexpr char kApplication[] = "application_";

Error NoYarn(std::string_view wanted) {
  return {ErrorClass::kNonTransient, "E0902",
          "the reply has no " + std::string(wanted) + ": this is not a YARN server"};
}

bool AllDigits(std::string_view text) {
  return !text.empty() && text.size() <= 20 &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// Returns at most `most` bytes of a text, without a broken character at the end.
std::string Bounded(std::string text, std::size_t most) {
  if (text.size() > most) {
    while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xC0) == 0x80) {
      --most;
    }
    text.resize(most);
  }
  return text;
}

/// Returns the CONTAINER of ".../containerlogs/CONTAINER/USER"; "" if there is no container.
std::string ContainerOf(std::string_view logs) {
  const std::size_t begin = logs.rfind("/container_");
  if (begin == std::string_view::npos) {
    return {};
  }
  logs.remove_prefix(begin + 1);
  return std::string(logs.substr(0, logs.find('/')));
}

/// Collects the objects called "app", alone or in a list. It ignores everything else.
class ApplicationReader : public nlohmann::json_sax<Json> {
 public:
  std::vector<Application> found;
  bool has_list = false;  ///< the text has "apps", which may be empty

  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t value) override {
    return Progress(static_cast<double>(value));
  }
  bool number_unsigned(number_unsigned_t value) override {
    return Progress(static_cast<double>(value));
  }
  bool number_float(number_float_t value, const string_t&) override { return Progress(value); }
  bool string(string_t& value) override {
    if (InApplication()) {
      Take(std::move(value));
    }
    return true;
  }
  bool binary(binary_t&) override { return true; }
  bool start_object(std::size_t) override {
    ++depth_;
    if (at_ == 0 && key_ == "app") {
      at_ = depth_;
      found.emplace_back();
    }
    return true;
  }
  bool end_object() override {
    if (at_ == depth_) {
      at_ = 0;
      key_ = "app";  // a further application in the same list has no key before it
    }
    --depth_;
    return true;
  }
  bool start_array(std::size_t) override {
    ++depth_;
    return true;
  }
  bool end_array() override {
    --depth_;
    if (at_ == 0) {
      key_.clear();
    }
    return true;
  }
  bool key(string_t& name) override {
    has_list = has_list || (depth_ == 1 && name == "apps");
    if (at_ == 0 || depth_ == at_) {
      key_ = name;
    }
    return true;
  }
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override {
    return false;
  }

 private:
  bool InApplication() const { return at_ != 0 && depth_ == at_; }

  bool Progress(double value) {
    if (InApplication() && key_ == "progress") {
      found.back().progress = std::clamp(value, 0.0, 100.0);
    }
    return true;
  }

  void Take(std::string value) {
    Application& app = found.back();
    const std::pair<const char*, std::string*> texts[] = {
        {"id", &app.id},
        {"name", &app.name},
        {"user", &app.user},
        {"queue", &app.queue},
        {"applicationType", &app.type},
        {"state", &app.state},
        {"finalStatus", &app.final_status},
        {"trackingUrl", &app.tracking_url},
        {"amContainerLogs", &app.am_logs},
        {"diagnostics", &app.diagnostics},
    };
    for (const auto& [name, text] : texts) {
      if (key_ == name) {
        *text = Bounded(std::move(value), kMostDiagnostics);
        return;
      }
    }
    if (key_ == "applicationTags") {
      app.tags = Split(value);
    }
  }

  static std::vector<std::string> Split(std::string_view text) {
    std::vector<std::string> parts;
    while (!text.empty()) {
      const std::string_view part = text.substr(0, text.find(','));
      parts.emplace_back(part);
      text.remove_prefix(std::min(part.size() + 1, text.size()));
    }
    return parts;
  }

  std::string key_;
  int depth_ = 0;
  int at_ = 0;  ///< value of depth_ inside the application that is being read; 0: no application is
                ///< being read
};

/// Reads applications. Returns false if the text is not JSON, or if an application has no id or no
/// state.
bool Read(std::string_view json, ApplicationReader* reader) {
  if (!Json::sax_parse(json.begin(), json.end(), reader)) {
    return false;
  }
  for (Application& app : reader->found) {
    if (!IsApplicationId(app.id) || app.state.empty()) {
      return false;
    }
    app.am_container = ContainerOf(app.am_logs);
  }
  return true;
}

Json Entries(const std::vector<std::pair<std::string, Json>>& entries) {
  Json list = Json::array();
  for (const auto& [key, value] : entries) {
    list.push_back({{"key", key}, {"value", value}});
  }
  return {{"entry", std::move(list)}};
}

Json ResourceJson(const LocalResource& resource) {
  return {{"resource", resource.uri},
          {"type", resource.archive ? "ARCHIVE" : "FILE"},
          {"visibility", resource.shared ? "PRIVATE" : "APPLICATION"},
          {"size", resource.size},
          {"timestamp", resource.modified_ms}};
}

Json ContainerJson(const Submission& submission) {
  std::vector<std::pair<std::string, Json>> environment, resources, acls;
  for (const auto& [name, value] : submission.environment) {
    environment.emplace_back(name, value);
  }
  for (const LocalResource& resource : submission.resources) {
    resources.emplace_back(resource.name, ResourceJson(resource));
  }
  if (!submission.view_acl.empty()) {
    acls.emplace_back("VIEW_APP", submission.view_acl);
  }
  if (!submission.modify_acl.empty()) {
    acls.emplace_back("MODIFY_APP", submission.modify_acl);
  }
  Json container = {{"commands", {{"command", submission.command}}}};
  const auto put = [&](const char* name, const auto& entries) {
    if (!entries.empty()) {
      container[name] = Entries(entries);
    }
  };
  put("environment", environment);
  put("local-resources", resources);
  put("application-acls", acls);
  return container;
}

}  // namespace

bool IsApplicationId(std::string_view text) {
  if (!text.starts_with(kApplication)) {
    return false;
  }
  text.remove_prefix(sizeof(kApplication) - 1);
  const std::size_t middle = text.find('_');
  return middle != std::string_view::npos && AllDigits(text.substr(0, middle)) &&
         AllDigits(text.substr(middle + 1));
}

std::string JobIdOf(std::string_view application_id) {
  return "job_" + std::string(application_id.substr(sizeof(kApplication) - 1));
}

Result<std::string> ReadNewApplication(std::string_view json) {
  const Json reply = ParseJson(json);
  std::string id = Text(&reply, "application-id");
  if (!IsApplicationId(id)) {
    return NoYarn("application-id");
  }
  return id;
}

Result<Application> ReadApplication(std::string_view json) {
  ApplicationReader reader;
  if (!Read(json, &reader) || reader.found.size() != 1) {
    return NoYarn("app");
  }
  return std::move(reader.found.front());
}

Result<std::vector<Application>> ReadApplications(std::string_view json) {
  ApplicationReader reader;
  if (!Read(json, &reader) || !reader.has_list) {
    return NoYarn("apps");
  }
  return std::move(reader.found);
}

Result<void> ReadStateReply(std::string_view json) {
  const Json reply = ParseJson(json);
  if (Text(&reply, "state").empty()) {
    return NoYarn("state");
  }
  return {};
}

std::string ReadHaState(std::string_view json) {
  const Json reply = ParseJson(json);
  std::string state = Text(Member(&reply, "clusterInfo"), "haState");
  constexpr std::string_view kKnown[] = {"INITIALIZING", "ACTIVE", "STANDBY", "STOPPING"};
  return std::ranges::find(kKnown, state) == std::end(kKnown) ? "" : state;
}

Result<HistoryJob> ReadHistoryJob(std::string_view json) {
  const Json reply = ParseJson(json);
  const Json* found = Member(&reply, "job");
  HistoryJob job{Text(found, "id"), Text(found, "state"),
                 Bounded(Text(found, "diagnostics"), kMostDiagnostics)};
  if (job.id.empty() || job.state.empty()) {
    return NoYarn("job");
  }
  return job;
}

Result<Counters> ReadJobCounters(std::string_view json) {
  const Json reply = ParseJson(json);
  const Json* found = Member(&reply, "jobCounters");
  if (found == nullptr || !found->is_object()) {
    return NoYarn("jobCounters");
  }
  Counters counters;
  ForEach(Member(found, "counterGroup"), [&](const Json& group) {
    const std::string name = Text(&group, "counterGroupName");
    ForEach(Member(&group, "counter"), [&](const Json& counter) {
      const Json* total = Member(&counter, "totalCounterValue");
      if (total != nullptr && total->is_number_integer()) {
        counters[name][Text(&counter, "name")] = total->get<std::int64_t>();
      }
    });
  });
  return counters;
}

std::string SubmissionBody(const Submission& submission) {
  Json body = {{"application-id", submission.id},
               {"application-name", submission.name},
               {"application-type", submission.type},
               {"queue", submission.queue},
               {"application-tags", {{"tag", submission.tags}}},
               {"unmanaged-AM", false},
               {"max-app-attempts", submission.max_attempts},
               {"keep-containers-across-application-attempts", false},
               {"resource", {{"memory", submission.memory_mb}, {"vCores", submission.vcores}}},
               {"am-container-spec", ContainerJson(submission)}};
  if (submission.priority >= 0) {
    body["priority"] = submission.priority;
  }
  return body.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Error ErrorOfYarnReply(int status, std::string_view body, const std::string& host) {
  const RemoteException exception = ReadRemoteException(body);
  const std::string& name = exception.name;
  const std::string said =
      host + " answered with HTTP status " + std::to_string(status) +
      (name.empty() ? ""
                    : ", " + name + (exception.message.empty() ? "" : ": ") + exception.message);
  if (status == 401) {
    return {ErrorClass::kNonTransient, "JA002",
            host + " requires a Kerberos login, which hpdl does not support"};
  }
  if (IsOneOf(name, {"AuthorizationException", "AccessControlException"}) || status == 403) {
    return {ErrorClass::kNonTransient, "JA002", said};
  }
  if (MayPass(status) || IsStandby(exception) ||
      IsOneOf(name, {"RetriableException", "ConnectException"})) {
    return {ErrorClass::kTransient, "JA009", said};
  }
  if (name.empty()) {
    return {ErrorClass::kNonTransient, "E0902", said + ": this is not a YARN server"};
  }
  return {ErrorClass::kError, "JA009", said};
}

bool IsStandbyReply(int status, std::string_view body) {
  if (status == 307) {
    return true;
  }
  body = body.substr(0, 512);
  return body.find("This is standby RM") != std::string_view::npos ||
         body.find("Can not find any active RM") != std::string_view::npos ||
         body.find("There is no active RM") != std::string_view::npos ||
         IsStandby(ReadRemoteException(body));
}

}  // namespace hpdl::rt
