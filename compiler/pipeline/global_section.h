#ifndef HPDL_COMPILER_PIPELINE_GLOBAL_SECTION_H_
#define HPDL_COMPILER_PIPELINE_GLOBAL_SECTION_H_

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/base/result.h"

namespace hpdl::pipeline {

/// The <global> that a workflow hands to its sub-workflows. Expressions in the texts are not
/// evaluated.
struct GlobalSection {
  std::optional<std::string> resource_manager;  ///< the element job-tracker or resource-manager
  std::optional<std::string> name_node;
  std::vector<std::string> job_xml;
  /// The properties of <configuration>, and the settings of <launcher> as properties. No value is
  /// empty.
  std::map<std::string, std::string, std::less<>> properties;
};

/// Returns the section as the value of kGlobalProperty, in the format of Oozie 5.2.1
/// (GlobalSectionData in LiteWorkflowAppParser.java): four fields of java.io.DataOutput, compressed
/// by zlib, in base64. Fails if a field has more than 65,535 bytes, or if there are more than 1,000
/// files. The error is one sentence.
rt::Result<std::string> WriteGlobalSection(const GlobalSection& section);

/// Reads a value of kGlobalProperty. Leaves out empty paths of files, and of several equal paths
/// all but the last. Fails if the value does not have the format, if it has more than 1,000 files,
/// or if it has more than 16 MiB after decompression. The error is one sentence.
rt::Result<GlobalSection> ReadGlobalSection(std::string_view value);

}  // namespace hpdl::pipeline

#endif  // HPDL_COMPILER_PIPELINE_GLOBAL_SECTION_H_
