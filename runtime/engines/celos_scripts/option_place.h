#ifndef HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_OPTION_PLACE_H_
#define HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_OPTION_PLACE_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/rules/celos/definition.h"

namespace hpdl::rt::celos {

/// Returns the place of an option's value in a source. `call` is the place of the function's name,
/// as in `defineWorkflow({...})`. `path` has the keys and indexes that lead to the value, such as
/// {"contacts", "0", "email"}. The path leads through literal objects and arrays, and through the
/// first argument of calls. If the source has only the beginning of the path as literals, returns
/// the place of the last value that is found. Returns no value if not even the first value is
/// found.
std::optional<Place> OptionPlace(std::string_view source, const Place& call,
                                 const std::vector<std::string>& path);

/// Returns the name of the function that is called at the place `call`, such as
/// "celos.hourlySchedule". Returns "" if the source has no name at that place.
std::string CalledName(std::string_view source, const Place& call);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_OPTION_PLACE_H_
