#ifndef HPDL_RUNTIME_GROUND_BASE_SECRET_NAME_H_
#define HPDL_RUNTIME_GROUND_BASE_SECRET_NAME_H_

#include <string_view>

namespace hpdl::rt {

/// Whether a property, option or variable of this name is likely to hold a password, key or token:
/// its value is not shown. Goes by the words in it, "db.password", "apiKey", "SECRET_KEY".
bool IsSecretName(std::string_view name);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_BASE_SECRET_NAME_H_
