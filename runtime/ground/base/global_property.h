#ifndef HPDL_RUNTIME_GROUND_BASE_GLOBAL_PROPERTY_H_
#define HPDL_RUNTIME_GROUND_BASE_GLOBAL_PROPERTY_H_

namespace hpdl {

/// The property of a job by which a workflow hands its <global> to sub-workflows, as in Oozie. The
/// compiler reads and writes its value (compiler/pipeline/global_section.h).
inline constexpr const char* kGlobalProperty = "oozie.wf.globalconf";

}  // namespace hpdl

#endif  // HPDL_RUNTIME_GROUND_BASE_GLOBAL_PROPERTY_H_
