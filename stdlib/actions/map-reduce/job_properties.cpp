#include "stdlib/actions/map-reduce/job_properties.h"

#include "stdlib/cluster/map_reduce.h"
#include "stdlib/cluster/pipes_job.h"

namespace hpdl::stdlib {

namespace {

/// Sets the Java class `java` of a mapper, reducer, input format or writer of a pipes job. Does
/// nothing if `java` is nullopt, because the action's own properties may name the class.
void AddClass(const std::optional<std::string>& java, const char* flag, const char* property,
              rt::Properties* properties) {
  if (java) {
    (*properties)[flag] = "true";
    (*properties)[property] = *java;
  }
}

}  // namespace

rt::Properties PropertiesOfStreaming(const Streaming& streaming) {
  rt::Properties properties =
      StreamingProperties(streaming.mapper, streaming.reducer, streaming.envs);
  if (streaming.record_reader) {
    properties["stream.recordreader.class"] = *streaming.record_reader;
    // Only this input format reads stream.recordreader.class.
    properties["mapred.input.format.class"] = "org.apache.hadoop.streaming.StreamInputFormat";
  }
  for (const std::string& mapping : streaming.record_reader_mappings) {
    const std::size_t equals = mapping.find('=');
    properties["stream.recordreader." + mapping.substr(0, equals)] =
        equals == std::string::npos ? "" : mapping.substr(equals + 1);
  }
  return properties;
}

rt::Properties PropertiesOfPipes(const Pipes& pipes) {
  rt::Properties properties;
  AddClass(pipes.map, "mapreduce.pipes.isjavamapper", "mapred.mapper.class", &properties);
  AddClass(pipes.reduce, "mapreduce.pipes.isjavareducer", "mapred.reducer.class", &properties);
  AddClass(pipes.input_format, "mapreduce.pipes.isjavarecordreader", "mapred.input.format.class",
           &properties);
  AddClass(pipes.writer, "mapreduce.pipes.isjavarecordwriter", "mapred.output.format.class",
           &properties);
  if (pipes.partitioner) {
    properties["mapred.partitioner.class"] = *pipes.partitioner;
  }
  if (pipes.program) {
    properties[kPipesExecutable] = *pipes.program;
  }
  return properties;
}

}  // namespace hpdl::stdlib
