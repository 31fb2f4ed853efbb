#include "runtime/world/oozie_client/oozie_text.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "runtime/ground/base/without_code.h"
#include "runtime/world/net/http_status.h"

namespace hpdl::rt {

namespace {

using Json = nlohmann::json;

constexpr std::size_t kMostShown = 1000;

Json Parse(std::string_view text) {
  return Json::parse(text.begin(), text.end(), nullptr, /*allow_exceptions=*/false);
}

/// Returns a member that is a text; "" if the member is null, of another type or missing.
std::string Text(const Json& object, const char* name) {
  if (!object.is_object()) {
    return {};
  }
  const auto found = object.find(name);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

Error NoOozie(const std::string& what) {
  return {ErrorClass::kNonTransient, "SUBWF004", what + ": this is not an Oozie server"};
}

std::string OneLine(std::string text) {
  text.resize(std::min(text.size(), kMostShown));
  for (char& c : text) {
    c = static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  return text;
}

bool AppendXml(std::string_view text, std::string* out) {
  for (const char c : text) {
    switch (c) {
      case '&':
        *out += "&amp;";
        break;
      case '<':
        *out += "&lt;";
        break;
      case '>':
        *out += "&gt;";
        break;
      case '\r':
        *out += "&#13;";  // an XML parser turns an unescaped \r into a line feed
        break;
      default:
        if (static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t') {
          return false;
        }
        *out += c;
    }
  }
  return true;
}

/// True if the error code reports a failure of the server's database. Oozie sends these codes with
/// HTTP status 400.
bool IsServersTrouble(std::string_view code) {
  constexpr std::string_view kCodes[] = {"E0600", "E0601", "E0602", "E0603"};
  return std::find(std::begin(kCodes), std::end(kCodes), code) != std::end(kCodes);
}

}  // namespace

Result<std::string> ReadOozieUrl(std::string_view url) {
  while (url.ends_with('/')) {
    url.remove_suffix(1);
  }
  const std::size_t scheme = url.find("://");
  const bool http = url.starts_with("http://") || url.starts_with("https://");
  bool good = http && url.size() > scheme + 3;
  for (const char c : url) {
    good = good && static_cast<unsigned char>(c) > 0x20 && c != '?' && c != '#' && c != 0x7f;
  }
  if (!good) {
    return Error{
        ErrorClass::kError, "SUBWF004",
        "'" + OneLine(std::string(url)) + "' is not a URL such as http://host:11000/oozie"};
  }
  return std::string(url);
}

Result<std::string> ConfigurationXml(const Properties& properties) {
  std::string xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<configuration>\n";
  for (const auto& [name, value] : properties) {
    xml += "<property><name>";
    bool good = AppendXml(name, &xml);
    xml += "</name><value>";
    good = AppendXml(value, &xml) && good;
    xml += "</value></property>\n";
    if (!good) {
      return Error{ErrorClass::kError, "SUBWF002",
                   "the property " + OneLine(name) + " has a character that XML does not allow"};
    }
  }
  return xml + "</configuration>\n";
}

Result<std::string> ReadVersions(std::string_view json) {
  const Json versions = Parse(json);
  if (!versions.is_array()) {
    return NoOozie("the list of protocol versions cannot be read");
  }
  for (int version = 2; version >= 0; --version) {
    if (std::find(versions.begin(), versions.end(), Json(version)) != versions.end()) {
      return "v" + std::to_string(version);
    }
  }
  return Error{ErrorClass::kNonTransient, "SUBWF004",
               "the server does not speak any of the protocol versions 0 to 2"};
}

Result<std::string> ReadJobId(std::string_view json, bool may_lack) {
  const Json reply = Parse(json);
  if (!reply.is_object() || !reply.contains("id")) {
    return NoOozie("the reply has no job id");
  }
  const std::string id = Text(reply, "id");
  const bool good = std::all_of(id.begin(), id.end(), [](char c) {
    return static_cast<unsigned char>(c) > 0x20 && c != '/' && c != '?' && c != '#' && c != 0x7f;
  });
  if (!good || (id.empty() && !may_lack)) {
    return NoOozie("the job id in the reply is invalid");
  }
  return id;
}

Result<void> ReadNoReply(std::string_view body) {
  if (!body.empty()) {
    return NoOozie("a reply that should be empty has " + std::to_string(body.size()) + " bytes");
  }
  return {};
}

Result<OozieJob> ReadJob(std::string_view json) {
  const Json reply = Parse(json);
  OozieJob job;
  job.id = Text(reply, "id");
  job.status = Text(reply, "status");
  job.console_url = Text(reply, "consoleUrl");
  if (const auto run = reply.find("run"); run != reply.end() && run->is_number_integer()) {
    job.run = run->get<std::int64_t>();
  }
  if (job.id.empty() || job.status.empty()) {
    return NoOozie("the reply lacks the id or the status of the job");
  }
  const auto actions = reply.find("actions");
  if (actions != reply.end() && actions->is_array()) {
    for (const Json& action : *actions) {
      if (std::string code = Text(action, "errorCode"); !code.empty()) {
        job.error_code = std::move(code);
        job.error_message = OneLine(Text(action, "errorMessage"));
      }
    }
  }
  return job;
}

Error ErrorOfOozie(const HttpReply& reply, const std::string& host) {
  const std::string* code = reply.Header("oozie-error-code");
  const std::string* message = reply.Header("oozie-error-message");
  const std::string status = "status " + std::to_string(reply.status);
  if (code != nullptr && !code->empty()) {
    const std::string text =
        host + ": " +
        OneLine(message == nullptr ? status : std::string(WithoutCode(*code, *message)));
    if (reply.status == 401 || reply.status == 403) {
      return {ErrorClass::kNonTransient, "SUBWF003", text + " (" + *code + ")"};
    }
    if (reply.status >= 500 || IsServersTrouble(*code)) {
      return {ErrorClass::kTransient, "SUBWF005", text + " (" + *code + ")"};
    }
    return {ErrorClass::kError, OneLine(*code), text};
  }
  const std::string text = host + " answered with " + status;
  if (MayPass(reply.status)) {
    return {ErrorClass::kTransient, "SUBWF005", text};
  }
  if (reply.status == 401 || reply.status == 403) {
    return {ErrorClass::kNonTransient, "SUBWF003",
            text + ": the server requires a different login"};
  }
  if (reply.status == 404 || reply.status < 400) {
    return {ErrorClass::kNonTransient, "SUBWF004",
            text + ": there is no Oozie server at this address"};
  }
  return {ErrorClass::kError, "SUBWF002", text};
}

}  // namespace hpdl::rt
