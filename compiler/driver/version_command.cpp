#include <cstdio>
#include <nlohmann/json.hpp>
#include <string_view>

#include "compiler/driver/command.h"
#include "compiler/driver/options.h"
#include "runtime/base/library_row.h"

namespace hpdl::driver {
namespace {

constexpr rt::LibraryRow kLibraries[] = {
#define LIBRARY(name, version, licence) {name, version, licence, true},
#include "compiler_driver_libraries.def"
#undef LIBRARY
};

std::string VersionJson() {
  nlohmann::ordered_json json = {{"version", 1}, {"compilerVersion", HPDL_VERSION}};
  json["libraries"] = nlohmann::ordered_json::array();
  for (const rt::LibraryRow& library : kLibraries) {
    json["libraries"].push_back(
        {{"name", library.name}, {"version", library.version}, {"licence", library.licence}});
  }
  return json.dump() + "\n";
}

}  // namespace

int VersionCommand(const Arguments& arguments) {
  CommandLine line("--version", "",
                   "Prints the version; as JSON, also the libraries inside hpdlc.");
  line.options.add_options()("format",
                             boost::program_options::value<std::string>()->default_value("text"),
                             "text or json");
  if (!line.Parse(arguments)) {
    return line.exit_code;
  }
  if (!line.operands.empty()) {
    return UsageError(line.name, "no operand is expected");
  }
  if (!IsOneOf(line, "format", {"text", "json"})) {
    return kExitUsage;
  }
  const std::string text =
      line.Get("format") == "json" ? VersionJson() : "hpdlc " HPDL_VERSION "\n";
  std::fwrite(text.data(), 1, text.size(), stdout);
  return kExitOk;
}

}  // namespace hpdl::driver
