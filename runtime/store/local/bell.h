#ifndef HPDL_RUNTIME_STORE_LOCAL_BELL_H_
#define HPDL_RUNTIME_STORE_LOCAL_BELL_H_

#include <string>
#include <string_view>
#include <vector>

#include "runtime/store/mailbox.h"

namespace hpdl::rt {

/// A FIFO by which one process tells another that something has come. Makes it if need be; the
/// descriptor is the caller's and does not block. -1: something else is in its place, or the file
/// system has no FIFOs.
int ListenToBell(const std::string& path);

/// Writes into the FIFO for whoever listens, if anybody does. A full one rings as it is.
void RingBell(const std::string& path, std::string_view text);

/// The bell of a state directory: lines with the ids of root jobs.
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
  std::string begun_;  ///< of a line; what is no line of an id is dropped
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_STORE_LOCAL_BELL_H_
