#ifndef HPDL_RUNTIME_PROGRAMS_PROGRAM_WAITS_H_
#define HPDL_RUNTIME_PROGRAMS_PROGRAM_WAITS_H_

#include <cstdint>
#include <string>

#include "runtime/store/wait.h"

namespace hpdl::rt {

/// What is waited for and for how long already: "application_1_2 at rm:8032, since 12:00:01 (3m);
/// at most until 12:10:00".
std::string WaitText(const Wait& wait, std::int64_t now_ms);

/// A line for each wait of a parked job, the first ones if there are many, and how many more.
std::string WaitLines(const ParkingNote& note, std::int64_t now_ms);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_PROGRAMS_PROGRAM_WAITS_H_
