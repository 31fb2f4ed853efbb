#ifndef HPDL_RUNTIME_STORE_MAILBOX_H_
#define HPDL_RUNTIME_STORE_MAILBOX_H_

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "runtime/ground/base/result.h"

/// A mailbox carries messages to the engine that runs a job: requests of people, and callbacks that
/// another process received. A message is a text (runtime/engines/workflow/messages.h).
///
/// Every implementation promises:
/// - Post() returns when the message is durable. No engine needs to run for this.
/// - A message is open until it is closed with an answer or withdrawn. The end of an engine or of
///   the sender does not close it. A message never changes.
/// - The process with the job's lease gets the open messages from Take(), the oldest first. The
///   bell, a descriptor that becomes readable when a message has come, tells the process to call
///   Take() again. Without a bell the process calls Take() every tenth of a second. The bell may
///   miss a message, for example if the sender's version has no bell, and may wake the process
///   without a message. So the process also calls Take() every two seconds.
/// - The effect of a message happens at most once. The engine puts the answer into the journal
/// (Journal: PutAnswer()) in the commit that makes the effect durable. If the journal already has
/// the answer to a message, the engine only closes the message with that answer.
/// - When a process ends, the messages that it has taken and not closed can be taken again.
namespace hpdl::rt {

/// The greatest length of a message's text, in bytes.
inline constexpr std::size_t kMostMessageBytes = std::size_t{2} << 20;

/// A posted message, as its sender sees it.
class PostedMessage {
 public:
  virtual ~PostedMessage() = default;
  /// The id under which the journal stores the answer.
  virtual const std::string& id() const = 0;
  /// Returns success, or the code and the reason of a refusal. Returns nullopt until there is an
  /// answer.
  virtual std::optional<Result<void>> Answer() const = 0;
  /// Takes the message back. Returns false if another process has taken or answered the message.
  virtual bool Withdraw() const = 0;
};

/// A message that this process has taken and must close. If the object ends before Close(), the
/// message can be taken again.
class TakenMessage {
 public:
  virtual ~TakenMessage() = default;
  virtual const std::string& id() const = 0;
  virtual const std::string& text() const = 0;
  /// Gives the sender the answer and closes the message. If `for_good` is false, the message may be
  /// open again after a crash of the machine. So `for_good` may be false only if the journal has
  /// the answer, or if handling the message twice does no harm.
  virtual void Close(const Result<void>& answer, bool for_good) const = 0;
};

/// When a message arrives for any job, the bell wakes the process that watches the jobs that no
/// engine runs. A wake-up, called a ring, may be lost, or may come without a message. If several
/// processes listen, each ring reaches one of them.
class MailboxBell {
 public:
  virtual ~MailboxBell() = default;
  /// Returns a descriptor that becomes readable when the bell rings. If there is no bell, returns
  /// -1, and the caller must check the mailboxes.
  virtual int fd() const = 0;
  /// Returns the ids of the root jobs for which the bell has rung since the last call. A job may
  /// occur several times.
  virtual std::vector<std::string> Rung() = 0;
};

class Mailbox {
 public:
  virtual ~Mailbox() = default;
  /// Posts a message. If the message is too long, the error is kError "E0713". If the message
  /// cannot be written, the error is kFatal "E0713".
  virtual Result<std::unique_ptr<PostedMessage>> Post(const std::string& text) = 0;
  /// True if there may be an open message. A process without the lease calls this, and wakes the
  /// job if the result is true.
  virtual bool HasOpen() const = 0;
  /// Takes and returns the open messages that no process has taken. The caller must have the lease.
  /// A message that cannot be read now stays open.
  virtual std::vector<std::unique_ptr<TakenMessage>> Take() = 0;
  /// Returns a descriptor from which at least one byte can be read if a message has come since the
  /// call. The caller must have the lease and owns the descriptor. Reading the descriptor does not
  /// block and never meets an end of file. Returns -1 if this mailbox has no bell.
  virtual int OpenBell() const = 0;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_STORE_MAILBOX_H_
