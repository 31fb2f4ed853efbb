#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_HOSTED_WATCHED_DEFINITIONS_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_HOSTED_WATCHED_DEFINITIONS_H_

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "runtime/server/protocols/celos/definitions.h"
#include "runtime/server/work/server_log.h"

namespace hpdl::rt::celos {

/// Returns a warning for each reference to a workflow that no script defines. A script with this
/// reference loads, but its workflows may behave in a way that the author does not expect.
std::vector<ScriptError> DoubtsOf(const Configuration& configuration);

/// Loads scripts. Logs each problem once, and logs once when all problems are gone.
class WatchedDefinitions final : public DefinitionLoader {
 public:
  /// Any thread may call `log`.
  WatchedDefinitions(std::unique_ptr<DefinitionLoader> scripts, ServerLog log)
      : scripts_(std::move(scripts)), log_(std::move(log)) {}

  Result<Definitions> Load(StepLog& log) override;

 private:
  void Tell(const std::vector<ScriptError>& errors, const std::vector<ScriptError>& doubts);

  const std::unique_ptr<DefinitionLoader> scripts_;
  const ServerLog log_;
  std::vector<std::string> told_;
};

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_HOSTED_WATCHED_DEFINITIONS_H_
