// watch_parked STATE wakes the parked jobs of a state directory until it is killed. It runs the
// programs that are stored with the jobs. watch_parked STATE callback JOB NODE TOKEN STATUS writes
// a callback to the mailbox of a job. A server that receives callbacks does the same.
#include <signal.h>
#include <spawn.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <string>

#include "runtime/engines/watch/parked_jobs.h"
#include "runtime/engines/workflow/engine.h"
#include "runtime/engines/workflow/messages.h"
#include "runtime/world/hadoop/hadoop.h"
#include "runtime/world/net/network.h"
#include "runtime/world/site/site.h"

namespace hpdl::rt {
namespace {

int Complain(const Error& error) {
  std::fprintf(stderr, "watch_parked: %s\n", error.message.c_str());
  return 1;
}

void Wake(StateDirectory& state, const std::string& root_id) {
  const auto store = state.OpenJob(root_id, true);
  const Result<JobFacts> facts = store ? (*store)->Facts() : Result<JobFacts>(store.error());
  if (!facts) {
    return;
  }
  std::printf("wake %s\n", root_id.c_str());
  std::fflush(stdout);
  std::string words[] = {facts->program_path, "wake",       root_id, "--state",
                         state.name(),        "--progress", "none"};
  char* arguments[std::size(words) + 1] = {};
  for (std::size_t i = 0; i < std::size(words); ++i) {
    arguments[i] = words[i].data();
  }
  pid_t child = 0;
  posix_spawn(&child, arguments[0], nullptr, nullptr, arguments, environ);
}

int Call(StateDirectory& state, char** words) {
  CallbackMessage message;
  message.job = words[0];
  message.node = words[1];
  message.token = words[2];
  message.status = words[3];
  const Result<void> posted = PostCallback(state, message);
  return posted ? 0 : Complain(posted.error());
}

int Main(int count, char** words) {
  if (count != 2 && (count != 7 || std::strcmp(words[2], "callback") != 0)) {
    std::fprintf(stderr, "usage: watch_parked STATE [callback JOB NODE TOKEN STATUS]\n");
    return 2;
  }
  const auto state = StateDirectory::Open(words[1], true);
  if (!state) {
    return Complain(state.error());
  }
  if (count == 7) {
    return Call(**state, words + 3);
  }
  signal(SIGCHLD, SIG_IGN);  // the exit codes of the programs are ignored
  const std::string site_path = Site::Locate("");
  const Result<Site> site = Site::Load(site_path);
  if (!site) {
    return Complain(site.error());
  }
  boost::asio::io_context loop(1);
  const auto network = hpdl_network_curl.open(loop);
  const auto clusters = hpdl_hadoop_web.open_clusters(loop, *network, *site, site_path);
  const auto files = hpdl_hadoop_web.open(*network, *site, site_path);
  WatchedWorld world;
  world.wake = [&](const std::string& root_id) { Wake(**state, root_id); };
  world.network = network.get();
  world.clusters = clusters.get();
  world.files = files.get();
  ParkedJobs jobs(loop, **state, std::move(world));
  if (const Result<void> started = jobs.Start(); !started) {
    return Complain(started.error());
  }
  std::printf("watching\n");
  std::fflush(stdout);
  loop.run();
  return 0;
}

}  // namespace
}  // namespace hpdl::rt

int main(int count, char** words) {
  return hpdl::rt::Main(count, words);
}
