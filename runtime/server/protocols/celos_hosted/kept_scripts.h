#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_HOSTED_KEPT_SCRIPTS_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_HOSTED_KEPT_SCRIPTS_H_

#include <map>
#include <optional>
#include <string>

#include "runtime/engines/celos_scripts/scripts.h"
#include "runtime/rules/celos/step_log.h"
#include "runtime/store/celos_slots/slot_database.h"

namespace hpdl::rt::celos {

/// Keeps the last good text of each script in the database of the slots. A later process uses this
/// text if it finds the script's file broken. If a text cannot be written, the failure is only
/// logged, and a later process cannot use the text.
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
