#include "runtime/ground/config/configuration_xml.h"

#include <algorithm>
#include <string_view>

#include "runtime/ground/base/global_property.h"
#include "runtime/ground/base/java_hash.h"
#include "runtime/ground/base/jdom_xml.h"
#include "runtime/ground/base/secret_name.h"
#include "runtime/ground/value/reserved_names.h"

namespace hpdl::rt {

std::vector<std::string> InJavaOrder(const Properties& properties) {
  // Oozie adds this property to a coordinator after all other properties.
  constexpr std::string_view kAddedLast = "oozie.bundle.id";
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
    // Nobody could submit the properties again with kSlaChangeProperty, or with asterisks as the
    // value of kGlobalProperty.
    if (name == kSlaChangeProperty || (masked && name == kGlobalProperty)) {
      continue;
    }
    xml += "  <property>\r\n    <name>";
    AppendJdomText(&xml, name);
    xml += "</name>\r\n    <value>";
    AppendJdomText(&xml, masked && IsSecretName(name) ? "***" : properties.find(name)->second);
    xml += "</value>\r\n  </property>\r\n";
  }
  return xml + "</configuration>";
}

}  // namespace hpdl::rt
