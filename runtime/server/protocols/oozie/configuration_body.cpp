#include "runtime/server/protocols/oozie/configuration_body.h"

#include "runtime/ground/base/worker_threads.h"
#include "runtime/ground/config/config.h"

namespace hpdl::rt {
namespace {

/// True for the names of properties that the server itself reads.
bool IsOfServer(std::string_view name) {
  return name.starts_with("oozie.") || name.starts_with("hpdl.") || name.starts_with("hws.") ||
         name == "user.name" || name == "group.name";
}

}  // namespace

Result<Properties> ReadConfigurationBody(std::string_view body) {
  ConfigReading read = ScanHadoopXml(body);
  if (read.problem) {
    return Error{ErrorClass::kError, "E0302",
                 "Invalid parameter [the configuration that was sent, line " +
                     std::to_string(read.problem->line) + ": " + read.problem->text + "]"};
  }
  for (ConfigProperty& property : read.properties) {
    if (property.blank && !IsOfServer(property.name)) {
      property.value = " ";
    }
  }
  Properties properties;
  Apply(read.properties, &properties);
  RemoveEmpty(&properties);
  return properties;
}

Task<Result<Properties>> ReadBodyBeside(std::string_view body) {
  constexpr std::size_t kLong = 64 << 10;  // in bytes; shorter bodies are read on this thread
  if (body.size() < kLong) {
    co_return ReadConfigurationBody(body);
  }
  auto read = [body](const StopFlag&) { return ReadConfigurationBody(body); };
  co_return co_await OnWorker(std::move(read));
}

}  // namespace hpdl::rt
