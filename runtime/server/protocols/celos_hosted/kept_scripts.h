#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_HOSTED_KEPT_SCRIPTS_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_HOSTED_KEPT_SCRIPTS_H_

#include <map>
#include <optional>
#include <string>

#include "runtime/engines/celos_scripts/scripts.h"
#include "runtime/rules/celos/step_log.h"
#include "runtime/store/celos_slots/slot_database.h"

namespace hpdl::rt::celos {

/// Keeps the last whole texts of scripts in the database of the slots. A failure to keep a text is
/// logged. Only a later process misses that text, and only if the file is broken by then and no
/// later attempt kept it.
class KeptScripts final : public WholeScripts {
 public:
  /// Both arguments outlive this object.
  KeptScripts(SlotDatabase& database, StepLog& log) : database_(database), log_(log) {}

  std::map<std::string, WholeScript> Read() override;
  bool Write(const std::map<std::string, std::optional<WholeScript>>& changed) override;

 private:
  SlotDatabase& database_;
  StepLog& log_;
};

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_HOSTED_KEPT_SCRIPTS_H_
