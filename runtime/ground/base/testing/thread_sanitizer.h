#ifndef HPDL_RUNTIME_GROUND_BASE_TESTING_THREAD_SANITIZER_H_
#define HPDL_RUNTIME_GROUND_BASE_TESTING_THREAD_SANITIZER_H_

namespace hpdl::rt::testing {

/// True under the thread sanitizer.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
inline constexpr bool kThreadSanitizer = true;
#else
inline constexpr bool kThreadSanitizer = false;
#endif
#else
inline constexpr bool kThreadSanitizer = false;
#endif
/// The reason for skipping a test that expects the error of a program that cannot be started. The
/// thread sanitizer replaces vfork() by fork(). The parent then does not see the memory that its
/// child writes, so it cannot report the error.
inline constexpr const char* kVforkIsForkText = "under the thread sanitizer vfork() is fork()";
/// The reason for skipping a test in which a signal must end a loop. The thread sanitizer calls a
/// signal handler only when the program calls a function of libc.
inline constexpr const char* kSignalsAreLateText =
    "under the thread sanitizer a signal does not end a loop without calls";

}  // namespace hpdl::rt::testing

#endif  // HPDL_RUNTIME_GROUND_BASE_TESTING_THREAD_SANITIZER_H_
