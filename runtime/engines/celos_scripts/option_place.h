#ifndef HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_OPTION_PLACE_H_
#define HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_OPTION_PLACE_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/rules/celos/definition.h"

namespace hpdl::rt::celos {

/// Finds the value of an option in a source. `call` is the place of the function's name, as in
/// `defineWorkflow({...})`. `path` leads through literal objects and arrays, and through the first
/// argument of calls: {"contacts", "0", "email"}. Returns the place of the last part of `path` that
/// is a literal in the source. Returns no value if even the first part is not a literal in the
/// source.
std::optional<Place> OptionPlace(std::string_view source, const Place& call,
                                 const std::vector<std::string>& path);

/// Returns the name of the function that is called at the place `call`, such as
/// "celos.hourlySchedule". Returns "" if the source has no name at that place.
std::string CalledName(std::string_view source, const Place& call);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_OPTION_PLACE_H_
