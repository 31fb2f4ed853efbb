#include "compiler/driver/program/follow.h"

#include <utility>

#include "compiler/driver/program/found_definitions.h"
#include "compiler/driver/program/started_definitions.h"
#include "compiler/driver/program/sub_workflows.h"
#include "compiler/sema/check.h"

namespace hpdl::driver {

rt::Result<Followed> Follow(Compiled root, const CompileOptions& of_root,
                            const pipeline::PropertyMap& properties) {
  FoundDefinitions found(of_root.given);
  found.Take(std::move(root));
  const Definition& definition = *found.all().front().definition;
  std::size_t first_workflow = 0;
  if (definition.coordinator() != nullptr || definition.bundle() != nullptr) {
    CompileOptions of_started = of_root;
    of_started.validate_fork_join = sema::ValidatesForkJoin(properties);
    StartedDefinitions started(found, std::move(of_started));
    HPDL_TRY(started.Resolve());
    first_workflow = started.first_workflow();
  }
  // Sub-workflows get their properties from the actions that start them. The given properties do
  // not apply to sub-workflows, except oozie.wf.validate.ForkJoin.
  CompileOptions of_subs = of_root;
  of_subs.properties = std::nullopt;
  of_subs.defined.clear();
  of_subs.validate_fork_join = sema::ValidatesForkJoin(properties);
  SubWorkflows subs(found, std::move(of_subs), properties);
  HPDL_TRY(subs.Resolve(first_workflow));
  HPDL_TRY(found.EndSearch());
  return Followed{std::move(found.all()), subs.subs()};
}

}  // namespace hpdl::driver
