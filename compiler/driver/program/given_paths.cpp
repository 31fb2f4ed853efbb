#include "compiler/driver/program/given_paths.h"

#include <algorithm>
#include <utility>

#include "compiler/base/failure.h"

namespace hpdl::driver {

GivenPaths::GivenPaths(std::vector<std::string> given)
    : given_(std::move(given)), used_(given_.size(), false) {}

std::string GivenPaths::PathFor(const std::string& text) {
  for (std::size_t i = 0; i < given_.size(); ++i) {
    if (given_[i].size() > text.size() && given_[i].starts_with(text) &&
        given_[i][text.size()] == '=') {
      used_[i] = true;
      return given_[i].substr(text.size() + 1);
    }
  }
  return {};
}

rt::Result<void> GivenPaths::CheckUsed() const {
  const auto unused = std::find(used_.begin(), used_.end(), false);
  if (unused == used_.end()) {
    return {};
  }
  return Failure("--sub " + given_[static_cast<std::size_t>(unused - used_.begin())] +
                 ": no app-path and no <include> has the text before the =");
}

rt::Result<std::shared_ptr<GivenPaths>> ReadGiven(const CommandLine& line) {
  std::vector<std::string> given = line.All("sub");
  for (const std::string& each : given) {
    if (each.find('=') == std::string::npos || each.ends_with('=') || each.starts_with('=')) {
      return Failure("--sub must be APP-PATH=PATH, not '" + each + "'");
    }
  }
  return given.empty() ? std::shared_ptr<GivenPaths>()
                       : std::make_shared<GivenPaths>(std::move(given));
}

}  // namespace hpdl::driver
