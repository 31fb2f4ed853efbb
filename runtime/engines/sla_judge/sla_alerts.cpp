#include "runtime/engines/sla_judge/sla_alerts.h"

#include <unistd.h>

#include <cstdlib>
#include <utility>

#include "runtime/engines/sla_judge/sla_rows.h"
#include "runtime/engines/workflow/notification.h"
#include "runtime/engines/workflow/notification_proxy.h"
#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/json_writer.h"
#include "runtime/ground/base/own_server.h"
#include "runtime/ground/base/text_parts.h"
#include "runtime/rules/coordinator/time_functions.h"
#include "runtime/world/mail/letter.h"

namespace hpdl::rt {
namespace {

constexpr std::int64_t kSecondMs = 1000, kMinuteMs = 60'000;

NotificationRow RowOf(const SlaRow& row, SlaEvent event, std::uint32_t hook) {
  NotificationRow alert;
  alert.hook = hook;
  alert.node = std::to_string(row.number);
  alert.status = WordOf(event);
  alert.created_ms = NowMs();
  return alert;
}

/// Builds the lines of a mail's text. Leaves out unknown values.
class Lines {
 public:
  void Heading(const char* text) { text_.append(text).append(":\n"); }
  void Line(const char* name, std::string_view value) {
    if (!value.empty()) {
      text_.append("  ").append(name).append(" - ").append(value).append("\n");
    }
  }
  void Time(const char* name, std::int64_t ms) {
    Line(name, ms == 0 ? "" : WriteTime(ms / kSecondMs));
  }
  void Minutes(const char* name, std::int64_t ms) {
    Line(name, ms < 0 ? "" : std::to_string(ms / kMinuteMs));
  }
  std::string Take() { return std::move(text_); }

 private:
  std::string text_;
};

std::int64_t DurationOf(const SlaRow& row) {
  return row.started_ms != 0 && row.ended_ms != 0 ? row.ended_ms - row.started_ms : -1;
}

/// The URL that shows the job.
std::string LinkTo(const std::string& id, const std::string& server_url) {
  return id.empty() || server_url.empty() ? "" : server_url + "/v2/job/" + id;
}

void KnownTime(JsonWriter* json, std::string_view name, std::int64_t ms) {
  if (ms == 0) {
    json->Key(name).Null();
  } else {
    json->Member(name, ms);
  }
}

TryResult Failed(const Error& error) {
  return {error.code + ": " + error.message, error.error_class == ErrorClass::kError};
}

/// Deletes the file of a message in the constructor and in the destructor.
class MessageFile {
 public:
  explicit MessageFile(std::string path) : path_(std::move(path)) { ::unlink(path_.c_str()); }
  ~MessageFile() { ::unlink(path_.c_str()); }
  MessageFile(const MessageFile&) = delete;
  MessageFile& operator=(const MessageFile&) = delete;
  const std::string& path() const { return path_; }

