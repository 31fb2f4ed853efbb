#include "stdlib/actions/git/git_clone.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "runtime/ground/base/text_parts.h"
#include "runtime/world/files/file_operations.h"
#include "runtime/world/process/output_tail.h"
#include "stdlib/actions/git/git_child.h"
#include "stdlib/local/work_files.h"

namespace hpdl::stdlib {

namespace {

using rt::Error;
using rt::ErrorClass;
using Clock = std::chrono::steady_clock;

constexpr const char* kPlan = ".plan";
constexpr const char* kFailure = ".failure";
constexpr const char* kFetched = ".fetched";
constexpr std::size_t kTailLines = 10;
constexpr std::size_t kTailBytes = 2000;

/// The settings for all git commands. With them git writes only plain files, runs no program from
/// the repository, and leaves no process in the background.
const std::vector<std::string> kSettings = {
    "-c", "core.symlinks=false",    "-c", "core.hooksPath=/dev/null",
    "-c", "core.fsmonitor=false",   "-c", "gc.auto=0",
    "-c", "maintenance.auto=false", "-c", "http.lowSpeedLimit=1",
    "-c", "http.lowSpeedTime=60",   "-c", "advice.detachedHead=false"};

bool Exists(const char* name) {
  return access(name, F_OK) == 0;
}

/// Removes the secrets from the current folder.
void RemoveSecrets() {
  unlink(kGitKey);
  unlink(kGitCredential);
}

/// Removes the secrets from the current folder and ends the process.
extern "C" void EndBySignal(int signal) {
  unlink(kGitKey);
  unlink(kGitCredential);
  _exit(128 + signal);
}

/// Returns the command for ssh. Its paths are relative to the current folder, so a blank or a quote
/// in the folder's own path does no harm.
std::string SshCommand() {
  std::string command =
      "ssh -F none -o BatchMode=yes -o StrictHostKeyChecking=yes -o ConnectTimeout=20 -o "
      "ServerAliveInterval=15 -o ClearAllForwardings=yes -o PermitLocalCommand=no -o "
      "ControlMaster=no -o ControlPath=none";
  if (Exists(kGitKnownHosts)) {
    command += std::string(" -o UserKnownHostsFile=") + kGitKnownHosts;
  }
  if (Exists(kGitKey)) {
    return command + " -o IdentitiesOnly=yes -i " + kGitKey;
  }
  for (int i = 0; Exists((kGitIdentity + std::to_string(i)).c_str()); ++i) {
    command += " -i " + (kGitIdentity + std::to_string(i));
  }
  return command;
}

std::optional<ClonePlan> ReadPlan() {
  const auto text = ReadWholeFile(kPlan);
  if (!text) {
    return std::nullopt;
  }
  const std::vector<std::string_view> fields = rt::Split(*text, '\n');
  if (fields.size() != 5) {
    return std::nullopt;
  }
  ClonePlan plan;
  plan.uri = fields[0];
  plan.branch = fields[1];
  plan.seconds = rt::ParseNumber(fields[2]).value_or(0);
  plan.bytes = rt::ParseNumber(fields[3]).value_or(0);
  plan.files = rt::ParseNumber(fields[4]).value_or(0);
  return plan;
}

/// Counts the files and bytes in the output of `git ls-tree -l -z`, part by part. An entry is "MODE
/// blob ID SIZE\tPATH" and a zero byte.
class Counter {
 public:
  explicit Counter(const ClonePlan& plan) : plan_(plan) {}
  /// Returns false if there are more files or bytes than allowed.
  bool Take(std::string_view part) {
    for (const char c : part) {
      if (c == '\0') {
        ++files_;
        Add();
        field_.clear();
        in_path_ = false;
      } else if (c == '\t') {
        in_path_ = true;
      } else if (!in_path_ && field_.size() < 200) {
        field_ += c;
      }
    }
    return files_ <= plan_.files && bytes_ <= plan_.bytes;
  }
  std::int64_t files() const { return files_; }
  std::int64_t bytes() const { return bytes_; }

