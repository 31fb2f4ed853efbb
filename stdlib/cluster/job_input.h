#ifndef HPDL_STDLIB_CLUSTER_JOB_INPUT_H_
#define HPDL_STDLIB_CLUSTER_JOB_INPUT_H_

#include <string>
#include <vector>

#include "runtime/ground/base/task.h"
#include "runtime/world/files/resolve_path.h"
#include "runtime/world/hadoop/input_splits.h"
#include "stdlib/cluster/job_conf.h"

/// The input of a MapReduce job as Hadoop's client finds and cuts it before the job starts.
namespace hpdl::stdlib {

/// Whether the mappers are of org.apache.hadoop.mapred, and with them the input format.
bool HasOldMapper(const JobConf& conf);

/// Empty if the input format is one of Text, KeyValueText and SequenceFile of either API; else what
/// of the job only Java can cut: a property and its class, for messages.
std::string InputThatNeedsJava(const JobConf& conf);

/// What the job's input paths mean, as URIs: the value of
/// mapreduce.input.fileinputformat.inputdir. "FS001", "E0904" as Locate().
rt::Result<std::string> QualifiedInput(const rt::PathBase& base, const JobConf& conf);

/// The splits of a job with such a format, the largest first. "JA018": no input path, one that
/// matches nothing, a directory in a directory. Others as the file system's, with "JA009" where it
/// gave no code.
rt::Task<rt::Result<std::vector<rt::InputSplit>>> FindSplits(rt::PathBase base,
                                                             const JobConf& conf);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_CLUSTER_JOB_INPUT_H_
