#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_SLOT_FILE_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_SLOT_FILE_H_

#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"
#include "runtime/rules/celos/slot_state.h"
#include "runtime/server/protocols/celos/jackson_json.h"

/// The files of a Celos directory that say something of a slot.
namespace hpdl::rt::celos {

/// `{"time":..,"status":..,"externalID":..,"retryCount":..}`, as it is stored and answered.
JsonValue JsonOf(const SlotState& state);
std::string SlotFileText(const SlotState& state);
/// The time is that of the file's name: older files have none.
Result<SlotState> ReadSlotFile(std::string_view text, ScheduledTime time);

/// `{"rerunTime":..}`: when the slot was marked.
std::string MarkFileText(ScheduledTime marked);
Result<ScheduledTime> ReadMarkFile(std::string_view text);

/// An object, whatever is in it; anything else is an error of Java's.
Result<JsonValue> ReadJsonObject(std::string_view text);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_SLOT_FILE_H_
