#ifndef HPDL_STDLIB_FUNCTIONS_HADOOP_HADOOP_FN_H_
#define HPDL_STDLIB_FUNCTIONS_HADOOP_HADOOP_FN_H_

#include "stdlib/core/environment.h"

extern "C" {
std::int32_t hpdl_fn_hadoop_counters(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_hadoop_conf(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_hadoop_job_id(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_hadoop_job_tracker(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_hadoop_job_status(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_hadoop_job_counters(hpdl_eval*, const hpdl_value*, hpdl_value*);
}

/// Functions for Hadoop jobs, and the names of their counters: specification 4.2.4 and 4.2.5.
namespace hpdl::stdlib {

namespace hadoop_functions {

inline constexpr ArgumentDecl kNodeArgument[] = {{"node", Type::kString, ArgumentRole::kNode}};
inline constexpr ArgumentDecl kServerArguments[] = {{"server"}, {"name"}};

inline constexpr FunctionDecl kAll[] = {
    {"hadoop:counters", Type::kMap, kNodeArgument, kRunState, kWorkflows, "hpdl_fn_hadoop_counters",
     &hpdl_fn_hadoop_counters,
     "The counters of a MapReduce job by group and name; 0 for a missing counter (section 4.2.5 of "
     "Oozie's specification).",
     Asks::kJob},
    {"hadoop:conf", Type::kString, kServerArguments, kRunState, kOozieWorkflow | kCoordinators,
     "hpdl_fn_hadoop_conf", &hpdl_fn_hadoop_conf,
     "A property of the Hadoop configuration for a server, an empty text if the property is "
     "missing."},
    {"hadoop:jobId", Type::kString, kNodeArgument, kRunState, kHwsWorkflow, "hpdl_fn_hadoop_job_id",
     &hpdl_fn_hadoop_job_id, "The id of the Hadoop job of a node (HWS 4.2.4).", Asks::kJob},
    {"hadoop:jobTracker", Type::kString, kNodeArgument, kRunState, kHwsWorkflow,
     "hpdl_fn_hadoop_job_tracker", &hpdl_fn_hadoop_job_tracker,
     "The job tracker of the Hadoop job of a node (HWS 4.2.4).", Asks::kJob},
    {"hadoop:jobStatus", Type::kString, kNodeArgument, kRunState, kHwsWorkflow,
     "hpdl_fn_hadoop_job_status", &hpdl_fn_hadoop_job_status,
     "The state of the Hadoop job of a node (HWS 4.2.4).", Asks::kJob},
    {"hadoop:jobCounters", Type::kMap, kNodeArgument, kRunState, kHwsWorkflow,
     "hpdl_fn_hadoop_job_counters", &hpdl_fn_hadoop_job_counters,
     "The counters of a Hadoop job by group and name, null before it starts (HWS 4.2.4).",
     Asks::kJob},
};

inline constexpr ConstantDecl kConstants[] = {
    {"RECORDS", Type::kString, 0, "org.apache.hadoop.mapred.Task$Counter", kOozieWorkflow},
    {"MAP_IN", Type::kString, 0, "MAP_INPUT_RECORDS", kOozieWorkflow},
    {"MAP_OUT", Type::kString, 0, "MAP_OUTPUT_RECORDS", kOozieWorkflow},
    {"REDUCE_IN", Type::kString, 0, "REDUCE_INPUT_RECORDS", kOozieWorkflow},
    {"REDUCE_OUT", Type::kString, 0, "REDUCE_OUTPUT_RECORDS", kOozieWorkflow},
    {"GROUPS", Type::kString, 0, "REDUCE_INPUT_GROUPS", kOozieWorkflow},
};

}  // namespace hadoop_functions

inline constexpr FunctionFamily kHadoopFunctions = {"hadoop", hadoop_functions::kAll,
                                                    hadoop_functions::kConstants};

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_FUNCTIONS_HADOOP_HADOOP_FN_H_
