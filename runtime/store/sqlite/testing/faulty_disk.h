#ifndef HPDL_RUNTIME_STORE_SQLITE_TESTING_FAULTY_DISK_H_
#define HPDL_RUNTIME_STORE_SQLITE_TESTING_FAULTY_DISK_H_

#include <cstdint>
#include <memory>
#include <string>

namespace hpdl::rt::testing {

/// A disk under SQLite that fails when a test demands it, and a machine that loses its power. While
/// the object lives, it is SQLite's default VFS. All connections must be closed before its end.
/// Only one FaultyDisk may exist at a time, and only one thread may use it.
///
/// It watches the files whose paths contain `part_of_path`. All other files work normally. A write
/// goes to the real file at once, so every process sees it, as in the page cache. The object keeps
/// in memory which data is durable, that is, which data a sync has reached. It never makes a real
/// sync, so tests are fast. The shared memory of a WAL belongs to the machine and never survives.
/// Folders count as durable.
class FaultyDisk {
 public:
  /// The effect of a failing call. For each fault, only the calls that can fail with this fault are
  /// counted.
  enum class Fault : std::uint8_t {
    kReadError,   ///< EIO from a read
    kWriteError,  ///< EIO from a write or a truncation, which then changes nothing
    kNoSpace,     ///< ENOSPC from a new file, a write, or a shared memory mapping of a file
    kShortWrite,  ///< writes the first half, then fails with ENOSPC
    kFailedSync,  ///< EIO from a sync. As on Linux, the unsynced data then counts as clean: reads
                  ///< return it from memory, but no later sync writes it
  };
  static constexpr Fault kFaults[] = {Fault::kReadError, Fault::kWriteError, Fault::kNoSpace,
                                      Fault::kShortWrite, Fault::kFailedSync};

  /// Selects which of the unsynced writes survive a power cut.
  enum class Survivors : std::uint8_t {
    kSynced,   ///< no write
    kAllTorn,  ///< all writes except the second half of the last write
    kSome,     ///< a random choice among sectors of 512 bytes, truncations and names
  };
  static constexpr Survivors kSurvivors[] = {Survivors::kSynced, Survivors::kAllTorn,
                                             Survivors::kSome};

  explicit FaultyDisk(std::string part_of_path);
  ~FaultyDisk();
  FaultyDisk(const FaultyDisk&) = delete;
  FaultyDisk& operator=(const FaultyDisk&) = delete;

  /// Makes the n-th call fail, counted from 1 among the calls that can fail with this fault. If
  /// `lasting`, all later calls that can fail with this fault fail too. The count starts now.
  void FailAt(Fault fault, long n, bool lasting);
  /// Stops the machine at the n-th call that would change the disk, counted from 1. This call and
  /// all later calls of any kind fail and do nothing. The count starts now.
  void StopAt(long n);
  /// Ends all faults. The data that LosePower() needs is kept.
  void Mend();
  /// True if a call has failed as planned.
  bool failed() const;
  /// Returns the number of calls counted since FailAt() or StopAt().
  long calls() const;

  /// Replaces the files by the content that a machine finds after a power failure. All connections
  /// must be closed.
  void LosePower(Survivors survivors, std::uint64_t seed);
  /// Copies the watched files below `from` to the same paths below `to`. The copies have the
  /// content that would be left if the power failed now and only synced data survived.
  void CopySynced(const std::string& from, const std::string& to) const;
  /// Frees the data kept for the files below `folder`. Call it when a test has removed the folder.
  void Forget(const std::string& folder);

 private:
  friend struct FaultyCalls;
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace hpdl::rt::testing

#endif  // HPDL_RUNTIME_STORE_SQLITE_TESTING_FAULTY_DISK_H_
