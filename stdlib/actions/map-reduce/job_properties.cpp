#include "stdlib/actions/map-reduce/job_properties.h"

#include "stdlib/cluster/map_reduce.h"

namespace hpdl::stdlib {

namespace {

constexpr const char* kPipes = "org.apache.hadoop.mapred.pipes.";

/// Whether one part of a job is Java, and its class.
void AddClass(const std::optional<std::string>& java, const char* flag, const char* property,
              rt::Properties* properties) {
  (*properties)[flag] = java ? "true" : "false";
  if (java) {
    (*properties)[property] = *java;
  }
}

}  // namespace

rt::Properties PropertiesOfStreaming(const Streaming& streaming) {
  rt::Properties properties =
      StreamingProperties(streaming.mapper, streaming.reducer, streaming.envs);
  if (streaming.record_reader) {
    properties["stream.recordreader.class"] = *streaming.record_reader;
    // The format that knows that property.
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
  constexpr const char* kText = "org.apache.hadoop.io.Text";
  rt::Properties properties = {
      {"mapreduce.map.output.key.class", kText},
      {"mapreduce.map.output.value.class", kText},
      {"mapreduce.job.output.key.class", kText},
      {"mapreduce.job.output.value.class", kText},
  };
  AddClass(pipes.map, "mapreduce.pipes.isjavamapper", "mapred.mapper.class", &properties);
  AddClass(pipes.reduce, "mapreduce.pipes.isjavareducer", "mapred.reducer.class", &properties);
  AddClass(pipes.input_format, "mapreduce.pipes.isjavarecordreader", "mapred.input.format.class",
           &properties);
  AddClass(pipes.writer, "mapreduce.pipes.isjavarecordwriter", "mapred.output.format.class",
           &properties);
  if (pipes.partitioner) {
    properties["mapred.partitioner.class"] = *pipes.partitioner;
  }
  if (!pipes.map) {
    properties["mapred.map.runner.class"] = std::string(kPipes) + "PipesMapRunner";
    properties["mapred.partitioner.class"] = std::string(kPipes) + "PipesPartitioner";
    if (pipes.partitioner) {
      properties["mapreduce.pipes.partitioner"] = *pipes.partitioner;
    }
    if (!pipes.input_format) {
      properties["mapreduce.pipes.inputformat"] = "org.apache.hadoop.mapred.TextInputFormat";
      properties["mapred.input.format.class"] = std::string(kPipes) + "PipesNonJavaInputFormat";
    }
  }
  if (!pipes.reduce) {
    properties["mapred.reducer.class"] = std::string(kPipes) + "PipesReducer";
    if (!pipes.writer) {
      properties["mapred.output.format.class"] = "org.apache.hadoop.mapred.lib.NullOutputFormat";
    }
  }
  if (pipes.program) {
    properties["mapreduce.pipes.executable"] = *pipes.program;
  }
  return properties;
}

}  // namespace hpdl::stdlib