 private:
  void Add() {
    const std::size_t blank = field_.rfind(' ');
    bytes_ += rt::ParseNumber(std::string_view(field_).substr(blank + 1)).value_or(0);
  }

  const ClonePlan& plan_;
  std::string field_;
  bool in_path_ = false;
  std::int64_t files_ = 0;
  std::int64_t bytes_ = 0;
};

/// A clone in the current folder.
class Clone {
 public:
  explicit Clone(ClonePlan plan)
      : plan_(std::move(plan)), until_(Clock::now() + std::chrono::seconds(plan_.seconds)) {}

  rt::Result<void> Run() {
    HPDL_TRY(Fetch());
    HPDL_TRY(WriteWholeFile(kFetched, "", 0600));
    RemoveSecrets();
    std::string commit;
    const GitEnd head = Git({"-C", kGitClone, "rev-parse", "--quiet", "--verify", "HEAD"},
                            [&](std::string_view part) {
                              commit += part;
                              return commit.size() < 200;
                            });
    if (head.code != 0 && !head.late && head.start_error == 0) {
      std::printf("the repository is empty\n");
      return {};
    }
    HPDL_TRY(Check(head, "rev-parse"));
    HPDL_TRY(CheckOut());
    std::printf("commit %s%lld files, %lld bytes\n", commit.c_str(),
                static_cast<long long>(counter_.files()), static_cast<long long>(counter_.bytes()));
    return {};
  }

 private:
  GitEnd Git(std::vector<std::string> words, const std::function<bool(std::string_view)>& take) {
    words.insert(words.begin(), kSettings.begin(), kSettings.end());
    GitEnd end = RunGit(std::move(words), until_, take);
    std::fwrite(end.errors.data(), 1, end.errors.size(), stderr);
    return end;
  }

  rt::Result<void> Fetch() {
    std::vector<std::string> words;
    if (Exists(kGitCredential)) {
      // An empty credential.helper makes git forget the helpers of its configuration files.
      words = {"-c", "credential.helper=", "-c",
               std::string("credential.helper=store --file=") + kGitCredential};
    }
    for (const char* word :
         {"clone", "--quiet", "--no-checkout", "--template=", "--no-recurse-submodules"}) {
      words.push_back(word);
    }
    if (!plan_.branch.empty()) {
      words.push_back("--single-branch");
      words.push_back("--branch=" + plan_.branch);
    }
    for (const std::string& word : {std::string("--"), plan_.uri, std::string(kGitClone)}) {
      words.push_back(word);
    }
    return Check(Git(std::move(words), [](std::string_view) { return true; }), "clone");
  }

  /// Checks the size of the commit before git writes its files. A commit of a few bytes can contain
  /// a million files.
  rt::Result<void> CheckOut() {
    const GitEnd listed = Git({"-C", kGitClone, "ls-tree", "-r", "-l", "-z", "--full-tree", "HEAD"},
                              [&](std::string_view part) { return counter_.Take(part); });
    if (listed.stopped) {
      return rt::ActionError("the commit has more than " + std::to_string(plan_.files) +
                             " files (hpdl.git.files.max) or " + std::to_string(plan_.bytes) +
                             " bytes (hpdl.git.size.max)");
    }
    HPDL_TRY(Check(listed, "ls-tree"));
    return Check(Git({"-C", kGitClone, "reset", "--quiet", "--hard", "HEAD"},
                     [](std::string_view) { return true; }),
                 "checkout");
  }

  rt::Result<void> Check(const GitEnd& end, const char* what) const {
    if (end.start_error != 0) {
      return Error{
          ErrorClass::kNonTransient, "JA018",
          std::string("cannot start git on this machine: ") + std::strerror(end.start_error)};
    }
    if (end.late) {
      return rt::ActionError("git took longer than " + std::to_string(plan_.seconds) +
                             " s (hpdl.git.timeout)");
    }
    if (end.code == 0) {
      return {};
    }
    const std::string meaning = MeaningOf(end.errors);
    const std::string tail =
        rt::TailOfText(std::string_view(end.errors)
                           .substr(end.errors.size() - std::min(end.errors.size(), kTailBytes)),
                       end.errors.size() > kTailBytes, kTailLines);
    return rt::ActionError(meaning + (meaning.empty() ? "" : ": ") + "git " + what + " of " +
                           plan_.uri + ": exit code " + std::to_string(end.code) +
                           (tail.empty() ? "" : "; it says:\n" + tail));
  }

