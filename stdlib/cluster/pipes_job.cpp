#include "stdlib/cluster/pipes_job.h"

#include <string>

namespace hpdl::stdlib {

namespace {

const std::string kOldApi = "org.apache.hadoop.mapred.";
const std::string kPipes = kOldApi + "pipes.";

/// Sets the map runner and the partitioner of Pipes. Sets the input format of Pipes too, unless the
/// record reader is in Java. Saves the job's own partitioner and input format in properties of
/// Pipes. Pipes uses the saved partitioner for keys that the program does not partition. It uses
/// the saved input format to split the program's input.
void HookMapper(JobConf* conf) {
  conf->Set("mapred.map.runner.class", kPipes + "PipesMapRunner");
  conf->Set("mapreduce.pipes.partitioner",
            conf->Text("mapred.partitioner.class", kOldApi + "lib.HashPartitioner"));
  conf->Set("mapred.partitioner.class", kPipes + "PipesPartitioner");
  if (!conf->Flag("mapreduce.pipes.isjavarecordreader", false)) {
    conf->Set("mapreduce.pipes.inputformat",
              conf->Text("mapred.input.format.class", kOldApi + "TextInputFormat"));
    conf->Set("mapred.input.format.class", kPipes + "PipesNonJavaInputFormat");
  }
}

void HookReducer(JobConf* conf) {
  conf->Set("mapred.reducer.class", kPipes + "PipesReducer");
  if (!conf->Flag("mapreduce.pipes.isjavarecordwriter", false)) {
    conf->Set("mapred.output.format.class", kOldApi + "lib.NullOutputFormat");
  }
}

}  // namespace

rt::Result<void> CompletePipes(JobConf* conf) {
  if (conf->Text(kPipesExecutable).empty()) {
    return rt::ActionError("<pipes> has no <program>");
  }
  const bool java_mapper = conf->Flag("mapreduce.pipes.isjavamapper", false);
  const bool java_reducer = conf->Flag("mapreduce.pipes.isjavareducer", false);
  if (!java_mapper) {
    HookMapper(conf);
  }
  if (!java_reducer) {
    HookReducer(conf);
  }
  if (!java_mapper || !java_reducer) {
    // In an uber job the master runs the tasks in its own process. The master does not give the
    // tasks the secret for talking to the program, so the tasks would fail.
    conf->Set("mapreduce.job.ubertask.enable", "false");
  }
  for (const char* name : {"mapreduce.map.output.key.class", "mapreduce.map.output.value.class",
                           "mapreduce.job.output.key.class", "mapreduce.job.output.value.class"}) {
    if (conf->Text(name).empty()) {
      conf->Set(name, "org.apache.hadoop.io.Text");
    }
  }
  return {};
}

}  // namespace hpdl::stdlib
