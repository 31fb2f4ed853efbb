#ifndef HPDL_RUNTIME_GROUND_BASE_BOOT_ID_H_
#define HPDL_RUNTIME_GROUND_BASE_BOOT_ID_H_

#include <string>

namespace hpdl::rt {

/// Returns the kernel's id of the present boot of the machine; "" if the kernel gives no id.
std::string BootId();

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_BASE_BOOT_ID_H_
