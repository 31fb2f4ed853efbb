#ifndef HPDL_RUNTIME_GROUND_BASE_BOOT_ID_H_
#define HPDL_RUNTIME_GROUND_BASE_BOOT_ID_H_

#include <string>

namespace hpdl::rt {

/// The kernel's name of this start of the machine; "" if it gives none.
std::string BootId();

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_BASE_BOOT_ID_H_
