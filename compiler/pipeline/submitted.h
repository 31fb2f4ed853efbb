#ifndef HPDL_COMPILER_PIPELINE_SUBMITTED_H_
#define HPDL_COMPILER_PIPELINE_SUBMITTED_H_

#include "compiler/pipeline/pipeline.h"

namespace hpdl::pipeline {

/// Checks the coordinator or bundle that has been read, as Oozie does when one is submitted; of a
/// coordinator with the files of data sets that it includes.
void CheckSubmission(const Input& input, const Options& options, Definition* definition);

}  // namespace hpdl::pipeline

#endif  // HPDL_COMPILER_PIPELINE_SUBMITTED_H_
