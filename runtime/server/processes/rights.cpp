#include "runtime/server/processes/rights.h"

#include <grp.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <iterator>
#include <string>

namespace hpdl::rt {
namespace {

Error RightsError(const std::string& what) {
  return {ErrorClass::kError, "", what + ": " + std::strerror(errno)};
}

/// The system calls of a process that serves descriptors. They take no path and no number of another
/// process.
constexpr std::uint32_t kServing[] = {
    // descriptors
    SYS_read, SYS_write, SYS_readv, SYS_writev, SYS_close, SYS_fstat, SYS_lseek, SYS_fcntl,
    SYS_ioctl, SYS_recvfrom, SYS_sendto, SYS_recvmsg, SYS_sendmsg, SYS_shutdown, SYS_accept,
    SYS_accept4, SYS_getsockname, SYS_getpeername, SYS_getsockopt, SYS_setsockopt,
    // waiting
    SYS_poll, SYS_ppoll, SYS_epoll_create1, SYS_epoll_ctl, SYS_epoll_wait, SYS_epoll_pwait,
    SYS_eventfd2, SYS_timerfd_create, SYS_timerfd_settime, SYS_futex, SYS_nanosleep,
    SYS_clock_nanosleep, SYS_sched_yield, SYS_restart_syscall,
    // memory
    SYS_mmap, SYS_munmap, SYS_mremap, SYS_mprotect, SYS_madvise, SYS_brk,
    // this process
    SYS_clock_gettime, SYS_gettimeofday, SYS_getrandom, SYS_uname, SYS_getpid, SYS_gettid,
    SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_sigaltstack, SYS_exit,
    SYS_exit_group};

/// Returns the filter's program: it allows the calls of kServing, and answers EPERM to all others.
/// mmap and mprotect may not make memory executable, and fcntl and ioctl are harmless without
/// paths.
std::vector<sock_filter> ServingFilter() {
  constexpr std::uint32_t kNumber = offsetof(seccomp_data, nr);
  constexpr std::uint32_t kArchitecture = offsetof(seccomp_data, arch);
  constexpr std::uint32_t kProtection = offsetof(seccomp_data, args[2]);
  const sock_filter allow = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  const sock_filter refuse = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM);
  std::vector<sock_filter> filter = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, kArchitecture),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, kNumber),
  };
  for (const std::uint32_t call : kServing) {
    if (call == SYS_mmap || call == SYS_mprotect) {
      const sock_filter checked[] = {
          BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 4),
          BPF_STMT(BPF_LD | BPF_W | BPF_ABS, kProtection),
          BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 0, 1),
          refuse,
          allow,
      };
      filter.insert(filter.end(), std::begin(checked), std::end(checked));
    } else {
      filter.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1));
      filter.push_back(allow);
    }
  }
  filter.push_back(refuse);
  return filter;
}

}  // namespace

void LoseCapabilities() {
  // The number of the kernel's last capability is not known here; a call for a later one fails.
  for (int capability = 0; prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) == 0;) {
    ++capability;
  }
}

Result<void> BecomeUser(uid_t uid, gid_t gid, const std::vector<gid_t>& groups) {
  const std::string who = " for uid " + std::to_string(uid);
  if (uid == 0 || gid == 0) {
    return Error{ErrorClass::kError, "", "uid 0 and gid 0 are root's"};
  }
  if (setgroups(groups.size(), groups.data()) != 0) {
    return RightsError("setgroups" + who);
  }
  if (setresgid(gid, gid, gid) != 0) {
    return RightsError("setresgid" + who);
  }
  if (setresuid(uid, uid, uid) != 0) {
    return RightsError("setresuid" + who);
  }
  if (setuid(0) == 0) {
    return Error{ErrorClass::kError, "",
                 "the process has given up the rights of root, but could get them back"};
  }
  if (chdir("/") != 0) {  // the user may have no permission to enter the present directory
    return RightsError("chdir" + who);
  }
  prctl(PR_SET_DUMPABLE, 0);
  umask(S_IRWXG | S_IRWXO);
  return {};
}

Result<void> KeepDescriptorsOnly() {
  std::vector<sock_filter> filter = ServingFilter();
  const sock_fprog program{static_cast<unsigned short>(filter.size()), filter.data()};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) {
    return RightsError("PR_SET_NO_NEW_PRIVS");
  }
  if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) {
    return RightsError("PR_SET_SECCOMP");
  }
  return {};
}

}  // namespace hpdl::rt
