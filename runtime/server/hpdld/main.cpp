#include <cstdio>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "runtime/engines/celos_scripts/script_child.h"
#include "runtime/ground/sbom/bill_of_materials.h"
#include "runtime/ground/sbom/libraries.h"
#include "runtime/server/hpdld/daemon.h"
#include "runtime/server/hpdld/front_process.h"
#include "runtime/server/hpdld/options.h"
#include "runtime/server/hpdld/store_process.h"
#include "runtime/server/hpdld/user_server.h"
#include "runtime/server/protocols/celos/celos_server.h"
#include "runtime/server/protocols/celos/script_definitions.h"
#include "runtime/server/protocols/celos_ui/celos_ui.h"
#include "runtime/server/protocols/celos_ui/page_of_api.h"
#include "runtime/server/protocols/celos_ui/ui_program.h"

namespace {

/// True if the program was started under the file name `name`. Under some names hpdld acts as one
/// of Celos' programs.
bool IsCalled(std::string_view program, std::string_view name) {
  return program.substr(program.rfind('/') + 1) == name;
}

int RunAsCelosServer(const std::vector<std::string_view>& arguments) {
  using namespace hpdl::rt;
  const auto loader = [](const celos::LoaderSetup& setup) {
    return Result<std::unique_ptr<celos::DefinitionLoader>>(
        std::make_unique<celos::ScriptDefinitions>(setup));
  };
  const auto page = [](const celos::CelosOptions& options, celos::CelosApi& api,
                       celos::CachedDefinitions& definitions) {
    return celos::PageOf(api, definitions, options.hue, options.groups);
  };
  return celos::RunCelosServer(arguments, {HPDL_VERSION, DaemonState, loader, page});
}

}  // namespace

int main(int argc, char** argv) {
  if (const std::optional<int> evaluated = hpdl::rt::celos::EvaluateScriptsIfAsked(argc, argv)) {
    return *evaluated;
  }
  const std::vector<std::string_view> arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
  if (argc > 0 && IsCalled(argv[0], "celos-server")) {
    return RunAsCelosServer(arguments);
  }
  if (argc > 0 && IsCalled(argv[0], "celos-ui")) {
    return hpdl::rt::celos::RunCelosUi(arguments, HPDL_VERSION);
  }
  if (arguments.size() == 1 && arguments[0] == hpdl::rt::kServeUser) {
    return hpdl::rt::ServeUser();
  }
  if (arguments.size() == 1 && arguments[0] == hpdl::rt::kServeFront) {
    return hpdl::rt::ServeFront();
  }
  if (arguments.size() == 1 && arguments[0] == hpdl::rt::kServeStore) {
    return hpdl::rt::ServeStore();
  }
  const hpdl::rt::Result<hpdl::rt::DaemonOptions> options = hpdl::rt::ReadOptions(arguments);
  if (!options) {
    std::fprintf(stderr, "hpdld: %s\ntry 'hpdld --help'\n", options.error().message.c_str());
    return 2;
  }
  if (options->help || options->version) {
    std::string text(hpdl::rt::DaemonHelp());
    if (!options->help) {
      text = options->json
                 ? hpdl::rt::BillOfMaterials("hpdld", HPDL_VERSION).End(hpdl::rt::LibrariesInside())
                 : "hpdld " HPDL_VERSION "\n";
    }
    std::fwrite(text.data(), 1, text.size(), stdout);
    return 0;
  }
  return hpdl::rt::Serve(*options);
}
