#ifndef HPDL_STDLIB_ACTIONS_SHELL_SHELL_KIND_H_
#define HPDL_STDLIB_ACTIONS_SHELL_SHELL_KIND_H_

#include <optional>
#include <string>
#include <vector>

#include "stdlib/core/common.h"

namespace hpdl::stdlib {

/// The arguments of a shell action, which runs a command in the cluster, or on this machine in
/// local mode.
struct ShellArgs {
  std::optional<std::string> job_tracker;  ///< the element job-tracker or resource-manager
  std::optional<std::string> name_node;
  Prepare prepare;
  std::optional<Launcher> launcher;
  std::vector<std::string> job_xml;
  Configuration configuration;
  std::string exec;
  std::vector<std::string> arguments;
  std::vector<std::string> env_vars;  ///< each entry is NAME=VALUE
  std::vector<std::string> files;     ///< each entry is PATH or PATH#NAME
  std::vector<std::string> archives;
  bool capture_output = false;
};

inline constexpr ElementDecl kShellElements[] = {
    Required(Choice(Text<&ShellArgs::job_tracker>("job-tracker"), 1), 0, kV0_2),
    In(Choice(Text<&ShellArgs::job_tracker>("resource-manager"), 1), kV1_0),
    Required(Path(Text<&ShellArgs::name_node>("name-node"), PathUse::kFileSystem), 0, kV0_2),

    Children<&ShellArgs::prepare, kActionPrepareDecl>("prepare"),
    In(Children<&ShellArgs::launcher, kLauncherDecl>("launcher"), kV1_0),
    Repeated(JobXml<&ShellArgs::job_xml>(), kV0_2),
    Children<&ShellArgs::configuration, kConfigurationDecl>("configuration"),
    As(Path(Rule(Required(Text<&ShellArgs::exec>(
                     "exec", "the command: a bundled file, or a program in PATH")),
                 TextRule::kNotEmpty),
            PathUse::kLoads),
       ElementRole::kProgram),
    Repeated(Text<&ShellArgs::arguments>("argument")),
    Repeated(Text<&ShellArgs::env_vars>("env-var", "NAME=VALUE")),
    Repeated(Path(Text<&ShellArgs::files>("file"), PathUse::kLoads)),
    Repeated(Path(Text<&ShellArgs::archives>("archive"), PathUse::kLoads)),
    CaptureOutput<&ShellArgs::capture_output>(
        "capture the output of the command as properties, for wf:actionData"),
};
inline constexpr StructDecl kShellBody{.name = "shell", .elements = kShellElements};

inline constexpr Version kShellVersions[] = {kV0_1, kV0_2, kV0_3, kV1_0};
inline constexpr Shape kShellShapes[] = {
    {Family::kOwn, "shell", "uri:oozie:shell-action:", kShellVersions, &kShellBody},
};
inline constexpr KindDecl kShellKind{
    .name = "shell",
    .shapes = kShellShapes,
    .needs_cluster = true,
    .produces_data = true,
    .summary = "runs a command",
};

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_ACTIONS_SHELL_SHELL_KIND_H_
