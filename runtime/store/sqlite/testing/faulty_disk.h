#ifndef HPDL_RUNTIME_STORE_SQLITE_TESTING_FAULTY_DISK_H_
#define HPDL_RUNTIME_STORE_SQLITE_TESTING_FAULTY_DISK_H_

#include <cstdint>
#include <memory>
#include <string>

namespace hpdl::rt::testing {

/// A disk under SQLite that fails when a test says so, and a machine that loses its power. While it
/// lives it is SQLite's default VFS; connections must be closed before it ends. There is one at a
/// time, in one thread.
///
/// It watches the files whose path contains the text that it is made with; all else is well.
/// What is written is in the real file at once, as every process sees it in the page cache. Which
/// of it is durable is kept in memory: what a sync has reached. A real sync is never made, so tests
/// are fast. The shared memory of a WAL is the machine's: it never survives. Folders are taken for
/// durable.
class FaultyDisk {
 public:
  /// What a failing call does. Each counts only the calls that it can hit.
  enum class Fault : std::uint8_t {
    kReadError,   ///< EIO of a read
    kWriteError,  ///< EIO of a write or a truncation; nothing of it is done
    kNoSpace,     ///< ENOSPC of a new file, a write, or memory shared by way of a file
    kShortWrite,  ///< the first half is written, then there is no space
    kFailedSync,  ///< EIO of a sync. As on Linux, what it was to write counts as clean from then
                  ///< on: it is read back from memory, and no later sync writes it
  };
  static constexpr Fault kFaults[] = {Fault::kReadError, Fault::kWriteError, Fault::kNoSpace,
                                      Fault::kShortWrite, Fault::kFailedSync};

  /// What of the writes since the last sync is on the disk when the power comes back.
  enum class Survivors : std::uint8_t {
    kSynced,   ///< none
    kAllTorn,  ///< all but the second half of the last one
    kSome,     ///< each sector of 512 bytes, each truncation and each name, or not, by chance
  };
  static constexpr Survivors kSurvivors[] = {Survivors::kSynced, Survivors::kAllTorn,
                                             Survivors::kSome};

  explicit FaultyDisk(std::string part_of_path);
  ~FaultyDisk();
  FaultyDisk(const FaultyDisk&) = delete;
  FaultyDisk& operator=(const FaultyDisk&) = delete;

  /// The n-th call, from 1, that the fault can hit fails; a lasting one also all such calls after
  /// it. Counts from now on.
  void FailAt(Fault fault, long n, bool lasting);
  /// The machine stops at the n-th call, from 1, that would change the disk: that one and all after
  /// it, of whatever sort, fail and do nothing. Counts from now on.
  void StopAt(long n);
  /// The disk is well from now on; what LosePower() needs is kept.
  void Mend();
  /// Whether the call was reached that was to fail.
  bool failed() const;
  /// How many calls the plan has counted.
  long calls() const;

  /// Files become what the machine finds when it starts again. All connections must be closed.
  void LosePower(Survivors survivors, std::uint64_t seed);
  /// What would be found if the power went now and nothing survived but what is synced: the watched
  /// files below `from`, put at the same places below `to`.
  void CopySynced(const std::string& from, const std::string& to) const;

 private:
  friend struct FaultyCalls;
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace hpdl::rt::testing

#endif  // HPDL_RUNTIME_STORE_SQLITE_TESTING_FAULTY_DISK_H_
