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

/// The setup with which a loader evaluates scripts.
struct LoaderSetup {
  std::string workflows, defaults;  ///< the folders of the workflow scripts and of the defaults
                                    ///< files
  Registers& registers;
  Files& files;
  /// If true, the loader differs from Celos in two ways. A definition that Celos would load but
  /// could not run is an error of its script. If a file is broken, its last good definitions stay
  /// in use.
  bool strict = false;
  /// With `strict`: the store that keeps good definitions for later processes. If it is null, the
  /// definitions are not stored.
  WholeScripts* whole = nullptr;
};
using MakeLoader = std::function<Result<std::unique_ptr<DefinitionLoader>>(const LoaderSetup&)>;

/// Makes the page that shows an API and its definitions in a browser. The API and the definitions
/// outlive the page.
using MakePage = std::function<std::unique_ptr<CelosPage>(
    const CelosOptions& options, CelosApi& api, CachedDefinitions& definitions)>;

/// The parts of celos-server that depend on the program which contains it.
struct CelosProgram {
  std::string version;
  /// Returns the state directory; `given` is the value of --state.
  std::function<Result<std::string>(const std::string& given)> state;
  MakeLoader loader;
  MakePage page;
};

/// Runs celos-server from its command line to its end; returns the exit code.
int RunCelosServer(const std::vector<std::string_view>& arguments, const CelosProgram& program);

/// Serves until a signal comes; returns the exit code.
int ServeCelos(const CelosOptions& options, const CelosProgram& program);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_CELOS_SERVER_H_
