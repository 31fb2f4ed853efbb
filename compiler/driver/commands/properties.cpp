#include "compiler/driver/commands/properties.h"

#include <set>

#include "compiler/application/remote.h"
#include "compiler/pipeline/properties.h"
#include "runtime/ground/config/config.h"

namespace hpdl::driver {
int ReadProperties(const CommandLine& line, const OutputOptions& output,
                   std::optional<PropertyMap>* properties) {
  if (!line.Has("define") && !line.Has("config")) {
    return kExitOk;
  }
  rt::Properties merged;
  std::set<std::string, std::less<>> finals;
  for (const std::string& path : line.All("config")) {
    rt::Result<std::string> bytes = application::ReadAnyFile(path);
    if (!bytes) {
      PrintError(bytes.error().message);
      return kExitUsage;
    }
    const rt::ConfigReading read = rt::ScanConfig(*bytes);
    if (read.problem) {
      const SourceBuffer source(path, std::move(*bytes));
      Diagnostics diagnostics;
      pipeline::EmitBadProperties(source, *read.problem, &diagnostics);
      PrintDiagnostics(diagnostics.Sorted(), output);
      return kExitInvalid;
    }
    rt::Apply(read.properties, &merged, &finals);
  }
  PropertyMap result(merged.begin(), merged.end());
  if (!ReadDefines(line, &result)) {
    return kExitUsage;
  }
  *properties = std::move(result);
  return kExitOk;
}

std::set<std::string> DefinedNames(const CommandLine& line) {
  std::set<std::string> names;
  for (const std::string& define : line.All("define")) {
    names.insert(define.substr(0, define.find('=')));
  }
  return names;
}

}  // namespace hpdl::driver