  const ClonePlan plan_;
  const Clock::time_point until_;
  Counter counter_{plan_};
};

/// Records the error for the engine, and kills processes that git may have left running.
int Fail(const Error& error) {
  const std::string text = std::to_string(static_cast<int>(error.error_class)) + "\n" + error.code +
                           "\n" + error.message;
  (void)WriteWholeFile(kFailure, text, 0600);
  RemoveSecrets();
  std::fflush(nullptr);
  if (getpgrp() == getpid()) {
    kill(0, SIGKILL);
  }
  return 1;
}

}  // namespace

std::string MeaningOf(std::string_view git_says) {
  const auto says = [&](std::string_view words) {
    return git_says.find(words) != std::string_view::npos;
  };
  if (says("terminal prompts disabled") || says("Authentication failed") ||
      says("Permission denied (") || says("could not read Username")) {
    return "the repository requires a login; the action has no login or an invalid login";
  }
  if (says("Host key verification failed")) {
    return "the host's key is not among the known hosts (hpdl.ssh.known.hosts)";
  }
  if (says("not found in upstream")) {
    return "the repository has no such branch";
  }
  if (says("Could not resolve host") || says("Could not resolve hostname")) {
    return "the host's name cannot be resolved";
  }
  if (says("File too large")) {
    return "the repository is larger than hpdl.git.size.max allows";
  }
  return {};
}

void RemoveGitSecrets(const std::string& folder) {
  for (const char* name : {kGitKey, kGitCredential}) {
    unlink((folder + "/" + name).c_str());
  }
}

bool IsFetched(const std::string& folder) {
  return FileExists(folder + "/" + kFetched);
}

rt::Result<void> WriteClonePlan(const std::string& folder, const ClonePlan& plan) {
  const std::string text = plan.uri + "\n" + plan.branch + "\n" + std::to_string(plan.seconds) +
                           "\n" + std::to_string(plan.bytes) + "\n" + std::to_string(plan.files);
  return WriteWholeFile(folder + "/" + kPlan, text, 0600);
}

std::optional<Error> ErrorOfClone(const std::string& folder) {
  const std::string path = folder + "/" + kFailure;
  if (!FileExists(path)) {
    return std::nullopt;
  }
  const auto text = ReadWholeFile(path);
  HPDL_TRY(text);
  const std::size_t first = text->find('\n');
  const std::size_t second = first == std::string::npos ? first : text->find('\n', first + 1);
  if (second == std::string::npos) {
    return rt::ActionError(path + " is damaged");
  }
  Error error;
  error.error_class = static_cast<ErrorClass>(rt::ParseNumber(text->substr(0, first)).value_or(2));
  error.code = text->substr(first + 1, second - first - 1);
  error.message = text->substr(second + 1);
  return error;
}

int CloneWorker(const char* folder) {
  if (chdir(folder) != 0) {
    std::fprintf(stderr, "%s: %s\n", folder, std::strerror(errno));
    return 1;
  }
  for (const int signal : {SIGTERM, SIGINT, SIGHUP}) {
    std::signal(signal, &EndBySignal);
  }
  // If a file exceeds the size limit, git must report an error. SIGXFSZ would kill git.
  std::signal(SIGXFSZ, SIG_IGN);
  const auto plan = ReadPlan();
  if (!plan) {
    return Fail(rt::ActionError(std::string(folder) + "/" + kPlan + " is damaged"));
  }
  const rlimit most{static_cast<rlim_t>(plan->bytes), static_cast<rlim_t>(plan->bytes)};
  setrlimit(RLIMIT_FSIZE, &most);
  umask(077);
  PrepareForGit(SshCommand());
  Clone clone(*plan);
  const rt::Result<void> done = clone.Run();
  if (!done) {
    return Fail(done.error());
  }
  RemoveSecrets();
  return 0;
}

}  // namespace hpdl::stdlib
