#include "runtime/engines/workflow/notification.h"

#include <algorithm>
#include <charconv>

#include "runtime/engines/workflow/notification_proxy.h"
#include "runtime/ground/abi/hpdl_abi.h"
#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/lower_case.h"
#include "runtime/ground/base/percent.h"
#include "runtime/ground/base/trim.h"

namespace hpdl::rt {
namespace {

/// The indices of the values that replace tokens.
enum : std::uint8_t { kJobValue, kParentValue, kNodeValue, kStatusValue };

constexpr UrlToken kOozieJobTokens[] = {
    {"jobId", kJobValue}, {"parentId", kParentValue}, {"status", kStatusValue}};
constexpr UrlToken kOozieActionTokens[] = {
    {"jobId", kJobValue}, {"nodeName", kNodeValue}, {"status", kStatusValue}};
constexpr UrlToken kHwsJobTokens[] = {{"wfId", kJobValue}, {"wfstatus", kStatusValue}};
constexpr UrlToken kHwsActionTokens[] = {
    {"wfId", kJobValue}, {"nodeName", kNodeValue}, {"nodeStatus", kStatusValue}};

/// The property of a hook and its tokens. kHooks is in the order of NotificationHook.
struct HookSpec {
  const char* property;
  bool of_job;
  bool hws;
  UrlTokens tokens;
};
constexpr HookSpec kHooks[kNotificationHooks] = {
    {"oozie.wf.workflow.notification.url", true, false, kOozieJobTokens},
    {"oozie.wf.action.notification.url", false, false, kOozieActionTokens},
    {"hws.workflow.notification.url", true, true, kHwsJobTokens},
    {"hws.action.notification.url", false, true, kHwsActionTokens},
};

constexpr const char* kNoNetwork =
    "the job asks for notifications, but the program of the job was built with --no-network";

const HookSpec& SpecOf(NotificationHook hook) {
  return kHooks[static_cast<std::size_t>(hook)];
}

bool IsLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// Returns the token at the beginning of `text`, or null. `text` is the rest of the URL after a
/// '$'. Oozie replaces a token even if more letters follow it.
const UrlToken* TokenAt(UrlTokens tokens, std::string_view text) {
  for (const UrlToken& token : tokens) {
    if (text.starts_with(token.name)) {
      return &token;
    }
  }
  return nullptr;
}

struct UrlParts {
  std::string_view scheme, host, port;  ///< an IPv6 address in `host` keeps its brackets
  bool has_port = false;                ///< true if the URL has a colon after the host
};

UrlParts Split(std::string_view url) {
  UrlParts parts;
  const std::size_t colon = url.find("://");
  if (colon == std::string_view::npos) {
    return parts;
  }
  parts.scheme = url.substr(0, colon);
  std::string_view authority = url.substr(colon + 3);
  authority = authority.substr(0, authority.find_first_of("/?#\\"));
  if (const std::size_t at = authority.rfind('@'); at != std::string_view::npos) {
    authority.remove_prefix(at + 1);
  }
  const std::size_t bracket = authority.starts_with('[') ? authority.find(']') : 0;
  const std::size_t port = authority.find(':', bracket);
  parts.host = authority.substr(0, port);
  if (port != std::string_view::npos) {
    parts.port = authority.substr(port + 1);
    parts.has_port = true;
  }
  return parts;
}

bool IsScheme(std::string_view text, std::string_view scheme) {
  return IsInAnyCase(text, scheme);
}

/// Returns a complaint about the first word after a '$' that is not a token, or "". Oozie sends
/// such a word as it is, so only URLs of HWS are checked.
std::string BadToken(UrlTokens tokens, std::string_view url) {
  for (std::size_t at = url.find('$'); at != std::string_view::npos; at = url.find('$', at + 1)) {
    const std::string_view rest = url.substr(at + 1);
    if (rest.empty() || !IsLetter(rest[0]) || TokenAt(tokens, rest) != nullptr) {
      continue;
    }
    const auto end = std::find_if_not(rest.begin(), rest.end(), IsLetter);
    std::string known;
    for (const UrlToken& token : tokens) {
      known.append(known.empty() ? "$" : ", $").append(token.name);
    }
    return "$" + std::string(rest.begin(), end) + " is not a token of this URL; the tokens are " +
           known;
  }
  return {};
}

/// Appends the percent-encoded value. Characters that a URL allows are not encoded, because
/// receivers of Oozie's notifications expect a plain colon, as in "T:end".
void AppendEncoded(std::string_view value, std::string* url) {
  url->append(PercentEncoded(value, "-._~:*"));
}

bool IsControl(std::string_view type) {
  constexpr std::string_view kTypes[] = {"start", "end", "kill", "fail", "fork", "join"};
  return std::find(std::begin(kTypes), std::end(kTypes), type) != std::end(kTypes);
}

/// True for the types of actions that end in the step that starts them. Oozie does not report that
/// such an action begins.
bool EndsAtOnce(std::string_view type) {
  return type == "fs" || type == "hdfs" || type == "email";
}

/// Returns the status of a node in notifications of HWS 5.1. HWS has no status for killed nodes and
/// fatal errors, which end without a transition; their status is ERROR.
std::string HwsWord(const NodeRow& row) {
  switch (row.state) {
    case NodeState::kPrep:
      return "started";
    case NodeState::kStartRetry:
    case NodeState::kEndRetry:
    case NodeState::kUserRetry:
      return "automatic-retry";
    case NodeState::kStartManual:
    case NodeState::kEndManual:
      return "manual-retry";
    case NodeState::kOk:
      return "OK";
    case NodeState::kError:
    case NodeState::kKilled:
    case NodeState::kFailed:
      return "ERROR";
    case NodeState::kRunning:
      break;
  }
  return {};
}

/// Returns the status of a node in notifications of Oozie 5.2: for a node that is done or killed,
/// the transition that the node took, or otherwise the state. The transition of a fork is "*", and
/// that of a node without a transition is "null". A node in PREP counts as RUNNING.
std::string OozieWord(const NodeRow& row) {
  switch (row.state) {
    case NodeState::kOk:
    case NodeState::kError:
    case NodeState::kKilled:
      return "T:" + (row.type == "fork" ? "*" : row.transition.empty() ? "null" : row.transition);
    case NodeState::kPrep:
      return EndsAtOnce(row.type) ? "" : "S:RUNNING";
    case NodeState::kRunning:
      return {};
    default:
      return "S:" + std::string(StateName(row.state, HPDL_DIALECT_OOZIE));
  }
}

}  // namespace

bool IsPort(std::string_view text) {
  unsigned number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() && number > 0 && number < 65536;
}

std::string UrlComplaint(std::string_view url) {
  constexpr std::size_t kMostBytes = 8192;
  const auto bad = std::find_if(url.begin(), url.end(), [](char c) {
    return static_cast<unsigned char>(c) <= ' ' || c == '\x7f';
  });
  if (bad != url.end()) {
    return "the URL has a blank or control character at position " +
           std::to_string(bad - url.begin() + 1);
  }
  if (url.size() > kMostBytes) {
    return "the URL is longer than " + std::to_string(kMostBytes) + " bytes";
  }
  const UrlParts parts = Split(url);
  if (!IsScheme(parts.scheme, "http") && !IsScheme(parts.scheme, "https")) {
    return "the URL does not begin with http:// or https://";
  }
  if (parts.host.empty() || (parts.host[0] == '[' && parts.host.back() != ']')) {
    return "the URL has no host";
  }
  if (parts.has_port && !IsPort(parts.port)) {
    return "the port of the URL is not a number from 1 to 65535";
  }
  return {};
}

std::string FilledUrl(std::string_view url, UrlTokens tokens,
                      std::span<const std::string_view> values) {
  std::string filled;
  while (!url.empty()) {
    const std::size_t dollar = std::min(url.find('$'), url.size());
    filled.append(url.substr(0, dollar));
    url.remove_prefix(dollar);
    const UrlToken* token = url.empty() ? nullptr : TokenAt(tokens, url.substr(1));
    if (token == nullptr) {
      filled.append(url.substr(0, 1));
      url.remove_prefix(std::min<std::size_t>(1, url.size()));
      continue;
    }
    AppendEncoded(values[token->value], &filled);
    url.remove_prefix(1 + token->name.size());
  }
  return filled;
}

const char* NotificationProperty(NotificationHook hook) {
  return SpecOf(hook).property;
}

bool IsNotificationProperty(std::string_view name) {
  return std::any_of(std::begin(kHooks), std::end(kHooks),
                     [name](const HookSpec& spec) { return name == spec.property; });
}

std::vector<std::string> NotificationWarnings(const Properties& properties) {
  std::vector<std::string> warnings;
  if (const auto proxy = properties.find(std::string_view(kNotificationProxy));
      proxy != properties.end()) {
    if (const std::string complaint = NotificationProxyComplaint(proxy->second);
        !complaint.empty()) {
      warnings.push_back(std::string("property ") + kNotificationProxy + ": " + complaint);
    }
  }
  for (const HookSpec& spec : kHooks) {
    const auto found = properties.find(std::string_view(spec.property));
    if (spec.hws || found == properties.end() || Trimmed(found->second).empty()) {
      continue;
    }
    if (const std::string complaint = UrlComplaint(Trimmed(found->second)); !complaint.empty()) {
      warnings.push_back("property " + std::string(spec.property) + ": " + complaint +
                         "; no notification is sent");
    }
  }
  return warnings;
}

Result<void> CheckNotifications(const Properties& properties, bool network) {
  for (const HookSpec& spec : kHooks) {
    const auto found = properties.find(std::string_view(spec.property));
    const std::string_view url =
        found == properties.end() ? std::string_view() : Trimmed(found->second);
    if (url.empty()) {
      continue;
    }
    std::string complaint = network ? "" : kNoNetwork;
    if (network && spec.hws) {
      complaint = UrlComplaint(url);
      complaint = complaint.empty() ? BadToken(spec.tokens, url) : complaint;
    }
    if (!complaint.empty()) {
      return Error{ErrorClass::kError, "E0701",
                   "property " + std::string(spec.property) + ": " + complaint};
    }
  }
  return {};
}

std::string NotificationTarget(std::string_view url) {
  const UrlParts parts = Split(url);
  std::string target(parts.scheme);
  target.append("://").append(parts.host);
  if (!parts.port.empty()) {
    target.append(":").append(parts.port);
  }
  return target;
}

std::string NotificationWord(NotificationHook hook, JobState state) {
  const HookSpec& spec = SpecOf(hook);
  // HWS 5.2 has a notification only for the job's end. Oozie 5.1 has a notification for each change
  // of state, and PREP is not a change.
  if (!spec.of_job || state == JobState::kPrep || (spec.hws && !IsEnd(state))) {
    return {};
  }
  return std::string(StateName(state, spec.hws ? HPDL_DIALECT_HWS : HPDL_DIALECT_OOZIE));
}

std::string NotificationWord(NotificationHook hook, const NodeRow& row) {
  const HookSpec& spec = SpecOf(hook);
  if (spec.of_job || (IsControl(row.type) && (spec.hws || !IsEnd(row.state)))) {
    return {};
  }
  if (IsControl(row.type) && row.state != NodeState::kOk) {
    // A kill node is reported even if its message cannot be evaluated.
    return row.type == "kill" || row.type == "fail" ? "T:null" : "";
  }
  if (row.type == "decision") {
    if (!IsEnd(row.state)) {
      return {};
    }
    if (row.state == NodeState::kOk && spec.hws) {
      return row.transition;
    }
  } else if (row.state == NodeState::kStartManual && row.sequence == 0) {
    return {};  // the node has not started because of oozie.suspend.on.nodes
  }
  return spec.hws ? HwsWord(row) : OozieWord(row);
}

NotificationState AfterTry(const TryResult& result, std::int64_t tries, std::int64_t retries_max) {
  if (result.error.empty()) {
    return NotificationState::kDelivered;
  }
  return result.for_good || tries > retries_max ? NotificationState::kGivenUp
                                                : NotificationState::kWaiting;
}

bool MayFollow(NotificationState from, NotificationState to) {
  (void)to;  // a try may bring a waiting notification into any state
  return from == NotificationState::kWaiting;
}

JobNotices::JobNotices(const Properties& properties, std::string parent)
    : parent_(std::move(parent)) {
  for (std::size_t i = 0; i < kNotificationHooks; ++i) {
    const auto found = properties.find(std::string_view(kHooks[i].property));
    if (found == properties.end()) {
      continue;
    }
    const std::string_view url = Trimmed(found->second);
    // Oozie reports the state of a sub-workflow job only to its parent job.
    const bool is_silent = kHooks[i].of_job && !kHooks[i].hws && parent_.ends_with("-W");
    if (!url.empty() && UrlComplaint(url).empty() && !is_silent) {
      templates_.emplace(static_cast<NotificationHook>(i), url);
    }
  }
}

NotificationRow JobNotices::Row(NotificationHook hook, const std::string& url, const JobRow& job,
                                std::string_view node, std::string status) const {
  NotificationRow row;
  row.job = job.number;
  row.run = job.run;
  row.hook = static_cast<std::uint32_t>(hook);
  row.node = node;
  row.created_ms = NowMs();
  const std::string_view values[] = {job.id, parent_, node, status};
  row.url = FilledUrl(url, SpecOf(hook).tokens, values);
  row.status = std::move(status);
  row.target = NotificationTarget(row.url);
  return row;
}

std::vector<NotificationRow> JobNotices::Of(const JobRow& job) const {
  std::vector<NotificationRow> rows;
  for (const auto& [hook, url] : templates_) {
    if (std::string word = NotificationWord(hook, job.state); !word.empty()) {
      rows.push_back(Row(hook, url, job, {}, std::move(word)));
    }
  }
  return rows;
}

std::vector<NotificationRow> JobNotices::Of(const JobRow& job, const NodeRow& node) const {
  std::vector<NotificationRow> rows;
  for (const auto& [hook, url] : templates_) {
    if (std::string word = NotificationWord(hook, node); !word.empty()) {
      rows.push_back(Row(hook, url, job, node.node, std::move(word)));
    }
  }
  return rows;
}

std::vector<NotificationRow> JournalNotices::Of(const JobRow& job, const NodeRow* node) {
  auto found = jobs_.find(job.number);
  if (found == jobs_.end()) {
    const Result<Properties> properties = journal_.JobProperties(job.number, job.run);
    std::string parent;
    const Result<std::vector<JobRow>> rows =
        job.parent < 0 ? std::vector<JobRow>() : journal_.Jobs();
    for (const JobRow& row : rows ? *rows : std::vector<JobRow>()) {
      parent = row.number == job.parent ? row.id : parent;
    }
    found = jobs_
                .emplace(job.number,
                         JobNotices(properties ? *properties : Properties(), std::move(parent)))
                .first;
  }
  return node == nullptr ? found->second.Of(job) : found->second.Of(job, *node);
}

void JournalNotices::Put(const JobRow& job, const NodeRow* node) {
  for (NotificationRow& row : Of(job, node)) {
    (void)journal_.PutNotification(&row);
  }
}

}  // namespace hpdl::rt
