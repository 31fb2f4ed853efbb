#ifndef HPDL_RUNTIME_STORE_LOCAL_LOCAL_MAILBOX_H_
#define HPDL_RUNTIME_STORE_LOCAL_LOCAL_MAILBOX_H_

#include <memory>
#include <string>
#include <vector>

#include "runtime/store/mailbox.h"

namespace hpdl::rt {

/// A mailbox on this machine: each message is a file in `<job>/requests`, put there whole by a
/// rename. Who takes one locks the file (an open-file-description lock, gone with the process), and
/// closes it by writing the answer behind the text and removing the name; the asker, who has the
/// file open, reads it there. The bell is the FIFO `<job>/bell`: it has a reader while an engine
/// listens. (Closing an inotify watch would hold up the end of the process.)
class LocalMailbox final : public Mailbox {
 public:
  /// Of a job's folder; and the FIFO that tells of messages of all jobs.
  LocalMailbox(std::string job_path, std::string all_jobs_bell);
  Result<std::unique_ptr<PostedMessage>> Post(const std::string& text) override;
  bool HasOpen() const override;
  /// What is no regular file, or too long, is removed.
  std::vector<std::unique_ptr<TakenMessage>> Take() override;
  int OpenBell() const override;

 private:
  std::unique_ptr<TakenMessage> TakeFile(const std::string& name) const;
  void Ring() const;
  std::string job_path_, folder_, all_jobs_bell_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_STORE_LOCAL_LOCAL_MAILBOX_H_
