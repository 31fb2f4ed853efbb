#include "runtime/server/oozie/configuration_xml.h"

#include <algorithm>
#include <cstdint>

#include "runtime/base/secret_name.h"
#include "runtime/base/utf8.h"
#include "runtime/base/worker_threads.h"
#include "runtime/config/config.h"

namespace hpdl::rt {
namespace {

/// String.hashCode(), over units of UTF-16, with its halves mixed as ConcurrentHashMap does.
std::uint32_t JavaHash(std::string_view text) {
  std::uint32_t hash = 0;
  for (std::size_t at = 0; at < text.size();) {
    const Utf8Character character = DecodeUtf8(text.substr(at));
    const char32_t code = character.size == 0 ? 0xFFFD : character.code;
    if (code > 0xFFFF) {
      hash = hash * 31 + (0xD800 + ((code - 0x10000) >> 10));
      hash = hash * 31 + (0xDC00 + ((code - 0x10000) & 0x3FF));
    } else {
      hash = hash * 31 + code;
    }
    at += character.size == 0 ? 1 : character.size;
  }
  return hash ^ (hash >> 16);
}

void AppendXmlText(std::string* out, std::string_view text) {
  for (const char c : ValidUtf8(text)) {
    if (c == '&') {
      out->append("&amp;");
    } else if (c == '<') {
      out->append("&lt;");
    } else if (c == '>') {
      out->append("&gt;");
    } else if (c == '\r') {
      out->append("&#xD;");
    } else if (c == '\n') {
      out->append("\r\n");
    } else {
      out->push_back(c);
    }
  }
}

}  // namespace

Result<Properties> ReadConfigurationBody(std::string_view body) {
  const ConfigReading read = ScanHadoopXml(body);
  if (read.problem) {
    return Error{ErrorClass::kError, "E0302",
                 "Invalid parameter [the configuration that was sent, line " +
                     std::to_string(read.problem->line) + ": " + read.problem->text + "]"};
  }
  Properties properties;
  Apply(read.properties, &properties);
  return properties;
}

Task<Result<Properties>> ReadBodyBeside(std::string_view body) {
  constexpr std::size_t kLong = 64 << 10;  // a thread costs as much as reading this
  if (body.size() < kLong) {
    co_return ReadConfigurationBody(body);
  }
  co_return co_await OnWorker([body](const StopFlag&) { return ReadConfigurationBody(body); });
}

std::vector<const std::string*> InJavaOrder(const Properties& properties) {
  std::size_t places = 16;
  while (properties.size() >= places - places / 4) {
    places *= 2;
  }
  std::vector<std::pair<std::uint32_t, const std::string*>> found;
  for (const auto& [name, value] : properties) {
    found.emplace_back(JavaHash(name) & (places - 1), &name);
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<const std::string*> names;
  for (const auto& [place, name] : found) {
    names.push_back(name);
  }
  return names;
}

std::string ConfigurationXml(const Properties& properties, bool masked) {
  std::string xml = "<configuration>\r\n";
  for (const std::string* name : InJavaOrder(properties)) {
    xml += "  <property>\r\n    <name>";
    AppendXmlText(&xml, *name);
    xml += "</name>\r\n    <value>";
    AppendXmlText(&xml, masked && IsSecretName(*name) ? "***" : properties.find(*name)->second);
    xml += "</value>\r\n  </property>\r\n";
  }
  return xml + "</configuration>";
}

}  // namespace hpdl::rt
