#include "runtime/engines/celos_scripts/dependent_circles.h"

#include <map>
#include <optional>
#include <string>
#include <variant>

namespace hpdl::rt::celos {
namespace {

/// Maps a workflow to the existing workflow whose schedule it uses.
using Next = std::map<std::string, std::string>;

Next DependentOnes(const Configuration& configuration) {
  Next next;
  for (const auto& [id, workflow] : configuration.workflows) {
    const DependentSchedule* dependent = std::get_if<DependentSchedule>(&workflow.schedule);
    if (dependent != nullptr && configuration.workflows.contains(dependent->workflow)) {
      next[id] = dependent->workflow;
    }
  }
  return next;
}

/// Returns the circle that begins and ends at `id`, such as "a, b, a" for the id "a". Returns no
/// value if the chain does not lead back to `id`.
std::optional<std::string> CircleFrom(const std::string& id, const Next& next) {
  std::string way = id;
  auto at = next.find(id);
  for (std::size_t steps = 0; at != next.end() && steps < next.size(); ++steps) {
    way += ", " + at->second;
    if (at->second == id) {
      return way;
    }
    at = next.find(at->second);
  }
  return {};
}

}  // namespace

std::map<std::string, ScriptError> DependentCircles(const Configuration& configuration) {
  const Next next = DependentOnes(configuration);
  std::map<std::string, ScriptError> circles;
  for (const auto& [id, other] : next) {
    if (const std::optional<std::string> circle = CircleFrom(id, next)) {
      circles[id] = {
          configuration.workflows.at(id).place,
          "the dependentSchedule of " + id + " leads back to itself: " + circle->substr(0, 1000)};
    }
  }
  return circles;
}

void RefuseDependentCircles(Configuration* configuration) {
  for (auto& [id, error] : DependentCircles(*configuration)) {
    configuration->errors.push_back(error);
    configuration->workflows.erase(id);
  }
}

}  // namespace hpdl::rt::celos
