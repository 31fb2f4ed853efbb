#ifndef HPDL_RUNTIME_GROUND_BASE_SECRET_NAME_H_
#define HPDL_RUNTIME_GROUND_BASE_SECRET_NAME_H_

#include <string_view>

namespace hpdl::rt {

/// True if a property, option or variable of this name probably holds a password, key or token, so
/// that its value must not be shown. Looks at the words of the name: "db.password", "apiKey",
/// "SECRET_KEY".
bool IsSecretName(std::string_view name);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_BASE_SECRET_NAME_H_
