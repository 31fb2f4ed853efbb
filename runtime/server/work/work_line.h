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

/// What a server does only so many of at a time, each by processes of its own.
enum class WorkKind : std::uint8_t {
  kProgram,      ///< a program runs a job
  kCompilation,  ///< an application is compiled or checked
  kCommand,      ///< a program makes a job, or tells another one what to do
  kPicture,      ///< a job is drawn
  kAction,       ///< an action's command runs on this machine
};
inline constexpr std::array kWorkKinds = {WorkKind::kProgram, WorkKind::kCompilation,
                                          WorkKind::kCommand, WorkKind::kPicture,
                                          WorkKind::kAction};
/// "program", "compilation", "command", "picture", "action".
std::string_view WordOf(WorkKind kind);

/// One piece of work.
struct WorkItem {
  std::string user;           ///< for whom; "": not known
  std::string verb;           ///< what is done: start, wake, compile, ...
  std::string subject;        ///< the id of a job, or where an application is; "": not known
  std::int64_t since_ms = 0;  ///< how long it waits or runs: its beginning since 1970
};

/// Work of one kind.
struct WorkNow {
  WorkKind kind = WorkKind::kProgram;
  std::size_t most = 0, most_of_user = 0;  ///< at a time
  std::size_t running = 0, waiting = 0;
  std::size_t running_of_all = 0, waiting_of_all = 0;  ///< with those of other servers
  /// Some of each; the next one of each user first.
  std::vector<WorkItem> running_items, waiting_items;
};

/// The line that work of one kind waits in, and the places that it runs in. Users take turns, so
/// that nobody waits for all that somebody else has asked for. Not thread-safe; used on its loop.
class WorkLine : public std::enable_shared_from_this<WorkLine> {
 public:
  /// Says how many places more could be used, and gives back so many that are not.
  using Ask = std::function<void(WorkKind kind, std::size_t wanted, std::size_t given_back)>;

  /// At most so many at a time, and of one user; 0: of one user as many as of all.
  WorkLine(boost::asio::io_context& loop, WorkKind kind, std::size_t most,
           std::size_t most_of_user = 0);
  WorkLine(const WorkLine&) = delete;
  WorkLine& operator=(const WorkLine&) = delete;

  /// From now on there are the places that somebody else gives, each for one piece of work; the
  /// numbers are only told.
  void TakePlacesFrom(Ask ask);
  /// There are so many places more.
  void Grant(std::size_t places);
  /// With those of all servers that share the places.
  void SetOfAll(std::size_t running, std::size_t waiting) {
    running_of_all_ = running;
    waiting_of_all_ = waiting;
  }

  using Ticket = std::uint64_t;
  /// Calls `go` when there is a place, perhaps at once; with `now` at once, in one place more.
  Ticket Add(WorkItem item, std::function<void()> go, bool now = false);
  /// What runs gives its place back; what waits is called no more.
  void Leave(Ticket ticket);
  bool IsRunning(Ticket ticket) const { return running_.contains(ticket); }
  /// While it holds, what waits goes on waiting, and so does what comes; what runs goes on.
  void Hold(bool held);

  /// A place, given back when it goes.
  class Place {
   public:
    Place(Place&& other) noexcept = default;
    Place& operator=(Place&&) = delete;
    ~Place();

   private:
    friend class WorkLine;
    Place(std::shared_ptr<WorkLine> line, Ticket ticket)
        : line_(std::move(line)), ticket_(ticket) {}
    std::shared_ptr<WorkLine> line_;  ///< null: moved from
    Ticket ticket_;
  };
  /// Waits for a place. A task that is cancelled meanwhile has none.
  static Task<Place> Enter(std::shared_ptr<WorkLine> self, WorkItem item);

  std::size_t running() const { return running_.size(); }
  std::size_t waiting() const { return waiting_.size(); }
  /// With at most so many items that run and that wait; null: of all users.
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
  Ask ask_;  ///< empty: the places are its own
  bool asking_ = false;
  std::size_t wanted_ = 0;      ///< as was said last
  std::size_t given_back_ = 0;  ///< as is to be said
  std::size_t running_of_all_ = 0, waiting_of_all_ = 0;
  bool held_ = false;
  Ticket last_ = 0;
  std::map<Ticket, WorkItem> running_;
  std::unordered_map<Ticket, Line::iterator> waiting_;
  std::unordered_map<std::string, User> users_;
  std::list<std::string> turns_;  ///< users whose work waits, the next one first
};

/// A line of each kind, in the order of kWorkKinds.
using WorkLines = std::array<std::shared_ptr<WorkLine>, kWorkKinds.size()>;

inline const std::shared_ptr<WorkLine>& LineOf(const WorkLines& lines, WorkKind kind) {
  return lines[static_cast<std::size_t>(kind)];
}

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_WORK_WORK_LINE_H_
