#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_SLOT_FILE_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_SLOT_FILE_H_

#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"
#include "runtime/rules/celos/slot_state.h"
#include "runtime/server/protocols/celos/jackson_json.h"

/// The files of a Celos directory that describe slots.
namespace hpdl::rt::celos {

/// Returns a slot in the form that files and answers have:
/// `{"time":T,"status":S,"externalID":ID,"retryCount":N}`.
JsonValue JsonOf(const SlotState& state);
std::string SlotFileText(const SlotState& state);
/// Reads a slot's file. `time` comes from the file's name: older files do not contain it.
Result<SlotState> ReadSlotFile(std::string_view text, ScheduledTime time);

/// Returns `{"rerunTime":T}` with the time at which the slot was marked for a rerun.
std::string MarkFileText(ScheduledTime marked);
Result<ScheduledTime> ReadMarkFile(std::string_view text);

/// Reads an object with any members. For any other value, returns the error of Java.
Result<JsonValue> ReadJsonObject(std::string_view text);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_SLOT_FILE_H_
