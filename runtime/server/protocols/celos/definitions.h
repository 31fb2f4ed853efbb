#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_DEFINITIONS_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_DEFINITIONS_H_

#include <memory>
#include <mutex>
#include <string>

#include "runtime/ground/base/result.h"
#include "runtime/rules/celos/definition.h"
#include "runtime/rules/celos/step_log.h"

namespace hpdl::rt::celos {

/// The definitions that were read from a folder of scripts. `properties` returns the properties of
/// a slot's job.
struct Definitions {
  std::shared_ptr<const Configuration> configuration;
  std::shared_ptr<PropertySource> properties;
};
using DefinitionsPtr = std::shared_ptr<const Definitions>;

/// Evaluates the scripts of a folder. An error means that no script could be evaluated.
class DefinitionLoader {
 public:
  virtual ~DefinitionLoader() = default;
  virtual Result<Definitions> Load(StepLog& log) = 0;
};

/// Returns the text for the log about a broken file. The first line is the same as in Celos.
/// Instead of Celos' stack trace, the next lines have the position in the file, the source line and
/// a caret.
std::string TextOf(const ScriptError& error);

/// Keeps the definitions of the last step, which serve all requests until the next step. Any thread
/// may use it.
class CachedDefinitions {
 public:
  CachedDefinitions(DefinitionLoader& loader, StepLog& log) : loader_(loader), log_(log) {}

  /// Evaluates the scripts and logs the errors of each file.
  Result<DefinitionsPtr> Load();
  /// Returns the last definitions. If no definitions are loaded yet, loads them first.
  Result<DefinitionsPtr> Get();
  /// Returns the last definitions; null if no definitions are loaded.
  DefinitionsPtr Last();
  void Clear();

 private:
  Result<DefinitionsPtr> LoadLocked();

  DefinitionLoader& loader_;
  StepLog& log_;
  std::mutex loading_;  ///< held while scripts are evaluated
  std::mutex mutex_;    ///< guards last_
  DefinitionsPtr last_;
};

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_DEFINITIONS_H_
