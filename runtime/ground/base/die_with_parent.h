#ifndef HPDL_RUNTIME_GROUND_BASE_DIE_WITH_PARENT_H_
#define HPDL_RUNTIME_GROUND_BASE_DIE_WITH_PARENT_H_

namespace hpdl::rt {

/// Has the process id of who started a process that is to end with it.
inline constexpr const char* kParentVariable = "HPDL_PARENT";

/// If kParentVariable is there: this process is killed when its parent ends, whatever ends that;
/// at once if it has ended already. The parent's thread that started it lives as long as the
/// parent.
void DieWithParent();

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_BASE_DIE_WITH_PARENT_H_
