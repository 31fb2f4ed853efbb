#include "stdlib/cluster/job_layers.h"

#include "stdlib/local/job_xml.h"

namespace hpdl::stdlib {

namespace {

constexpr const char* kFileSystem = "fs.defaultFS";
constexpr const char* kJobTracker = "mapreduce.jobtracker.address";
constexpr const char* kManager = "yarn.resourcemanager.address";

void Apply(const rt::Properties& layer, Said* said) {
  said->conf.Apply(layer);
  for (const auto& [name, value] : layer) {
    said->as_written[name] = value;
  }
}

}  // namespace

rt::Result<void> ApplyLayers(const rt::ActionContext& ctx, const MapReduceAction& action,
                             Said* said) {
  Apply(action.properties, said);
  const auto layers =
      ConfigurationLayers(ctx, action.job_xml, action.configuration, action.job_tracker);
  HPDL_TRY(layers);
  for (const rt::Properties& layer : *layers) {
    Apply(layer, said);
  }
  return said->conf.Check();
}

rt::Result<void> NameCluster(const rt::ActionContext& ctx, JobConf* conf, MapReduceAction* action) {
  if (ctx.dialect() != HPDL_DIALECT_HWS) {
    return {};  // ActionContext::User() refuses properties that name the cluster
  }
  const char* manager = conf->Has(kJobTracker) ? kJobTracker : kManager;
  if (!conf->Has(manager) || !conf->Has(kFileSystem)) {
    return rt::ActionError("the configuration must have mapred.job.tracker and fs.default.name");
  }
  action->job_tracker = conf->Text(manager);
  action->name_node = conf->Text(kFileSystem);
  conf->Remove(kJobTracker);
  conf->Remove(kManager);
  return {};
}

rt::Properties StreamingProperties(const std::optional<std::string>& mapper,
                                   const std::optional<std::string>& reducer,
                                   const std::vector<std::string>& environment) {
  constexpr const char* kText = "org.apache.hadoop.io.Text";
  rt::Properties properties = {
      {"mapred.input.format.class", "org.apache.hadoop.mapred.TextInputFormat"},
      {"mapred.output.format.class", "org.apache.hadoop.mapred.TextOutputFormat"},
      {"mapreduce.job.output.key.class", kText},
      {"mapreduce.job.output.value.class", kText},
  };
  if (mapper) {
    properties["mapred.mapper.class"] = "org.apache.hadoop.streaming.PipeMapper";
    properties["mapred.map.runner.class"] = "org.apache.hadoop.streaming.PipeMapRunner";
    properties["stream.map.streamprocessor"] = *mapper;
  }
  if (reducer) {
    properties["mapred.reducer.class"] = "org.apache.hadoop.streaming.PipeReducer";
    properties["stream.reduce.streamprocessor"] = *reducer;
  }
  std::string variables;
  for (const std::string& variable : environment) {
    variables += (variables.empty() ? "" : " ") + variable;
  }
  properties["stream.addenvironment"] = variables;
  return properties;
}

}  // namespace hpdl::stdlib
