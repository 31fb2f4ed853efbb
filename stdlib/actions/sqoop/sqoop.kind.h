#ifndef HPDL_STDLIB_ACTIONS_SQOOP_SQOOP_KIND_H_
#define HPDL_STDLIB_ACTIONS_SQOOP_SQOOP_KIND_H_

#include <optional>
#include <vector>

#include "stdlib/core/common.h"

namespace hpdl::stdlib {

/// The arguments of a sqoop action, which transfers data between a database and the cluster.
struct SqoopArgs {
  std::optional<std::string> job_tracker;  ///< the element job-tracker or resource-manager
  std::optional<std::string> name_node;
  Prepare prepare;
  std::optional<Launcher> launcher;
  std::vector<std::string> job_xml;
  Configuration configuration;
  std::optional<std::string> command;  ///< split at blanks
  std::vector<std::string> args;
  std::vector<std::string> files;
  std::vector<std::string> archives;
};

inline constexpr ElementDecl kSqoopElements[] = {
    Required(Choice(Text<&SqoopArgs::job_tracker>("job-tracker"), 1), 0, kV0_3),
    In(Choice(Text<&SqoopArgs::job_tracker>("resource-manager"), 1), kV1_0),
    Required(Path(Text<&SqoopArgs::name_node>("name-node"), PathUse::kFileSystem), 0, kV0_3),

    Children<&SqoopArgs::prepare, kActionPrepareDecl>("prepare"),
    In(Children<&SqoopArgs::launcher, kLauncherDecl>("launcher"), kV1_0),
    Repeated(JobXml<&SqoopArgs::job_xml>(), kV0_3),
    Children<&SqoopArgs::configuration, kConfigurationDecl>("configuration"),
    Required(Choice(Text<&SqoopArgs::command>("command", "split at blanks"), 2)),
    Required(Repeated(Choice(Text<&SqoopArgs::args>("arg"), 2))),
    Repeated(Path(Text<&SqoopArgs::files>("file"), PathUse::kLoads)),
    Repeated(Path(Text<&SqoopArgs::archives>("archive"), PathUse::kLoads)),
};
inline constexpr StructDecl kSqoopBody{.name = "sqoop", .elements = kSqoopElements};

inline constexpr Version kSqoopVersions[] = {kV0_2, kV0_3, kV0_4, kV1_0};
inline constexpr Shape kSqoopShapes[] = {
    {Family::kOwn, "sqoop", "uri:oozie:sqoop-action:", kSqoopVersions, &kSqoopBody},
};
inline constexpr KindDecl kSqoopKind{
    .name = "sqoop",
    .shapes = kSqoopShapes,
    .needs_cluster = true,
    .produces_data = true,
    .counters = true,
    .summary = "moves data between a database and the cluster",
};

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_ACTIONS_SQOOP_SQOOP_KIND_H_
