#ifndef HPDL_RUNTIME_STORE_LOCAL_LOCAL_MAILBOX_H_
#define HPDL_RUNTIME_STORE_LOCAL_LOCAL_MAILBOX_H_

#include <memory>
#include <string>
#include <vector>

#include "runtime/store/mailbox.h"

namespace hpdl::rt {

/// A mailbox on this machine. Each message is a file in `<job>/requests`. A rename puts the
/// complete file into this folder. A process that takes a message locks its file with an
/// open-file-description lock, which ends with the process. It closes the message by writing the
/// answer after the text and removing the name. The sender still has the file open and reads the
/// answer from it. The bell is the FIFO `<job>/bell`; it has a reader while an engine listens.
/// (inotify is not used: closing its watch would delay the end of the process.)
class LocalMailbox final : public Mailbox {
 public:
  /// `job_path` is the folder of the job. `all_jobs_bell` is the FIFO that reports messages of all
  /// jobs.
  LocalMailbox(std::string job_path, std::string all_jobs_bell);
  Result<std::unique_ptr<PostedMessage>> Post(const std::string& text) override;
  bool HasOpen() const override;
  /// Returns the open messages. Removes files that are too long or not regular files.
  std::vector<std::unique_ptr<TakenMessage>> Take() override;
  int OpenBell() const override;

 private:
  std::unique_ptr<TakenMessage> TakeFile(const std::string& name) const;
  void Ring() const;
  std::string job_path_, folder_, all_jobs_bell_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_STORE_LOCAL_LOCAL_MAILBOX_H_
