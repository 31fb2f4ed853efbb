#include "runtime/server/processes/rights.h"

#include <fcntl.h>
#include <grp.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <string>

namespace hpdl::rt {
namespace {

Error RightsError(const std::string& what) {
  return {ErrorClass::kError, "", what + ": " + std::strerror(errno)};
}

/// The system calls of a process that serves descriptors. They take no path and no number of
/// another process, and make no memory executable; `kChecked` has those that depend on an argument.
constexpr std::uint32_t kServing[] = {
    // descriptors
    SYS_read, SYS_write, SYS_readv, SYS_writev, SYS_close, SYS_fstat, SYS_recvfrom, SYS_recvmsg,
    SYS_shutdown, SYS_accept, SYS_accept4, SYS_getsockname, SYS_getpeername, SYS_getsockopt,
    // waiting
    SYS_poll, SYS_ppoll, SYS_epoll_create1, SYS_epoll_ctl, SYS_epoll_wait, SYS_epoll_pwait,
    SYS_eventfd2, SYS_timerfd_create, SYS_timerfd_settime, SYS_futex, SYS_nanosleep,
    SYS_clock_nanosleep, SYS_sched_yield, SYS_restart_syscall,
    // memory
    SYS_munmap, SYS_mremap, SYS_madvise, SYS_brk,
    // this process
    SYS_clock_gettime, SYS_gettimeofday, SYS_getrandom, SYS_uname, SYS_getpid, SYS_gettid,
    SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_sigaltstack, SYS_exit,
    SYS_exit_group};

/// A system call that is allowed if one of its arguments has none of some bits, or has a value.
struct Checked {
  std::uint32_t call;
  unsigned argument;  ///< counted from 0
  bool bits;          ///< true: none of the bits `value` may be set; false: it must be `value`
  std::uint32_t value;
};
constexpr Checked kChecked[] = {
    {SYS_mmap, 2, true, PROT_EXEC},
    {SYS_mprotect, 2, true, PROT_EXEC},
    {SYS_fcntl, 1, false, F_SETFD},
    {SYS_ioctl, 1, false, FIONBIO},
    // With this flag the call makes a connection.
    {SYS_sendto, 3, true, MSG_FASTOPEN},
    {SYS_sendmsg, 2, true, MSG_FASTOPEN},
};

/// Returns the filter's program: it allows the calls of the tables, and answers EPERM to all
/// others.
std::vector<sock_filter> ServingFilter() {
  constexpr std::uint32_t kNumber = offsetof(seccomp_data, nr);
  constexpr std::uint32_t kArchitecture = offsetof(seccomp_data, arch);
  const sock_filter allow = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  const sock_filter refuse = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM);
  std::vector<sock_filter> filter = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, kArchitecture),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, kNumber),
  };
  for (const std::uint32_t call : kServing) {
    filter.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1));
    filter.push_back(allow);
  }
  for (const Checked& checked : kChecked) {
    const auto argument = static_cast<std::uint32_t>(offsetof(seccomp_data, args) +
                                                     checked.argument * sizeof(std::uint64_t));
    filter.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, checked.call, 0, 4));
    filter.push_back(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, argument));
    filter.push_back(checked.bits
                         ? sock_filter(BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, checked.value, 0, 1))
                         : sock_filter(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, checked.value, 1, 0)));
    filter.push_back(refuse);
    filter.push_back(allow);
  }
  filter.push_back(refuse);
  return filter;
}

/// Makes sure that no program which this process starts can gain a capability.
Result<void> LoseCapabilities() {
  // The number of the kernel's last capability is not known here; a later one is EINVAL.
  for (int capability = 0; prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) == 0;) {
    ++capability;
  }
  return errno == EINVAL ? Result<void>() : RightsError("PR_CAPBSET_DROP");
}

Result<void> Filter() {
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

}  // namespace

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

void LeaveLog() {
  for (const int fd : {STDOUT_FILENO, STDERR_FILENO}) {
    dup2(STDIN_FILENO, fd);  // /dev/null
  }
}

Result<void> KeepDescriptorsOnly(uid_t uid, gid_t gid) {
  HPDL_TRY(LoseCapabilities());
  HPDL_TRY(BecomeUser(uid, gid, {}));
  return Filter();
}

}  // namespace hpdl::rt
