#ifndef HPDL_STDLIB_ACTIONS_SPARK_SPARK_KIND_H_
#define HPDL_STDLIB_ACTIONS_SPARK_SPARK_KIND_H_

#include <optional>
#include <string>
#include <vector>

#include "stdlib/core/common.h"

namespace hpdl::stdlib {

/// The arguments of a spark action, which runs a Spark application.
struct SparkArgs {
  std::optional<std::string> job_tracker;  ///< the element job-tracker or resource-manager
  std::optional<std::string> name_node;
  Prepare prepare;
  std::optional<Launcher> launcher;
  std::vector<std::string> job_xml;
  Configuration configuration;
  std::string master;
  std::optional<std::string> mode;
  std::string name;
  std::optional<std::string> main_class;
  std::string jar;
  std::optional<std::string> spark_opts;
  std::vector<std::string> args;
  std::vector<std::string> files;
  std::vector<std::string> archives;
};

/// The options of <spark-opts> that the compiler compares with the elements. Oozie puts spark-opts
/// after the elements, and spark-submit takes the last value of an option. So an option in
/// spark-opts wins over the option of an element. Options win over properties.
inline constexpr OptionDecl kKnownSparkOptions[] = {
    {.name = "--master", .element = "master", .wins = true},
    {.name = "--deploy-mode", .element = "mode", .wins = true},
    {.name = "--name", .element = "name", .wins = true},
    {.name = "--class", .element = "class", .wins = true},
    {.name = "spark.master", .element = "master"},
    {.name = "spark.submit.deployMode", .element = "mode"},
    {.name = "spark.app.name", .element = "name"},
    {.name = "--jars", .path = PathUse::kLoads},
    {.name = "--files", .path = PathUse::kLoads},
    {.name = "--archives", .path = PathUse::kLoads},
    {.name = "--py-files", .path = PathUse::kLoads},
    {.name = "--properties-file", .path = PathUse::kLoads},
};
constexpr ElementDecl WithKnownSparkOptions(ElementDecl e) {
  e.role = ElementRole::kSparkOptions;
  e.options = kKnownSparkOptions;
  return e;
}

inline constexpr ElementDecl kSparkElements[] = {
    Required(Choice(Text<&SparkArgs::job_tracker>("job-tracker"), 1), 0, kV0_1),
    In(Choice(Text<&SparkArgs::job_tracker>("resource-manager"), 1), kV1_0),
    Required(Path(Text<&SparkArgs::name_node>("name-node"), PathUse::kFileSystem), 0, kV0_1),

    Children<&SparkArgs::prepare, kActionPrepareDecl>("prepare"),
    In(Children<&SparkArgs::launcher, kLauncherDecl>("launcher"), kV1_0),
    Repeated(JobXml<&SparkArgs::job_xml>()),
    Children<&SparkArgs::configuration, kConfigurationDecl>("configuration"),
    Required(Text<&SparkArgs::master>("master")),
    Text<&SparkArgs::mode>("mode"),
    Required(Text<&SparkArgs::name>("name")),
    Text<&SparkArgs::main_class>("class"),
    Required(As(Path(Text<&SparkArgs::jar>("jar"), PathUse::kLoads), ElementRole::kFromLibraries)),
    WithKnownSparkOptions(Text<&SparkArgs::spark_opts>("spark-opts")),
    Repeated(Text<&SparkArgs::args>("arg")),
    In(Repeated(Path(Text<&SparkArgs::files>("file"), PathUse::kLoads)), kV0_2),
    In(Repeated(Path(Text<&SparkArgs::archives>("archive"), PathUse::kLoads)), kV0_2),
};
inline constexpr StructDecl kSparkBody{.name = "spark", .elements = kSparkElements};

inline constexpr Version kSparkVersions[] = {kV0_1, kV0_2, kV1_0};
inline constexpr Shape kSparkShapes[] = {
    {Family::kOwn, "spark", "uri:oozie:spark-action:", kSparkVersions, &kSparkBody},
};
inline constexpr KindDecl kSparkKind{
    .name = "spark",
    .shapes = kSparkShapes,
    .needs_cluster = true,
    .produces_data = true,
    .summary = "runs a Spark application",
};

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_ACTIONS_SPARK_SPARK_KIND_H_
