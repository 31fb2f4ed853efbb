#ifndef HPDL_RUNTIME_STORE_LOCAL_BELL_H_
#define HPDL_RUNTIME_STORE_LOCAL_BELL_H_

#include <string>
#include <string_view>
#include <vector>

#include "runtime/store/mailbox.h"

namespace hpdl::rt {

/// Opens the FIFO of a bell and returns a descriptor. RingBell() in another process makes the
/// descriptor readable. Makes a missing FIFO. The caller owns the descriptor, which does not block.
/// Returns -1 if another kind of file has this path or the file system has no FIFOs.
int ListenToBell(const std::string& path);

/// Writes `text` into the FIFO if a process listens. If the FIFO is full, the text is lost, but the
/// listener is woken anyway.
void RingBell(const std::string& path, std::string_view text);

/// The bell of a state directory, a FIFO. Processes write the ids of root jobs to it, one on each
/// line.
class LocalBell final : public MailboxBell {
 public:
  explicit LocalBell(const std::string& path) : file_(ListenToBell(path)) {}
  ~LocalBell() override;
  LocalBell(const LocalBell&) = delete;
  LocalBell& operator=(const LocalBell&) = delete;
  int fd() const override { return file_; }
  std::vector<std::string> Rung() override;

 private:
  int file_;
  std::string begun_;  ///< the beginning of a line whose rest has not arrived; a line that is not
                       ///< an id is dropped
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_STORE_LOCAL_BELL_H_
