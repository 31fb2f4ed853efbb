#ifndef HPDL_STDLIB_ACTIONS_HADOOP_HADOOP_KIND_H_
#define HPDL_STDLIB_ACTIONS_HADOOP_HADOOP_KIND_H_

#include <optional>
#include <vector>

#include "stdlib/core/common.h"

namespace hpdl::stdlib {

/// The element `<streaming>` (HWS section 3.2.2.2).
struct HadoopStreaming {
  struct FileList {
    std::vector<std::string> files;
    static const StructDecl& Decl();
  };
  std::optional<std::string> mapper;
  std::optional<std::string> reducer;
  FileList files;           ///< files of the package
  FileList cache_files;     ///< files in the cluster's file system, each as PATH#NAME
  FileList cache_archives;  ///< archives in the cluster's file system, each as PATH#NAME

  static const StructDecl& Decl();
};
inline constexpr ElementDecl kHadoopFileListElements[] = {
    Required(Repeated(Path(Text<&HadoopStreaming::FileList::files>("file"), PathUse::kLoads))),
};
inline constexpr StructDecl kHadoopFileListDecl{.name = "files",
                                                .elements = kHadoopFileListElements};
inline constexpr ElementDecl kHadoopPackagedFileElements[] = {
    Required(Repeated(Path(Text<&HadoopStreaming::FileList::files>("file"), PathUse::kPackaged))),
};
inline constexpr StructDecl kHadoopPackagedFilesDecl{.name = "files",
                                                     .elements = kHadoopPackagedFileElements};
inline const StructDecl& HadoopStreaming::FileList::Decl() {
  return kHadoopFileListDecl;
}

inline constexpr ElementDecl kHadoopStreamingElements[] = {
    Text<&HadoopStreaming::mapper>("mapper"),
    Text<&HadoopStreaming::reducer>("reducer"),
    Children<&HadoopStreaming::files, kHadoopPackagedFilesDecl>("files"),
    Children<&HadoopStreaming::cache_files, kHadoopFileListDecl>("cacheFiles"),
    Children<&HadoopStreaming::cache_archives, kHadoopFileListDecl>("cacheArchives"),
};
inline constexpr StructDecl kHadoopStreamingDecl{.name = "streaming",
                                                 .elements = kHadoopStreamingElements};
inline const StructDecl& HadoopStreaming::Decl() {
  return kHadoopStreamingDecl;
}

/// The arguments of a hadoop action, which runs a MapReduce job (HWS section 3.2.2). The job's
/// properties contain the cluster's addresses.
struct HadoopArgs {
  Prepare prepare;
  std::optional<HadoopStreaming> streaming;
  std::optional<std::string> job_xml;
  Configuration configuration;
};

inline constexpr ElementDecl kHadoopElements[] = {
    Children<&HadoopArgs::prepare, kHwsPrepareDecl>("prepare"),
    Children<&HadoopArgs::streaming, kHadoopStreamingDecl>("streaming"),
    Path(JobXml<&HadoopArgs::job_xml>(), PathUse::kPackaged),
    Children<&HadoopArgs::configuration, kConfigurationDecl>("configuration"),
};
inline constexpr StructDecl kHadoopBody{.name = "hadoop", .elements = kHadoopElements};

inline constexpr Shape kHadoopShapes[] = {
    {Family::kHws, "hadoop", {}, {}, &kHadoopBody},
};
inline constexpr KindDecl kHadoopKind{
    .name = "hadoop",
    .shapes = kHadoopShapes,
    .produces_data = true,
    .map_reduce = true,
    .paths = kMapReducePaths,
    .repeat = Repeat::kOutputInTheWay,
    .summary = "runs a MapReduce job: Java or streaming (HWS)",
};

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_ACTIONS_HADOOP_HADOOP_KIND_H_
