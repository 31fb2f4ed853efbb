#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "runtime/world/process/keeper.h"
#include "runtime/world/process/kept_processes.h"
#include "runtime/world/process/output_files.h"

namespace hpdl::rt {
namespace {

constexpr auto kAdoptionPoll = std::chrono::milliseconds(20);

using ProcessDescriptor = boost::asio::posix::stream_descriptor;

/// Opens the child's pidfd, which becomes readable when the child has ended. Returns null if the
/// kernel has no pidfds (before Linux 5.3) or the pidfd cannot be watched. Also returns null if the
/// pid now belongs to a different process.
std::unique_ptr<ProcessDescriptor> OpenProcess(boost::asio::io_context& io,
                                               const ChildRecord& record) {
  const auto opened =
      record.pid <= 0 ? -1 : static_cast<int>(syscall(SYS_pidfd_open, record.pid, 0));
  if (opened < 0) {
    return nullptr;
  }
  auto process = std::make_unique<ProcessDescriptor>(io);
  boost::system::error_code unwatchable;
  if (process->assign(opened, unwatchable); unwatchable) {
    close(opened);
    return nullptr;
  }
  return SameProcessAlive(record) ? std::move(process) : nullptr;
}

}  // namespace

bool KeptProcesses::Adopt(std::int64_t sequence, Done done) {
  log_.Refresh();
  const ChildRecord* record = log_.Find(sequence);
  if (record == nullptr && log_whole_) {
    return false;
  }
  Entry& entry = entries_[sequence];
  entry.done = std::move(done);
  ExitStatus status;
  if (record == nullptr) {
    status.lost = true;
    status.code = -1;
    Post(sequence, std::move(status));
    return true;
  }
  if (Settled(sequence, *record, &status)) {
    Post(sequence, std::move(status));
    return true;
  }
  TakeOver(sequence, *record);
  if (!KeeperAlive(lock_, record->keeper)) {
    NameOutputs(sequence, *record);
  }
  Poll();
  return true;
}

/// Gives the child's output files their final names, because the keeper that started the child
/// ended before it could rename them.
void KeptProcesses::NameOutputs(std::int64_t sequence, const ChildRecord& record) {
  const std::string spare = directory_ + "/";
  rename((spare + SpareFileName(record.keeper, record.out)).c_str(), OutPath(sequence).c_str());
  rename((spare + SpareFileName(record.keeper, record.err)).c_str(), ErrPath(sequence).c_str());
}

/// True if the child may still run: a process with the child's pid and start time is alive, and the
/// record is not from an earlier boot.
bool KeptProcesses::MayLive(const ChildRecord& record) const {
  const auto boot = [](std::string_view epoch) { return epoch.substr(0, epoch.find(' ')); };
  const std::string_view epoch = log_.EpochOf(record.keeper);
  return (epoch.empty() || boot(epoch) == boot(epoch_)) && SameProcessAlive(record);
}

/// True if the end of the child is known, or if the child is gone and no keeper saw its end. If
/// true, sets `*status`.
bool KeptProcesses::Settled(std::int64_t sequence, const ChildRecord& record, ExitStatus* status) {
  if (!record.ended && (KeeperAlive(lock_, record.keeper) || MayLive(record))) {
    return false;
  }
  if (!record.ended) {
    NameOutputs(sequence, record);
    RemoveIfEmpty(OutPath(sequence));
    RemoveIfEmpty(ErrPath(sequence));
    log_.Refresh();  // the keeper may have logged the child's end just before the keeper ended
  }
  status->pid = record.pid;
  status->lost = !record.ended;
  status->code = record.ended ? record.code : -1;
  status->signal = record.signal;
  status->output_cut = record.output_cut;
  status->start_error = record.start_error;
  return true;
}

/// Watches a child that this engine's keeper did not start, or that a killed keeper left behind.
void KeptProcesses::TakeOver(std::int64_t sequence, const ChildRecord& record) {
  Entry& entry = entries_[sequence];
  entry.adopted = true;
  entry.process = OpenProcess(io_, record);
  if (entry.process == nullptr) {
    ++looked_at_;
  } else {
    AwaitEnd(sequence);
  }
}

/// Waits for the end of a child. The child's keeper then writes the end to the status log, so the
/// log is polled as soon as the child has ended.
void KeptProcesses::AwaitEnd(std::int64_t sequence) {
  const auto ended = [this, sequence, alive = alive_](const boost::system::error_code& error) {
    if (!*alive || error) {
      return;
    }
    if (const auto found = entries_.find(sequence); found != entries_.end()) {
      found->second.process.reset();
      ++looked_at_;
      Poll();
    }
  };
  entries_[sequence].process->async_wait(ProcessDescriptor::wait_read, ended);
}

void KeptProcesses::Poll() {
  if (polling_ || looked_at_ == 0) {
    return;
  }
  polling_ = true;
  poll_.expires_after(kAdoptionPoll);
  poll_.async_wait([this, alive = alive_](const boost::system::error_code& error) {
    if (!*alive || error) {
      return;
    }
    polling_ = false;
    CheckAdopted();
    if (*alive) {
      Poll();
    }
  });
}

void KeptProcesses::CheckAdopted() {
  std::vector<std::pair<std::int64_t, ExitStatus>> ended;
  log_.Refresh();
  for (const auto& [sequence, entry] : entries_) {
    ExitStatus status;
    if (entry.looked_at() && Settled(sequence, *log_.Find(sequence), &status)) {
      ended.emplace_back(sequence, std::move(status));
    }
  }
  const std::shared_ptr<bool> alive = alive_;
  for (auto& [sequence, status] : ended) {
    Finish(sequence, std::move(status));
    if (!*alive) {
      return;
    }
  }
}

}  // namespace hpdl::rt
