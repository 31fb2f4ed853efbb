#include "runtime/server/oozie/configuration_xml.h"

#include <algorithm>

#include "runtime/base/java_hash.h"
#include "runtime/base/secret_name.h"
#include "runtime/base/worker_threads.h"
#include "runtime/config/config.h"
#include "runtime/server/jdom_text.h"

namespace hpdl::rt {

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
  auto read = [body](const StopFlag&) { return ReadConfigurationBody(body); };
  co_return co_await OnWorker(std::move(read));
}

std::vector<std::string> InJavaOrder(const Properties& properties) {
  constexpr std::string_view kAddedLast = "oozie.bundle.id";  // to the properties of a coordinator
  std::vector<std::string> names;
  for (const auto& [name, value] : properties) {
    names.push_back(name);
  }
  std::stable_partition(names.begin(), names.end(),
                        [&](const std::string& name) { return name != kAddedLast; });
  return JavaHashOrder(std::move(names), JavaTable::kConcurrentHashMap);
}

std::string ConfigurationXml(const Properties& properties, bool masked) {
  std::string xml = "<configuration>\r\n";
  for (const std::string& name : InJavaOrder(properties)) {
    xml += "  <property>\r\n    <name>";
    AppendJdomText(&xml, name);
    xml += "</name>\r\n    <value>";
    AppendJdomText(&xml, masked && IsSecretName(name) ? "***" : properties.find(name)->second);
    xml += "</value>\r\n  </property>\r\n";
  }
  return xml + "</configuration>";
}

}  // namespace hpdl::rt
