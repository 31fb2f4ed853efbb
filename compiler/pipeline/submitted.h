#ifndef HPDL_COMPILER_PIPELINE_SUBMITTED_H_
#define HPDL_COMPILER_PIPELINE_SUBMITTED_H_

#include "compiler/pipeline/pipeline.h"

namespace hpdl::pipeline {

/// Checks the coordinator or bundle that has been read, as Oozie does at submission. For a
/// coordinator it also reads and checks the data set files that the coordinator includes.
void CheckSubmission(const Input& input, const Options& options, Definition* definition);

}  // namespace hpdl::pipeline

#endif  // HPDL_COMPILER_PIPELINE_SUBMITTED_H_
