#include "runtime/programs/program/record_options.h"

#include <cstdint>
#include <optional>
#include <utility>

#include "runtime/engines/workflow/kept_environment.h"
#include "runtime/ground/abi/text_view.h"
#include "runtime/programs/program/admission.h"
#include "runtime/programs/program/keep_program.h"
#include "runtime/store/local/lease_to_run.h"

namespace hpdl::rt {

Result<void> RecordOptions(Invocation& call, StateDirectory& state, const std::string& id) {
  Result<std::optional<std::int64_t>> park = ReadPark(call);
  HPDL_TRY(park);
  const bool keeps = *park || call.line.Has("keep-program");
  if (!call.line.Has("local") && !keeps) {
    return {};
  }
  const auto lease = TakeLeaseToRun(state, id, false);
  HPDL_TRY(lease);
  const auto journal = state.OpenJob(id, false);
  HPDL_TRY(journal);
  Result<JobFacts> facts = (*journal)->Facts();
  HPDL_TRY(facts);
  facts->local = facts->local || call.line.Has("local");
  if (*park) {
    facts->park = std::to_string(**park);
  }
  if (*park) {
    facts->environment = KeptEnvironment();
  }
  if (keeps && facts->program_hash == ToView(call.program.content_hash)) {
    Result<std::string> kept = KeepProgram(state, call.program);
    HPDL_TRY(kept);
    facts->program_path = std::move(*kept);
  }
  HPDL_TRY((*journal)->PutFacts(*facts));
  return (*journal)->Commit();
}

}  // namespace hpdl::rt
