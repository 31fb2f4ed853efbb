#include "runtime/server/celos/oozie_replies.h"

#include <utility>

#include "runtime/celos/java_exception.h"
#include "runtime/config/config.h"
#include "runtime/server/celos/jackson_json.h"

namespace hpdl::rt::celos {
namespace {

// One line: a server's text must not begin lines of a log.
std::string OneLineOf(std::string text) {
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      c = ' ';
    }
  }
  return text;
}

std::string HeaderOr(const HttpReply& reply, std::string_view name, std::string other) {
  const std::string* const value = reply.Header(name);
  return value == nullptr ? other : OneLineOf(*value);
}

Error NoOozieReply(std::string_view what) {
  return JavaException(kExternalService, "IO_ERROR : the reply has no " + std::string(what));
}

std::string_view TextIn(const JsonValue& object, std::string_view name) {
  const JsonValue* const value = object.Find(name);
  return value != nullptr && value->kind() == JsonValue::Kind::kText
             ? std::string_view(value->text())
             : std::string_view();
}

}  // namespace

Result<JobProgress> ProgressOf(std::string_view status) {
  if (status == "PREP" || status == "RUNNING") {
    return JobProgress::kRunning;
  }
  if (status == "SUCCEEDED") {
    return JobProgress::kSucceeded;
  }
  if (status == "SUSPENDED" || status == "FAILED" || status == "KILLED") {
    return JobProgress::kFailed;
  }
  return JavaException(kIllegalArgument,
                       "No enum constant org.apache.oozie.client.WorkflowJob.Status." +
                           OneLineOf(std::string(status)));
}

Error ErrorOfReply(const HttpReply& reply) {
  const std::string code =
      HeaderOr(reply, "oozie-error-code", "HTTP error code: " + std::to_string(reply.status));
  const std::string message = HeaderOr(reply, "oozie-error-message", "no message");
  Error error = JavaException(kExternalService, code + " : " + message);
  error.error_class = reply.status >= 500 ? ErrorClass::kTransient : ErrorClass::kError;
  return error;
}

Error ErrorOfNetwork(const Error& error) {
  const bool connected = error.code != "NET_RESOLVE" && error.code != "NET_CONNECT" &&
                         error.code != "NET_TLS" && error.code != "NET_URL";
  Error told = JavaException(kExternalService, "IO_ERROR : java.io.IOException: " + error.message);
  told.error_class = connected ? ErrorClass::kTransient : ErrorClass::kError;
  return told;
}

Result<ListedJobs> ReadJobs(std::string_view json) {
  const Result<JsonValue> reply = JsonValue::Parse(json, "reply");
  const JsonValue* const jobs = reply ? reply->Find("workflows") : nullptr;
  if (jobs == nullptr) {
    return NoOozieReply("list of jobs");
  }
  ListedJobs listed{jobs->items().size(), {}};
  for (const JsonValue& job : jobs->items()) {
    const std::string_view id = TextIn(job, "id");
    if (!id.empty() && TextIn(job, "status") == "PREP") {
      listed.waiting.emplace_back(id);
    }
  }
  return listed;
}

Result<std::string> ReadWorkflowName(std::string_view json) {
  const Result<JsonValue> job = JsonValue::Parse(json, "reply");
  if (!job || job->kind() != JsonValue::Kind::kObject) {
    return NoOozieReply("job");
  }
  for (const ConfigProperty& property : ScanHadoopXml(TextIn(*job, "conf")).properties) {
    if (property.name == "celosWorkflowName") {
      return property.value;
    }
  }
  return std::string();
}

bool KnowsKeys(std::string_view build_version_json) {
  const Result<JsonValue> version = JsonValue::Parse(build_version_json, "reply");
  return version && TextIn(*version, "buildVersion").find("hpdld") != std::string_view::npos;
}

}  // namespace hpdl::rt::celos
