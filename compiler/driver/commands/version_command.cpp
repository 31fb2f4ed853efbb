#include <cstdio>
#include <string>

#include "compiler/driver/commands/command.h"
#include "compiler/driver/commands/options.h"
#include "runtime/ground/sbom/bill_of_materials.h"

namespace hpdl::driver {
namespace {

constexpr rt::LibraryRow kLibraries[] = {
#define LIBRARY(name, version, licence, url) {name, version, licence, url},
#include "compiler_driver_libraries.def"
#undef LIBRARY
};

std::string VersionJson() {
  rt::BillOfMaterials bill("hpdlc", HPDL_VERSION);
  bill.Property("compilerVersion", HPDL_VERSION);
  return bill.End(kLibraries);
}

void DeclareVersion(CommandLine* line) {
  line->options.add_options()("format", TakesOne("text|json")->default_value("text"),
                              "the format of the output");
}

int RunVersion(const CommandLine& line) {
  if (!line.operands.empty()) {
    return UsageError(line.name, "no operand is expected");
  }
  const std::string text =
      line.Get("format") == "json" ? VersionJson() : "hpdlc " HPDL_VERSION "\n";
  std::fwrite(text.data(), 1, text.size(), stdout);
  return kExitOk;
}

}  // namespace

const Command kVersionCommand = {
    "--version",
    "print the version",
    "",
    "Prints the version; as JSON (CycloneDX 1.5), also the libraries inside hpdlc.",
    &DeclareVersion,
    &RunVersion};

}  // namespace hpdl::driver
