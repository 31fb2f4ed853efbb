#ifndef HPDL_STDLIB_ACTIONS_HIVE2_HIVE2_KIND_H_
#define HPDL_STDLIB_ACTIONS_HIVE2_HIVE2_KIND_H_

#include <optional>
#include <string>
#include <vector>

#include "stdlib/core/common.h"

namespace hpdl::stdlib {

/// The arguments of a hive2 action, which sends a script or query to a Hive server.
struct Hive2Args {
  std::optional<std::string> job_tracker;  ///< the element job-tracker or resource-manager
  std::optional<std::string> name_node;
  Prepare prepare;
  std::optional<Launcher> launcher;
  std::vector<std::string> job_xml;
  Configuration configuration;
  std::string jdbc_url;
  std::optional<std::string> password;
  std::optional<std::string> script;
  std::optional<std::string> query;
  std::vector<std::string> params;  ///< each entry is NAME=VALUE
  std::vector<std::string> arguments;
  std::vector<std::string> files;
  std::vector<std::string> archives;
};

inline constexpr ElementDecl kHive2Elements[] = {
    Choice(Text<&Hive2Args::job_tracker>("job-tracker"), 1),
    In(Choice(Text<&Hive2Args::job_tracker>("resource-manager"), 1), kV1_0),
    Path(Text<&Hive2Args::name_node>("name-node"), PathUse::kFileSystem),

    Children<&Hive2Args::prepare, kActionPrepareDecl>("prepare"),
    In(Children<&Hive2Args::launcher, kLauncherDecl>("launcher"), kV1_0),
    Repeated(JobXml<&Hive2Args::job_xml>()),
    Children<&Hive2Args::configuration, kConfigurationDecl>("configuration"),
    Required(As(Text<&Hive2Args::jdbc_url>("jdbc-url"), ElementRole::kHiveServer)),
    Text<&Hive2Args::password>("password"),
    Required(Choice(
        As(Path(Text<&Hive2Args::script>("script"), PathUse::kLoads), ElementRole::kHiveScript),
        2)),
    Required(In(Choice(Text<&Hive2Args::query>("query"), 2), kV0_2)),
    Repeated(As(Text<&Hive2Args::params>("param", "NAME=VALUE"), ElementRole::kHiveVariable)),
    Repeated(As(Text<&Hive2Args::arguments>("argument"), ElementRole::kHiveArgument)),
    Repeated(Path(Text<&Hive2Args::files>("file"), PathUse::kLoads)),
    Repeated(Path(Text<&Hive2Args::archives>("archive"), PathUse::kLoads)),
};
inline constexpr StructDecl kHive2Body{.name = "hive2", .elements = kHive2Elements};

inline constexpr Version kHive2Versions[] = {kV0_1, kV0_2, kV1_0};
inline constexpr Shape kHive2Shapes[] = {
    {Family::kOwn, "hive2", "uri:oozie:hive2-action:", kHive2Versions, &kHive2Body},
};
inline constexpr KindDecl kHive2Kind{
    .name = "hive2",
    .shapes = kHive2Shapes,
    .needs_cluster = true,
    .produces_data = true,
    .summary = "runs a script or query on a Hive server",
};

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_ACTIONS_HIVE2_HIVE2_KIND_H_
