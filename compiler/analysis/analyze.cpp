#include "compiler/analysis/analyze.h"

#include "compiler/analysis/analyses.h"

namespace hpdl::analysis {
namespace {

using Analysis = void (*)(Facts&);

constexpr Analysis kAnalyses[] = {
    &CheckDecisions,    &CheckParameterUse,  &CheckParameterTypes, &CheckRetries,
    &CheckSecrets,      &CheckCredentialUse, &CheckSchemaVersions, &CheckOutputs,
    &CheckErrors,       &CheckParallelPaths, &CheckPreparedInput,  &CheckWithoutEffect,
    &CheckBundledFiles, &CheckOptions,       &CheckHiveVariables,  &CheckProgramNames,
};

}  // namespace

void Analyze(const Subject& subject) {
  Facts facts(subject);
  for (const Analysis analysis : kAnalyses) {
    analysis(facts);
  }
}

}  // namespace hpdl::analysis
