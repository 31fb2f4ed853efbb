#ifndef HPDL_RUNTIME_GROUND_BASE_DIE_WITH_PARENT_H_
#define HPDL_RUNTIME_GROUND_BASE_DIE_WITH_PARENT_H_

namespace hpdl::rt {

/// The environment variable for a process that must end with its parent. Its value is the process
/// id of the parent.
inline constexpr const char* kParentVariable = "HPDL_PARENT";

/// If kParentVariable is set, this process is killed when its parent ends for any reason. If the
/// parent has ended already, this process ends at once. The kernel watches the thread that started
/// this process, so this thread must live as long as the parent.
void DieWithParent();

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_BASE_DIE_WITH_PARENT_H_
