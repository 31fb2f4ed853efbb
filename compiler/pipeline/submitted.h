#ifndef HPDL_COMPILER_PIPELINE_SUBMITTED_H_
#define HPDL_COMPILER_PIPELINE_SUBMITTED_H_

#include "compiler/pipeline/pipeline.h"

namespace hpdl::pipeline {

/// Makes the checks that Oozie makes when a coordinator or a bundle is submitted. Also reads and
/// checks the data set files that a coordinator includes.
void CheckSubmission(const Input& input, const Options& options, Definition* definition);

}  // namespace hpdl::pipeline

#endif  // HPDL_COMPILER_PIPELINE_SUBMITTED_H_
