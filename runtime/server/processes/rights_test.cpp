#include "runtime/server/processes/rights.h"

#include <fcntl.h>
#include <grp.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <functional>
#include <iterator>
#include <string>

namespace hpdl::rt {
namespace {

/// Runs a check in a child process. Returns the exit code of the child, which is the result of the
/// check, or -1 if a signal has ended the child.
int InChild(const std::function<int()>& check) {
  const pid_t child = fork();
  if (child == 0) {
    _exit(check());
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

bool IsRefused(long result) {
  return result < 0 && errno == EPERM;
}

constexpr uid_t kUser = 23001;

/// The descriptors that the attempts use.
int g_listener = -1, g_file = -1;

/// The system calls that a process which serves descriptors must not have, each with its name.
struct Attempt {
  const char* name;
  std::function<bool()> refused;
};
const Attempt kAttempts[] = {
    {"open", [] { return IsRefused(open("/etc/passwd", O_RDONLY)); }},
    {"create", [] { return IsRefused(open("/tmp/hpdl-rights", O_CREAT | O_WRONLY, 0600)); }},
    {"unlink", [] { return IsRefused(unlink("/tmp/hpdl-rights")); }},
    {"stat", [] { return IsRefused(access("/", F_OK)); }},
    {"exec", [] { return IsRefused(execl("/bin/false", "false", nullptr)); }},
    {"fork", [] { return IsRefused(syscall(SYS_fork)); }},
    {"vfork", [] { return IsRefused(syscall(SYS_vfork)); }},
    {"clone", [] { return IsRefused(syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0)); }},
    {"clone3", [] { return IsRefused(syscall(SYS_clone3, nullptr, 0)); }},
    {"socket", [] { return IsRefused(socket(AF_INET, SOCK_STREAM, 0)); }},
    {"unix socket", [] { return IsRefused(socket(AF_UNIX, SOCK_STREAM, 0)); }},
    {"connect", [] { return IsRefused(syscall(SYS_connect, 0, nullptr, 0)); }},
    {"bind", [] { return IsRefused(syscall(SYS_bind, 0, nullptr, 0)); }},
    {"kill", [] { return IsRefused(kill(getppid(), 0)); }},
    {"tgkill", [] { return IsRefused(syscall(SYS_tgkill, getpid(), getpid(), 0)); }},
    {"ptrace", [] { return IsRefused(ptrace(PTRACE_TRACEME, 0, 0, 0)); }},
    {"read another's memory",
     [] { return IsRefused(syscall(SYS_process_vm_readv, getpid(), nullptr, 0, nullptr, 0, 0)); }},
    {"setuid", [] { return IsRefused(syscall(SYS_setuid, 0)); }},
    {"name space", [] { return IsRefused(unshare(CLONE_NEWUSER)); }},
    {"mount", [] { return IsRefused(syscall(SYS_mount, "/", "/", nullptr, 0, nullptr)); }},
    {"bpf", [] { return IsRefused(syscall(SYS_bpf, 0, nullptr, 0)); }},
    {"io_uring", [] { return IsRefused(syscall(SYS_io_uring_setup, 1, nullptr)); }},
    {"pidfd_getfd", [] { return IsRefused(syscall(SYS_pidfd_getfd, 0, 0, 0)); }},
    {"memfd", [] { return IsRefused(syscall(SYS_memfd_create, "x", 0)); }},
    {"keys", [] { return IsRefused(syscall(SYS_add_key, "user", "x", "x", 1, -1)); }},
    {"a connection by sendto",
     [] {
       shutdown(g_listener, SHUT_RDWR);
       sockaddr_in address{};
       address.sin_family = AF_INET;
       address.sin_port = htons(9);
       address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
       return IsRefused(sendto(g_listener, "x", 1, MSG_FASTOPEN | MSG_NOSIGNAL,
                               reinterpret_cast<sockaddr*>(&address), sizeof address));
     }},
    {"a connection by sendmsg",
     [] {
       msghdr header{};
       return IsRefused(sendmsg(g_listener, &header, MSG_FASTOPEN | MSG_NOSIGNAL));
     }},
    {"write at another place", [] { return IsRefused(lseek(g_file, 0, SEEK_SET)); }},
    {"write at another place by pwrite", [] { return IsRefused(pwrite(g_file, "x", 1, 0)); }},
    {"no append any more", [] { return IsRefused(fcntl(g_file, F_SETFL, 0)); }},
    {"truncate", [] { return IsRefused(ftruncate(g_file, 0)); }},
    {"signals of another", [] { return IsRefused(fcntl(g_listener, F_SETOWN, getppid())); }},
    {"type for a terminal",
     [] {
       char c = 'x';
       return IsRefused(ioctl(g_listener, TIOCSTI, &c));
     }},
    {"an option of a socket",
     [] {
       int on = 1;
       return IsRefused(setsockopt(g_listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on));
     }},
    {"the numbers of x32", [] { return IsRefused(syscall(0x40000000 + SYS_open, "/", O_RDONLY)); }},
    {"executable memory",
     [] {
       return mmap(nullptr, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) ==
                  MAP_FAILED &&
              errno == EPERM;
     }},
    {"memory that becomes executable",
     [] {
       void* const page =
           mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
       return page != MAP_FAILED && IsRefused(mprotect(page, 4096, PROT_READ | PROT_EXEC));
     }},
};

/// Only root can give rights up.
class Rights : public ::testing::Test {
 protected:
  void SetUp() override {
    if (geteuid() != 0) {
      GTEST_SKIP() << "only root can give up rights";
    }
    g_listener = socket(AF_INET, SOCK_STREAM, 0);
    ASSERT_EQ(listen(g_listener, 1), 0);
    g_file = memfd_create("log", 0);
    ASSERT_EQ(fcntl(g_file, F_SETFL, O_APPEND), 0);
  }
  void TearDown() override {
    close(g_listener);
    close(g_file);
  }
};

TEST_F(Rights, NothingIsLeftButDescriptors) {
  for (const Attempt& attempt : kAttempts) {
    const int code = InChild([&attempt] {
      if (!KeepDescriptorsOnly(kUser, kUser)) {
        return 2;
      }
      return attempt.refused() ? 0 : 1;
    });
    EXPECT_EQ(code, 0) << attempt.name;
  }
}

/// Without the filter each attempt has another result, so the filter is the reason for the test
/// above.
TEST_F(Rights, TheAttemptsAreNotRefusedAnyway) {
  std::size_t open = 0;
  for (const Attempt& attempt : kAttempts) {
    open += InChild([&attempt] { return attempt.refused() ? 0 : 1; }) != 0 ? 1 : 0;
  }
  EXPECT_GE(open, std::size(kAttempts) - 5);  // root in a container lacks some rights
}

TEST_F(Rights, DescriptorsCanBeUsed) {
  int both[2];
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, both), 0);
  const int port = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  ASSERT_EQ(bind(port, reinterpret_cast<sockaddr*>(&address), size), 0);
  ASSERT_EQ(listen(port, 1), 0);
  ASSERT_EQ(getsockname(port, reinterpret_cast<sockaddr*>(&address), &size), 0);
  const int client = socket(AF_INET, SOCK_STREAM, 0);
  ASSERT_EQ(connect(client, reinterpret_cast<sockaddr*>(&address), size), 0);
  const int code = InChild([&] {
    if (!KeepDescriptorsOnly(kUser, kUser)) {
      return 2;
    }
    char byte = 'x';
    const int accepted = accept(port, nullptr, nullptr);
    const bool works = accepted >= 0 && write(accepted, &byte, 1) == 1 &&
                       write(both[0], &byte, 1) == 1 && read(both[1], &byte, 1) == 1 &&
                       std::string(1 << 20, 'x').size() == 1 << 20;
    return works ? 0 : 1;
  });
  EXPECT_EQ(code, 0);
  for (const int fd : {both[0], both[1], port, client}) {
    close(fd);
  }
}

TEST_F(Rights, AUserCannotComeBack) {
  const int code = InChild([] {
    if (!BecomeUser(kUser, kUser, {kUser, kUser + 1})) {
      return 2;
    }
    gid_t groups[8];
    const bool changed = geteuid() == kUser && getuid() == kUser && getegid() == kUser &&
                         getgroups(8, groups) == 2 && setuid(0) != 0 && setgid(0) != 0 &&
                         setgroups(0, nullptr) != 0;
    return changed ? 0 : 1;
  });
  EXPECT_EQ(code, 0);
  EXPECT_EQ(InChild([] { return BecomeUser(0, 5, {}) ? 1 : 0; }), 0);
  EXPECT_EQ(InChild([] { return BecomeUser(5, 0, {}) ? 1 : 0; }), 0);
}

}  // namespace
}  // namespace hpdl::rt
