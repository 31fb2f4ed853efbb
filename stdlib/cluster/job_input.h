#ifndef HPDL_STDLIB_CLUSTER_JOB_INPUT_H_
#define HPDL_STDLIB_CLUSTER_JOB_INPUT_H_

#include <string>
#include <vector>

#include "runtime/ground/base/task.h"
#include "runtime/world/files/resolve_path.h"
#include "runtime/world/hadoop/input_splits.h"
#include "stdlib/cluster/job_conf.h"

/// Finds and splits the input of a MapReduce job before the job starts, as Hadoop's client does.
namespace hpdl::stdlib {

/// True if the mapper and the input format are of the old API, org.apache.hadoop.mapred.
bool HasOldMapper(const JobConf& conf);

/// Returns "" if this program can split the job's input. The input format must be Text,
/// KeyValueText or SequenceFile of either API. There must be no path filter, and all compression
/// codecs must be known. If only Java can split the input, returns the name of the property that is
/// the cause, and its value. Messages show this text.
std::string InputThatNeedsJava(const JobConf& conf);

/// Returns the job's input paths as URIs, for mapreduce.input.fileinputformat.inputdir. Fails with
/// the errors "FS001" and "E0904" of Locate().
rt::Result<std::string> QualifiedInput(const rt::PathBase& base, const JobConf& conf);

/// Returns the splits of a job, the largest first. InputThatNeedsJava() must return "" for the job.
/// Fails with "JA018" if there is no input path, if a path matches nothing, or if a directory
/// contains a directory. Other errors are those of the file system, with "JA009" if it gave no
/// code.
rt::Task<rt::Result<std::vector<rt::InputSplit>>> FindSplits(rt::PathBase base,
                                                             const JobConf& conf);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_CLUSTER_JOB_INPUT_H_
