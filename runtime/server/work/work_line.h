#ifndef HPDL_RUNTIME_SERVER_WORK_WORK_LINE_H_
#define HPDL_RUNTIME_SERVER_WORK_WORK_LINE_H_

#include <array>
#include <boost/asio/io_context.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "runtime/ground/base/task.h"

namespace hpdl::rt {

/// The kinds of work that a server limits. Each piece of work has processes of its own.
enum class WorkKind : std::uint8_t {
  kProgram,      ///< a program runs a job
  kCompilation,  ///< an application is compiled or checked
  kCommand,      ///< a program makes a job, or sends a command to another program
  kPicture,      ///< a picture of a job is drawn
  kAction,       ///< an action's command runs on this machine
};
inline constexpr std::array kWorkKinds = {WorkKind::kProgram, WorkKind::kCompilation,
                                          WorkKind::kCommand, WorkKind::kPicture,
                                          WorkKind::kAction};
/// Returns "program", "compilation", "command", "picture" or "action".
std::string_view WordOf(WorkKind kind);

/// One piece of work.
struct WorkItem {
  std::string user;           ///< the user of the work; "": not known
  std::string verb;           ///< the verb of the work, such as start, wake or compile
  std::string subject;        ///< a job id, or the place of an application; "": not known
  std::int64_t since_ms = 0;  ///< the time at which the item began to wait or to run, in ms since
                              ///< 1970
};

/// The present work of one kind.
struct WorkNow {
  WorkKind kind = WorkKind::kProgram;
  std::size_t most = 0, most_of_user = 0;  ///< the limits of running items, of all users and of one
                                           ///< user
  std::size_t running = 0, waiting = 0;
  /// The numbers of running and of waiting items on all servers.
  std::size_t running_of_all = 0, waiting_of_all = 0;
  /// Some of the running items and of the waiting items. The waiting items of a user are in the
  /// order in which they will start.
  std::vector<WorkItem> running_items, waiting_items;
};

/// The line in which work of one kind waits, and the places in which it runs. Users take turns, so
/// that no user has to wait until all work of another user is done. Not thread-safe; used only on
/// the thread of its loop.
class WorkLine : public std::enable_shared_from_this<WorkLine> {
 public:
  /// Called with the number of additional places that the line could use, and with the number of
  /// places that it gives back.
  using Ask = std::function<void(WorkKind kind, std::size_t wanted, std::size_t given_back)>;

  /// At most `most` items run at a time, and `most_of_user` of one user; `most_of_user` 0: no limit
  /// for one user.
  WorkLine(boost::asio::io_context& loop, WorkKind kind, std::size_t most,
           std::size_t most_of_user = 0);
  WorkLine(const WorkLine&) = delete;
  WorkLine& operator=(const WorkLine&) = delete;

  /// After this call the line has only the places that Grant() adds. The line requests places with
  /// `ask`, and gives a place back after each item. The limits of the constructor no longer limit
  /// the line; Now() only shows them.
  void TakePlacesFrom(Ask ask);
  /// Adds places.
  void Grant(std::size_t places);
  /// Sets the numbers of running and waiting items on all servers that share the places.
  void SetOfAll(std::size_t running, std::size_t waiting) {
    running_of_all_ = running;
    waiting_of_all_ = waiting;
  }

  using Ticket = std::uint64_t;
  /// Calls `go` when there is a place, perhaps at once. `now`: calls `go` at once, even if there is
  /// no free place.
  Ticket Add(WorkItem item, std::function<void()> go, bool now = false);
  /// Gives back the place of a running item, or takes a waiting item out of the line.
  void Leave(Ticket ticket);
  bool IsRunning(Ticket ticket) const { return running_.contains(ticket); }
  /// While the line is held, no waiting or new item starts; running items go on.
  void Hold(bool held);

  /// A place in the line. The destructor gives the place back.
  class Place {
   public:
    Place(Place&& other) noexcept = default;
    Place& operator=(Place&&) = delete;
    ~Place();

   private:
    friend class WorkLine;
    Place(std::shared_ptr<WorkLine> line, Ticket ticket)
        : line_(std::move(line)), ticket_(ticket) {}
    std::shared_ptr<WorkLine> line_;  ///< null: a move has emptied this object
    Ticket ticket_;
  };
  /// Waits for a place. A task that is cancelled meanwhile gets no place.
  static Task<Place> Enter(std::shared_ptr<WorkLine> self, WorkItem item);

  std::size_t running() const { return running_.size(); }
  std::size_t waiting() const { return waiting_.size(); }
  /// Returns the present work: at most `items` running items and at most `items` waiting items.
  /// `user`: null for the items of all users.
  WorkNow Now(std::size_t items, const std::string* user = nullptr) const;

 private:
  struct Waiting {
    Ticket ticket = 0;
    WorkItem item;
    std::function<void()> go;
  };
  using Line = std::list<Waiting>;
  /// A user whose work waits or runs.
  struct User {
    Line line;
    std::size_t running = 0;
  };
  void GoOn();
  void AskLater();
  void AskNow();
  void Run(Ticket ticket, WorkItem item, const std::function<void()>& go);
  bool NextTurn(std::string* user);

  boost::asio::io_context& loop_;
  const WorkKind kind_;
  const std::size_t most_, most_of_user_;
  std::size_t places_;
  Ask ask_;  ///< empty: the line has its own places
  bool asking_ = false;
  std::size_t wanted_ = 0;      ///< the number of wanted places in the last call of ask_
  std::size_t given_back_ = 0;  ///< the number of places given back since the last call of ask_
  std::size_t running_of_all_ = 0, waiting_of_all_ = 0;
  bool held_ = false;
  Ticket last_ = 0;
  std::map<Ticket, WorkItem> running_;
  std::unordered_map<Ticket, Line::iterator> waiting_;
  std::unordered_map<std::string, User> users_;
  std::list<std::string> turns_;  ///< users whose work waits, the next user first
};

/// A line of each kind, in the order of kWorkKinds.
using WorkLines = std::array<std::shared_ptr<WorkLine>, kWorkKinds.size()>;

inline const std::shared_ptr<WorkLine>& LineOf(const WorkLines& lines, WorkKind kind) {
  return lines[static_cast<std::size_t>(kind)];
}

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_WORK_WORK_LINE_H_
