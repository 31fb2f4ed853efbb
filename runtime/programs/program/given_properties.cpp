#include "runtime/programs/program/given_properties.h"

#include <set>

#include "runtime/ground/base/terminal_text.h"
#include "runtime/programs/program/invocation.h"
#include "runtime/programs/program/remote_file.h"

namespace hpdl::rt {

Result<Properties> GivenProperties(const Invocation& call, const std::string& site_path) {
  const ParsedLine& line = call.line;
  Properties properties;
  std::set<std::string, std::less<>> finals;
  for (const std::string& path : line.All("config")) {
    const Result<ConfigProperties> file = ReadConfigAnywhere(call.program, path, site_path);
    HPDL_TRY(file);
    Apply(*file, &properties, &finals);
  }
  for (const std::string& definition : line.All("D")) {
    const std::size_t equal = definition.find('=');
    if (equal == std::string::npos || equal == 0) {
      return Error{ErrorClass::kError, "", "-D '" + OneLine(definition) + "': expected NAME=VALUE"};
    }
    properties[definition.substr(0, equal)] = definition.substr(equal + 1);
  }
  return properties;
}

}  // namespace hpdl::rt
