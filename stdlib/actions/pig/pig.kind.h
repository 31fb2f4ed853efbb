#ifndef HPDL_STDLIB_ACTIONS_PIG_PIG_KIND_H_
#define HPDL_STDLIB_ACTIONS_PIG_PIG_KIND_H_

#include <optional>
#include <string>
#include <vector>

#include "stdlib/core/common.h"

namespace hpdl::stdlib {

/// The arguments of a pig action, which runs a Pig script. HWS runs the script by ssh on another
/// host, and Oozie runs it in the cluster.
struct PigArgs {
  std::optional<std::string> job_tracker;  ///< the element job-tracker or resource-manager
  std::optional<std::string> name_node;
  Prepare prepare;
  std::optional<Launcher> launcher;
  std::vector<std::string> job_xml;
  Configuration configuration;
  std::string script;
  std::vector<std::string> params;  ///< each entry is NAME=VALUE
  std::vector<std::string> arguments;
  std::vector<std::string> files;
  std::vector<std::string> archives;
  std::optional<std::string> host;         ///< HWS: USER@HOST
  std::optional<std::string> hadoop_user;  ///< the user of the job, for HWS
};

inline constexpr ElementDecl kPigElements[] = {
    Required(Choice(Text<&PigArgs::job_tracker>("job-tracker"), 1), 0, kV0_3),
    In(Choice(Text<&PigArgs::job_tracker>("resource-manager"), 1), kV1_0),
    Required(Path(Text<&PigArgs::name_node>("name-node"), PathUse::kFileSystem), 0, kV0_3),

    Children<&PigArgs::prepare, kPrepareDecl>("prepare"),
    In(Children<&PigArgs::launcher, kLauncherDecl>("launcher"), kV1_0),
    Repeated(JobXml<&PigArgs::job_xml>(), kV0_4),
    Children<&PigArgs::configuration, kConfigurationDecl>("configuration"),
    Required(Path(Text<&PigArgs::script>("script"), PathUse::kLoads)),
    Repeated(Text<&PigArgs::params>("param", "NAME=VALUE")),
    In(Repeated(Text<&PigArgs::arguments>("argument")), kV0_2),
    Repeated(Path(Text<&PigArgs::files>("file"), PathUse::kLoads)),
    Repeated(Path(Text<&PigArgs::archives>("archive"), PathUse::kLoads)),
};
inline constexpr StructDecl kPigBody{.name = "pig", .elements = kPigElements};

/// The elements of `<parameters>`. Their texts go directly into PigArgs::params.
inline constexpr ElementDecl kPigHwsParameterElements[] = {
    Required(Repeated(Text<&PigArgs::params>("param", "NAME=VALUE"))),
};
inline constexpr StructDecl kPigHwsParametersDecl{.name = "parameters",
                                                  .elements = kPigHwsParameterElements};
inline void AssignPigHwsParameters(void* object, const rt::ArgNode& node) {
  Decode(kPigHwsParametersDecl, node, object);
}

inline constexpr ElementDecl kPigHwsElements[] = {
    Children<&PigArgs::prepare, kHwsPrepareDecl>("prepare"),
    Required(Text<&PigArgs::host>("pig-host", "USER@HOST")),
    Required(Path(Text<&PigArgs::script>("pig-script"), PathUse::kPackaged)),
    Text<&PigArgs::hadoop_user>("hadoop-user"),
    ElementDecl{.name = "parameters",
                .content = Content::kChildren,
                .type = &kPigHwsParametersDecl,
                .assign = &AssignPigHwsParameters,
                .doc = "parameters of the script"},
    Path(JobXml<&PigArgs::job_xml>(), PathUse::kPackaged),
    Children<&PigArgs::configuration, kConfigurationDecl>("configuration"),
};
inline constexpr StructDecl kPigHwsBody{.name = "pig", .elements = kPigHwsElements};

inline constexpr Shape kPigShapes[] = {
    {Family::kWorkflow, "pig", {}, kWorkflowVersions, &kPigBody},
    {Family::kHws, "pig", {}, {}, &kPigHwsBody},
};
inline constexpr KindDecl kPigKind{
    .name = "pig",
    .shapes = kPigShapes,
    .needs_cluster = true,
    .produces_data = true,
    .counters = true,
    .summary = "runs a Pig script",
};

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_ACTIONS_PIG_PIG_KIND_H_
