#ifndef HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_OPTION_PLACE_H_
#define HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_OPTION_PLACE_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/rules/celos/definition.h"

namespace hpdl::rt::celos {

/// Where the value of an option stands in a source: `call` is the place of the function's name, as
/// in `defineWorkflow({...})`, and `path` leads through objects and arrays that are written out
/// there, and through the first argument of calls: {"contacts", "0", "email"}. As far as the path
/// is written out; nothing: its first part is not.
std::optional<Place> OptionPlace(std::string_view source, const Place& call,
                                 const std::vector<std::string>& path);

/// What is called at a place, "celos.hourlySchedule"; "": no name stands there.
std::string CalledName(std::string_view source, const Place& call);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_OPTION_PLACE_H_
