#ifndef HPDL_RUNTIME_GROUND_BASE_TESTING_THREAD_SANITIZER_H_
#define HPDL_RUNTIME_GROUND_BASE_TESTING_THREAD_SANITIZER_H_

namespace hpdl::rt::testing {

/// True under the thread sanitizer, which replaces vfork() by fork(). The parent then does not see
/// the memory that its child writes, so it cannot report why a program was not started.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
inline constexpr bool kVforkIsFork = true;
#else
inline constexpr bool kVforkIsFork = false;
#endif
#else
inline constexpr bool kVforkIsFork = false;
#endif
inline constexpr const char* kVforkIsForkText = "under the thread sanitizer vfork() is fork()";

}  // namespace hpdl::rt::testing

#endif  // HPDL_RUNTIME_GROUND_BASE_TESTING_THREAD_SANITIZER_H_
