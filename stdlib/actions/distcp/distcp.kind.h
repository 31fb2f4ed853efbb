#ifndef HPDL_STDLIB_ACTIONS_DISTCP_DISTCP_KIND_H_
#define HPDL_STDLIB_ACTIONS_DISTCP_DISTCP_KIND_H_

#include <optional>
#include <vector>

#include "stdlib/core/common.h"

namespace hpdl::stdlib {

/// The arguments of a distcp action, which copies between file systems with a job of the cluster.
struct DistcpArgs {
  std::optional<std::string> job_tracker;  ///< the element job-tracker or resource-manager
  std::optional<std::string> name_node;
  Prepare prepare;
  std::optional<Launcher> launcher;
  Configuration configuration;
  std::optional<std::string> java_opts;
  std::vector<std::string> args;  ///< options, sources, target
};

/// The options that take a value: those of all versions of DistCp, and those of Hadoop itself.
inline constexpr std::string_view kDistcpOptions[] = {
    "-archives",
    "-bandwidth",
    "-blocksperchunk",
    "-conf",
    "-copybuffersize",
    "-D",
    "-diff",
    "-f",
    "-filelimit",
    "-files",
    "-filters",
    "-fs",
    "-jt",
    "-libjars",
    "-log",
    "-m",
    "-mapredSslConf",
    "-numListstatusThreads",
    "-rdiff",
    "-sizelimit",
    "-strategy",
    "-tmp",
    "-xtrack",
};
inline constexpr ElementDecl kDistcpElements[] = {
    Required(Choice(Text<&DistcpArgs::job_tracker>("job-tracker"), 1), 0, kV0_1),
    In(Choice(Text<&DistcpArgs::job_tracker>("resource-manager"), 1), kV1_0),
    Required(Path(Text<&DistcpArgs::name_node>("name-node"), PathUse::kFileSystem), 0, kV0_1),

    Children<&DistcpArgs::prepare, kActionPrepareDecl>("prepare"),
    In(Children<&DistcpArgs::launcher, kLauncherDecl>("launcher"), kV1_0),
    Children<&DistcpArgs::configuration, kConfigurationDecl>("configuration"),
    Text<&DistcpArgs::java_opts>("java-opts"),
    Repeated(Copies(Text<&DistcpArgs::args>("arg"), kDistcpOptions)),
};
inline constexpr StructDecl kDistcpBody{.name = "distcp", .elements = kDistcpElements};

inline constexpr Version kDistcpVersions[] = {kV0_1, kV0_2, kV1_0};
inline constexpr Shape kDistcpShapes[] = {
    {Family::kOwn, "distcp", "uri:oozie:distcp-action:", kDistcpVersions, &kDistcpBody},
};
/// The options with which DistCp overwrites or extends existing files. Without these options,
/// DistCp copies into a new folder below the target directory if the target directory exists.
inline constexpr std::string_view kDistcpOverwrites[] = {"-update", "-overwrite", "-append"};
inline constexpr KindDecl kDistcpKind{
    .name = "distcp",
    .shapes = kDistcpShapes,
    .needs_cluster = true,
    .produces_data = true,
    .repeat = Repeat::kOutputInTheWay,
    .repeat_words = kDistcpOverwrites,
    .summary = "copies between file systems",
};

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_ACTIONS_DISTCP_DISTCP_KIND_H_
