#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_CELOS_SERVER_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_CELOS_SERVER_H_

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/rules/celos/files.h"
#include "runtime/rules/celos/registers.h"
#include "runtime/server/protocols/celos/celos_api.h"
#include "runtime/server/protocols/celos/celos_options.h"
#include "runtime/server/protocols/celos/celos_page.h"
#include "runtime/server/protocols/celos/definitions.h"

namespace hpdl::rt::celos {

class WholeScripts;

/// What scripts are evaluated with.
struct LoaderSetup {
  std::string workflows, defaults;  ///< folders
  Registers& registers;
  Files& files;
  /// What Celos takes and cannot run is an error of its script, and a file that is broken defines
  /// what it did before.
  bool strict = false;
  /// As ScriptSettings has it.
  WholeScripts* whole = nullptr;
};
using MakeLoader = std::function<Result<std::unique_ptr<DefinitionLoader>>(const LoaderSetup&)>;

/// What browsers are shown of an API and of the scripts behind it, which outlive it.
using MakePage = std::function<std::unique_ptr<CelosPage>(
    const CelosOptions& options, CelosApi& api, CachedDefinitions& definitions)>;

/// How the program differs where it is built in.
struct CelosProgram {
  std::string version;
  /// The state directory, by what the command line says of it.
  std::function<Result<std::string>(const std::string& given)> state;
  MakeLoader loader;
  MakePage page;
};

/// celos-server from its command line to its end. Gives the exit code.
int RunCelosServer(const std::vector<std::string_view>& arguments, const CelosProgram& program);

/// Serves until a signal comes.
int ServeCelos(const CelosOptions& options, const CelosProgram& program);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_CELOS_SERVER_H_
