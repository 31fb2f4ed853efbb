#ifndef HPDL_RUNTIME_PROGRAMS_PROGRAM_WAITS_H_
#define HPDL_RUNTIME_PROGRAMS_PROGRAM_WAITS_H_

#include <cstdint>
#include <string>

#include "runtime/store/wait.h"

namespace hpdl::rt {

/// Describes a wait and how long it has lasted: "application_1_2 at rm:8032, since 12:00:01 (3m);
/// at most until 12:10:00".
std::string WaitText(const Wait& wait, std::int64_t now_ms);

/// Returns a line for each wait of a parked job. If there are more than ten waits, returns the
/// first ten and the number of the other waits.
std::string WaitLines(const ParkingNote& note, std::int64_t now_ms);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_PROGRAMS_PROGRAM_WAITS_H_
