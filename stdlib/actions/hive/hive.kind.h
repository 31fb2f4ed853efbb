#ifndef HPDL_STDLIB_ACTIONS_HIVE_HIVE_KIND_H_
#define HPDL_STDLIB_ACTIONS_HIVE_HIVE_KIND_H_

#include <optional>
#include <vector>

#include "stdlib/core/common.h"

namespace hpdl::stdlib {

/// The arguments of a hive action, which runs a Hive script or query.
struct HiveArgs {
  std::optional<std::string> job_tracker;  ///< the element job-tracker or resource-manager
  std::optional<std::string> name_node;
  Prepare prepare;
  std::optional<Launcher> launcher;
  std::vector<std::string> job_xml;
  Configuration configuration;
  std::optional<std::string> script;
  std::optional<std::string> query;
  std::vector<std::string> params;  ///< each entry is NAME=VALUE
  std::vector<std::string> arguments;
  std::vector<std::string> files;
  std::vector<std::string> archives;
};

inline constexpr ElementDecl kHiveElements[] = {
    Required(Choice(Text<&HiveArgs::job_tracker>("job-tracker"), 1), 0, kV0_3),
    In(Choice(Text<&HiveArgs::job_tracker>("resource-manager"), 1), kV1_0),
    Required(Path(Text<&HiveArgs::name_node>("name-node"), PathUse::kFileSystem), 0, kV0_3),

    Children<&HiveArgs::prepare, kActionPrepareDecl>("prepare"),
    In(Children<&HiveArgs::launcher, kLauncherDecl>("launcher"), kV1_0),
    Repeated(JobXml<&HiveArgs::job_xml>(), kV0_3),
    Children<&HiveArgs::configuration, kConfigurationDecl>("configuration"),
    Required(Choice(
        As(Path(Text<&HiveArgs::script>("script"), PathUse::kLoads), ElementRole::kHiveScript), 2)),
    Required(In(Choice(Text<&HiveArgs::query>("query"), 2), kV0_6)),
    Repeated(As(Text<&HiveArgs::params>("param", "NAME=VALUE"), ElementRole::kHiveVariable)),
    In(Repeated(As(Text<&HiveArgs::arguments>("argument"), ElementRole::kHiveArgument)), kV0_5),
    Repeated(Path(Text<&HiveArgs::files>("file"), PathUse::kLoads)),
    Repeated(Path(Text<&HiveArgs::archives>("archive"), PathUse::kLoads)),
};
inline constexpr StructDecl kHiveBody{.name = "hive", .elements = kHiveElements};

inline constexpr Version kHiveVersions[] = {kV0_2, kV0_3, kV0_4, kV0_5, kV0_6, kV1_0};
inline constexpr Shape kHiveShapes[] = {
    {Family::kOwn, "hive", "uri:oozie:hive-action:", kHiveVersions, &kHiveBody},
};
inline constexpr KindDecl kHiveKind{
    .name = "hive",
    .shapes = kHiveShapes,
    .needs_cluster = true,
    .produces_data = true,
    .summary = "runs a Hive script or query",
};

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_ACTIONS_HIVE_HIVE_KIND_H_
