#include "compiler/analysis/facts.h"

namespace hpdl::analysis {

const Flow& Facts::flow() {
  return flow_ ? *flow_ : flow_.emplace(subject_.graph());
}

const GivenValues& Facts::given() {
  return given_ ? *given_ : given_.emplace(subject_);
}

const UsedPaths& Facts::used_paths() {
  return used_paths_ ? *used_paths_ : used_paths_.emplace(subject_, given());
}

}  // namespace hpdl::analysis
