#ifndef HPDL_RUNTIME_SERVER_CELOS_SCRIPT_DEFINITIONS_H_
#define HPDL_RUNTIME_SERVER_CELOS_SCRIPT_DEFINITIONS_H_

#include "runtime/server/celos/celos_server.h"
#include "runtime/server/celos/definitions.h"

namespace hpdl::rt::celos {

/// Evaluates the scripts of a folder in this process.
class ScriptDefinitions final : public DefinitionLoader {
 public:
  explicit ScriptDefinitions(const LoaderSetup& setup) : setup_(setup) {}
  Result<Definitions> Load(StepLog& log) override;

 private:
  const LoaderSetup setup_;
};

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_SERVER_CELOS_SCRIPT_DEFINITIONS_H_
