#ifndef HPDL_RUNTIME_PROGRAMS_PROGRAM_OUTPUT_H_
#define HPDL_RUNTIME_PROGRAMS_PROGRAM_OUTPUT_H_

#include <string>
#include <string_view>

namespace hpdl::rt {

/// Writes text to a file descriptor, or keeps it in memory for tests. Collects text until Flush()
/// is called or 64 KiB are reached. After a failed write, for example because the reader has ended
/// or the disk is full, it drops all further text. A job must not end only because its output
/// cannot be written.
class Output {
 public:
  explicit Output(int fd) : fd_(fd) {}
  /// Keeps all text in `*capture`.
  explicit Output(std::string* capture) : capture_(capture) {}
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;
  ~Output() { Flush(); }

  void Write(std::string_view text);
  void Line(std::string_view text) {
    Write(text);
    Write("\n");
  }
  /// Writes the collected text. Returns false if this write or an earlier write has failed.
  bool Flush();
  /// Returns the file descriptor; -1 if the text is kept in memory.
  int fd() const { return fd_; }
  bool failed() const { return failed_; }
  /// True if the write failed because the reader of the pipe has ended, as in
  /// `PROGRAM log JOB | head`.
  bool reader_gone() const { return reader_gone_; }

 private:
  int fd_ = -1;
  std::string* capture_ = nullptr;
  std::string buffer_;
  bool failed_ = false;
  bool reader_gone_ = false;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_PROGRAMS_PROGRAM_OUTPUT_H_
