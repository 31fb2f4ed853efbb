#include "runtime/engines/celos_service/oozie_replies.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "runtime/ground/config/config.h"
#include "runtime/rules/celos/java_exception.h"

namespace hpdl::rt::celos {
namespace {

// Replaces control characters, because a server's text must not begin new lines in a log.
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

using Json = nlohmann::json;

Json Parse(std::string_view text) {
  return Json::parse(text.begin(), text.end(), nullptr, /*allow_exceptions=*/false);
}

const Json* Find(const Json& object, const char* name) {
  const auto found = object.is_object() ? object.find(name) : object.end();
  return found == object.end() ? nullptr : &*found;
}

/// Returns the text of a member of an object, or "" if the member is missing or is not a text.
std::string TextIn(const Json& object, const char* name) {
  const Json* const value = Find(object, name);
  return value != nullptr && value->is_string() ? value->get<std::string>() : std::string();
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
  const Json reply = Parse(json);
  const Json* const jobs = Find(reply, "workflows");
  if (jobs == nullptr) {
    return NoOozieReply("list of jobs");
  }
  ListedJobs listed{jobs->is_array() ? jobs->size() : 0, {}};
  for (std::size_t i = 0; i < listed.count; ++i) {
    std::string id = TextIn((*jobs)[i], "id");
    if (!id.empty() && TextIn((*jobs)[i], "status") == "PREP") {
      listed.waiting.push_back(std::move(id));
    }
  }
  return listed;
}

Result<std::string> ReadWorkflowName(std::string_view json) {
  const Json job = Parse(json);
  if (!job.is_object()) {
    return NoOozieReply("job");
  }
  for (const ConfigProperty& property : ScanHadoopXml(TextIn(job, "conf")).properties) {
    if (property.name == "celosWorkflowName") {
      return property.value;
    }
  }
  return std::string();
}

bool KnowsKeys(std::string_view build_version_json) {
  return TextIn(Parse(build_version_json), "buildVersion").find("hpdld") != std::string::npos;
}

}  // namespace hpdl::rt::celos
