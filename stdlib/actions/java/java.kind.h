#ifndef HPDL_STDLIB_ACTIONS_JAVA_JAVA_KIND_H_
#define HPDL_STDLIB_ACTIONS_JAVA_JAVA_KIND_H_

#include <optional>
#include <string>
#include <vector>

#include "stdlib/core/common.h"

namespace hpdl::stdlib {

/// The arguments of a java action, which calls the main method of a Java class.
struct JavaArgs {
  std::optional<std::string> job_tracker;  ///< the element job-tracker or resource-manager
  std::optional<std::string> name_node;
  Prepare prepare;
  std::optional<Launcher> launcher;
  std::vector<std::string> job_xml;
  Configuration configuration;
  std::string main_class;
  std::optional<std::string> java_opts;  ///< split at blanks
  std::vector<std::string> java_opt;     ///< each entry is one option
  std::vector<std::string> args;
  std::vector<std::string> files;
  std::vector<std::string> archives;
  bool capture_output = false;
};

inline constexpr ElementDecl kJavaElements[] = {
    Required(Choice(Text<&JavaArgs::job_tracker>("job-tracker"), 1), 0, kV0_3),
    In(Choice(Text<&JavaArgs::job_tracker>("resource-manager"), 1), kV1_0),
    Required(Path(Text<&JavaArgs::name_node>("name-node"), PathUse::kFileSystem), 0, kV0_3),

    Children<&JavaArgs::prepare, kPrepareDecl>("prepare"),
    In(Children<&JavaArgs::launcher, kLauncherDecl>("launcher"), kV1_0),
    Repeated(JobXml<&JavaArgs::job_xml>(), kV0_4),
    Children<&JavaArgs::configuration, kConfigurationDecl>("configuration"),
    Required(Text<&JavaArgs::main_class>("main-class")),
    Choice(Text<&JavaArgs::java_opts>("java-opts"), 2),
    In(Repeated(Choice(Text<&JavaArgs::java_opt>("java-opt"), 2)), kV0_4),
    Repeated(Text<&JavaArgs::args>("arg")),
    Repeated(Path(Text<&JavaArgs::files>("file"), PathUse::kLoads)),
    Repeated(Path(Text<&JavaArgs::archives>("archive"), PathUse::kLoads)),
    CaptureOutput<&JavaArgs::capture_output>(),
};
inline constexpr StructDecl kJavaBody{.name = "java", .elements = kJavaElements};

inline constexpr Shape kJavaShapes[] = {
    {Family::kWorkflow, "java", {}, kWorkflowVersions, &kJavaBody},
};
inline constexpr KindDecl kJavaKind{
    .name = "java",
    .shapes = kJavaShapes,
    .needs_cluster = true,
    .produces_data = true,
    .summary = "runs the main method of a Java class",
};

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_ACTIONS_JAVA_JAVA_KIND_H_
