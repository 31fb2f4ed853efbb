#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_DEFINITIONS_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_DEFINITIONS_H_

#include <memory>
#include <mutex>
#include <string>

#include "runtime/ground/base/result.h"
#include "runtime/rules/celos/definition.h"
#include "runtime/rules/celos/step_log.h"

namespace hpdl::rt::celos {

/// What a folder of scripts has defined, and who tells the properties of its slots.
struct Definitions {
  std::shared_ptr<const Configuration> configuration;
  std::shared_ptr<PropertySource> properties;
};
using DefinitionsPtr = std::shared_ptr<const Definitions>;

/// Evaluates the scripts of a folder. An error: none of them can be.
class DefinitionLoader {
 public:
  virtual ~DefinitionLoader() = default;
  virtual Result<Definitions> Load(StepLog& log) = 0;
};

/// What the log says of a file: below Celos' own line, where in it, with the line and a caret, as
/// Celos has a trace there.
std::string TextOf(const ScriptError& error);

/// The definitions of the last step, which serve all requests until the next one. For any thread.
class CachedDefinitions {
 public:
  CachedDefinitions(DefinitionLoader& loader, StepLog& log) : loader_(loader), log_(log) {}

  /// Evaluates the scripts, and logs what is wrong with each.
  Result<DefinitionsPtr> Load();
  /// The last ones, or Load() if there are none.
  Result<DefinitionsPtr> Get();
  /// The last ones; null: there are none.
  DefinitionsPtr Last();
  void Clear();

 private:
  Result<DefinitionsPtr> LoadLocked();

  DefinitionLoader& loader_;
  StepLog& log_;
  std::mutex loading_;  ///< held while scripts are evaluated
  std::mutex mutex_;    ///< of the next one
  DefinitionsPtr last_;
};

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_DEFINITIONS_H_
