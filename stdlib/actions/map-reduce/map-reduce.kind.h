#ifndef HPDL_STDLIB_ACTIONS_MAP_REDUCE_MAP_REDUCE_KIND_H_
#define HPDL_STDLIB_ACTIONS_MAP_REDUCE_MAP_REDUCE_KIND_H_

#include <optional>
#include <vector>

#include "stdlib/core/common.h"

namespace hpdl::stdlib {

/// The element `<streaming>`.
struct Streaming {
  std::optional<std::string> mapper;
  std::optional<std::string> reducer;
  std::optional<std::string> record_reader;
  std::vector<std::string> record_reader_mappings;
  std::vector<std::string> envs;

  static const StructDecl& Decl();
};
inline constexpr ElementDecl kStreamingElements[] = {
    Text<&Streaming::mapper>("mapper"),
    Text<&Streaming::reducer>("reducer"),
    Text<&Streaming::record_reader>("record-reader"),
    Repeated(Text<&Streaming::record_reader_mappings>("record-reader-mapping")),
    Repeated(Text<&Streaming::envs>("env")),
};
inline constexpr StructDecl kStreamingDecl{.name = "streaming", .elements = kStreamingElements};
inline const StructDecl& Streaming::Decl() {
  return kStreamingDecl;
}

/// The element `<pipes>`.
struct Pipes {
  std::optional<std::string> map;
  std::optional<std::string> reduce;
  std::optional<std::string> input_format;
  std::optional<std::string> partitioner;
  std::optional<std::string> writer;
  std::optional<std::string> program;

  static const StructDecl& Decl();
};
inline constexpr ElementDecl kPipesElements[] = {
    Text<&Pipes::map>("map"),
    Text<&Pipes::reduce>("reduce"),
    Text<&Pipes::input_format>("inputformat"),
    Text<&Pipes::partitioner>("partitioner"),
    Text<&Pipes::writer>("writer"),
    Path(Text<&Pipes::program>("program"), PathUse::kLoads),
};
inline constexpr StructDecl kPipesDecl{.name = "pipes", .elements = kPipesElements};
inline const StructDecl& Pipes::Decl() {
  return kPipesDecl;
}

/// The arguments of a map-reduce action, which runs a MapReduce job: Java, streaming or pipes.
struct MapReduceArgs {
  std::optional<std::string> job_tracker;  ///< the element job-tracker or resource-manager
  std::optional<std::string> name_node;
  Prepare prepare;
  std::optional<Streaming> streaming;
  std::optional<Pipes> pipes;
  std::optional<Launcher> launcher;
  std::vector<std::string> job_xml;
  Configuration configuration;
  std::optional<std::string> config_class;
  std::vector<std::string> files;
  std::vector<std::string> archives;
};

inline constexpr ElementDecl kMapReduceElements[] = {
    Required(Choice(Text<&MapReduceArgs::job_tracker>("job-tracker"), 1), 0, kV0_3),
    In(Choice(Text<&MapReduceArgs::job_tracker>("resource-manager"), 1), kV1_0),
    Required(Path(Text<&MapReduceArgs::name_node>("name-node"), PathUse::kFileSystem), 0, kV0_3),

    Children<&MapReduceArgs::prepare, kPrepareDecl>("prepare"),
    Choice(Children<&MapReduceArgs::streaming, kStreamingDecl>("streaming"), 2),
    Choice(Children<&MapReduceArgs::pipes, kPipesDecl>("pipes"), 2),
    In(Children<&MapReduceArgs::launcher, kLauncherDecl>("launcher"), kV1_0),
    Repeated(JobXml<&MapReduceArgs::job_xml>(), kV0_4),
    Children<&MapReduceArgs::configuration, kConfigurationDecl>("configuration"),
    In(Text<&MapReduceArgs::config_class>("config-class"), kV0_5),
    Repeated(Path(Text<&MapReduceArgs::files>("file"), PathUse::kLoads)),
    Repeated(Path(Text<&MapReduceArgs::archives>("archive"), PathUse::kLoads)),
};
inline constexpr StructDecl kMapReduceBody{.name = "map-reduce", .elements = kMapReduceElements};

inline constexpr Shape kMapReduceShapes[] = {
    {Family::kWorkflow, "map-reduce", {}, kWorkflowVersions, &kMapReduceBody},
};
inline constexpr KindDecl kMapReduceKind{
    .name = "map-reduce",
    .shapes = kMapReduceShapes,
    .needs_cluster = true,
    .produces_data = true,
    .map_reduce = true,
    .paths = kMapReducePaths,
    .repeat = Repeat::kOutputInTheWay,
    .summary = "runs a MapReduce job: Java, streaming or pipes",
};

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_ACTIONS_MAP_REDUCE_MAP_REDUCE_KIND_H_