 private:
  const std::string path_;
};

}  // namespace

std::vector<NotificationRow> AlertsOf(const SlaRow& row, SlaEvent event, const std::string& url) {
  std::vector<NotificationRow> alerts;
  if (!row.alert_contact.empty()) {
    NotificationRow& mail = alerts.emplace_back(RowOf(row, event, kSlaMailHook));
    mail.url = row.alert_contact;
    mail.target = "mail";
  }
  if (!url.empty()) {
    NotificationRow& post = alerts.emplace_back(RowOf(row, event, kSlaPostHook));
    post.url = url;
    post.target = NotificationTarget(url);
  }
  return alerts;
}

std::string SubjectOf(const SlaAlert& alert) {
  return "SLA " + std::string(WordOf(alert.event)) + " (AppName=" + alert.row.app_name +
         ", JobID=" + alert.row.id + ")";
}

std::string BodyOf(const SlaAlert& alert) {
  const SlaRow& row = alert.row;
  Lines lines;
  lines.Heading("Status");
  lines.Line("SLA Status", WordOf(alert.event));
  lines.Line("Job Status", row.job_status);
  lines.Line("Notification Message", row.notification_msg);
  lines.Heading("Job Details");
  lines.Line("App Name", row.app_name);
  lines.Line("App Type", WordOf(row.subject));
  lines.Line("User", alert.user);
  lines.Line("Job ID", row.id);
  lines.Line("Job URL", LinkTo(row.id, alert.server_url));
  lines.Line("Parent Job ID", row.parent_id.empty() ? "N/A" : row.parent_id);
  lines.Line("Parent Job URL", LinkTo(row.parent_id, alert.server_url));
  lines.Line("Upstream Apps", row.upstream_apps);
  lines.Heading("SLA Details");
  lines.Time("Nominal Time", row.nominal_ms);
  lines.Time("Expected Start Time", row.expected_start_ms);
  lines.Time("Actual Start Time", row.started_ms);
  lines.Time("Expected End Time", row.expected_end_ms);
  lines.Time("Actual End Time", row.ended_ms);
  lines.Minutes("Expected Duration (in mins)", row.expected_duration_ms);
  lines.Minutes("Actual Duration (in mins)", DurationOf(row));
  return lines.Take();
}

std::string JsonOf(const SlaAlert& alert) {
  const SlaRow& row = alert.row;
  JsonWriter json;
  json.BeginObject()
      .Member("version", std::int64_t{1})
      .Member("eventStatus", WordOf(alert.event))
      .Member("slaStatus", WordOf(row.status))
      .Member("id", row.id)
      .Optional("parentId", row.parent_id)
      .Member("appName", row.app_name)
      .Member("appType", WordOf(row.subject))
      .Member("user", alert.user)
      .Member("jobStatus", row.job_status)
      .Member("nominalTime", row.nominal_ms);
  KnownTime(&json, "expectedStart", row.expected_start_ms);
  KnownTime(&json, "actualStart", row.started_ms);
  KnownTime(&json, "expectedEnd", row.expected_end_ms);
  KnownTime(&json, "actualEnd", row.ended_ms);
  json.Member("expectedDuration", row.expected_duration_ms)
      .Member("actualDuration", DurationOf(row))
      .Optional("notificationMessage", row.notification_msg)
      .Optional("upstreamApps", row.upstream_apps)
      .EndObject();
  return json.Take();
}

SlaAlerts::SlaAlerts(Network& network, const Site& site, Journal& journal, JobRow job,
                     std::string folder)
    : network_(network),
      site_(site),
      journal_(journal),
      job_(std::move(job)),
      folder_(std::move(folder)) {}

Result<SlaAlert> SlaAlerts::Read(const NotificationRow& row) const {
  const std::optional<std::int64_t> number = ParseNumber(row.node);
  const std::optional<SlaEvent> event = SlaEventOf(row.status);
  if (!number || !event) {
    return Error{ErrorClass::kCorruptStore, "E0713", "an alert in the journal cannot be read"};
  }
  Result<std::vector<SlaRow>> rows = journal_.coordinator().Slas(*number, *number, false);
  HPDL_TRY(rows);
  if (rows->empty()) {
    return Error{ErrorClass::kError, "E0605", "the action does not exist any more"};
  }
  return SlaAlert{*event, std::move(rows->front()), job_.user, TheOwnServer().url};
}

Task<TryResult> SlaAlerts::Send(NotificationRow row) {
  Result<SlaAlert> alert = Read(row);
  if (!alert) {
    co_return Failed(alert.error());
  }
  if (row.hook == kSlaMailHook) {
    co_return co_await SendMail(std::move(*alert), std::move(row));
  }
  co_return co_await Post(std::move(*alert), std::move(row));
}

/// Sends an alert by mail. Every try has the same Message-ID, so that the receiver can recognize a
/// repeated mail.
Task<TryResult> SlaAlerts::SendMail(SlaAlert alert, NotificationRow row) {
  Result<mail::Letter> letter = mail::LetterTo(site_, row.url, "", "");
  if (!letter) {
    co_return Failed(letter.error());
  }
  letter->message.subject = SubjectOf(alert);
  letter->message.body = BodyOf(alert);
  letter->message.id = job_.id + ".alert." + std::to_string(row.id);
  letter->message.date_ms = NowMs();
  const MessageFile file(folder_ + "/alert-" + std::to_string(row.id) + ".eml");
  if (const Result<void> written = mail::WriteMessage(letter->message, file.path()); !written) {
    co_return Failed(written.error());
  }
  MailRequest request = mail::RequestFor(site_, *letter, file.path());
  const std::string server = request.host + ":" + std::to_string(request.port);
  const Result<MailReply> reply = co_await network_.SendMail(std::move(request));
  const Result<void> taken =
      reply ? mail::CheckDelivery(server, *reply) : Result<void>(reply.error());
  co_return taken ? TryResult() : Failed(taken.error());
}

Task<TryResult> SlaAlerts::Post(SlaAlert alert, NotificationRow row) {
  const NotificationPolicy policy = NotificationPolicy::Of(site_);
  Result<std::string> proxy = NotificationProxyUrl(policy.proxy);
  if (!proxy) {
    co_return Failed(proxy.error());
  }
  HttpRequest request = NotificationRequest(row.url, std::move(*proxy), policy);
  request.method = "POST";
  request.body = JsonOf(alert);
  request.headers = {{"Content-Type", "application/json"},
                     {"Idempotency-Key", job_.id + ".alert." + std::to_string(row.id)}};
  const Result<HttpReply> reply = co_await network_.Send(std::move(request));
  co_return TryResult{NotificationError(reply)};
}

}  // namespace hpdl::rt
