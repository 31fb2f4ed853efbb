#ifndef HPDL_RUNTIME_STORE_MAILBOX_H_
#define HPDL_RUNTIME_STORE_MAILBOX_H_

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "runtime/ground/base/result.h"

/// How others reach whoever runs a job: requests of people, callbacks that came to somebody else. A
/// message is a text (runtime/engines/workflow/messages.h).
///
/// What each implementation promises:
/// - Post() returns when the message is durable. No engine need be there for it, then or later.
/// - A message is open until it is closed with an answer, or withdrawn. Nothing else ends it,
///   whatever becomes of engines and askers, and it is never changed.
/// - Who has the job's lease finds the open messages by Take(), the oldest first, and looks again
///   when the bell says so, or, if there is no bell, each tenth of a second. A ring may be lost, as
///   when the asker is of a version without one, or come for nothing: so also each other second.
/// - What a message asks for happens once at most. To take it means to put its answer into the
///   journal, by the commit that makes its effect durable (Journal: PutAnswer()); and who finds a
///   message that the journal has an answer to only closes it with that.
/// - The end of a process gives back what it has in hand.
namespace hpdl::rt {

/// The longest text of a message.
inline constexpr std::size_t kMostMessageBytes = std::size_t{2} << 20;

/// A message as the one who has posted it has it.
class PostedMessage {
 public:
  virtual ~PostedMessage() = default;
  /// What the journal knows it by.
  virtual const std::string& id() const = 0;
  /// Done, or refused with a code and a reason; none: no answer yet.
  virtual std::optional<Result<void>> Answer() const = 0;
  /// Takes the message back. False: somebody has it in hand, or has answered.
  virtual bool Withdraw() const = 0;
};

/// A message in hand, until the end of this object.
class TakenMessage {
 public:
  virtual ~TakenMessage() = default;
  virtual const std::string& id() const = 0;
  virtual const std::string& text() const = 0;
  /// Tells the asker and ends the message. Without `for_good` it may be open again after the
  /// machine has gone down: enough if the journal has the answer, or a second look at the message
  /// does no harm.
  virtual void Close(const Result<void>& answer, bool for_good) const = 0;
};

/// Tells of messages of all jobs: for who watches those that no engine runs. Rings are hints, as
/// those of Mailbox::OpenBell(); of several that listen at once each ring reaches one.
class MailboxBell {
 public:
  virtual ~MailboxBell() = default;
  /// Can be read when somebody has rung; -1: there is no bell, and the mailboxes are to be looked
  /// at.
  virtual int fd() const = 0;
  /// The root jobs for which somebody has rung since the last call, perhaps some several times.
  virtual std::vector<std::string> Rung() = 0;
};

class Mailbox {
 public:
  virtual ~Mailbox() = default;
  /// Fatal or kError "E0713" if nothing can be written.
  virtual Result<std::unique_ptr<PostedMessage>> Post(const std::string& text) = 0;
  /// Whether there may be one: for who has no lease, and only wants to know whether to wake the
  /// job.
  virtual bool HasOpen() const = 0;
  /// The open messages that nobody has in hand, for who has the lease. What cannot be read now
  /// stays open.
  virtual std::vector<std::unique_ptr<TakenMessage>> Take() = 0;
  /// For who has the lease: a descriptor from which a byte or more can be read when a message has
  /// come since. It does not block, has no end, and is the caller's; -1: there is none here.
  virtual int OpenBell() const = 0;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_STORE_MAILBOX_H_
