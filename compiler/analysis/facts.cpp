#include "compiler/analysis/facts.h"

namespace hpdl::analysis {

const Flow& Facts::flow() {
  return flow_ ? *flow_ : flow_.emplace(subject_.graph());
}

const Predecessors& Facts::predecessors() {
  return predecessors_ ? *predecessors_ : predecessors_.emplace(subject_.graph());
}

const GivenValues& Facts::given() {
  return given_ ? *given_ : given_.emplace(subject_);
}

const std::vector<UsedPath>& Facts::used_paths() {
  return used_paths_ ? *used_paths_ : used_paths_.emplace(FindUsedPaths(subject_));
}

}  // namespace hpdl::analysis
