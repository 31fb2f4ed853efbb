#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_SCRIPT_DEFINITIONS_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_SCRIPT_DEFINITIONS_H_

#include <memory>

#include "runtime/server/protocols/celos/celos_server.h"
#include "runtime/server/protocols/celos/definitions.h"

namespace hpdl::rt::celos {

/// Evaluates the scripts of a folder in a separate process.
class ScriptDefinitions final : public DefinitionLoader {
 public:
  /// `evaluator`: the path of the program that evaluates the scripts; "": this program.
  explicit ScriptDefinitions(const LoaderSetup& setup, std::string evaluator = {});
  ~ScriptDefinitions() override;

  Result<Definitions> Load(StepLog& log) override;

 private:
  class Process;
  const std::shared_ptr<Process> process_;
};

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_SCRIPT_DEFINITIONS_H_
