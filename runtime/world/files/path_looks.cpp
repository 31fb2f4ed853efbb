#include "runtime/world/files/path_looks.h"

#include <sys/stat.h>

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/system/system_error.hpp>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <deque>
#include <iterator>
#include <set>
#include <string_view>
#include <utility>

#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/worker_threads.h"
#include "runtime/world/files/resolve_path.h"

namespace hpdl::rt {
namespace {

constexpr int kMostRequests = 8;  ///< maximum number of requests to one file system at a time
/// The maximum number of threads for local files. The other threads of the pool stay free for other
/// work.
constexpr int kMostThreads = 4;
/// The maximum number of local paths that a thread checks in one call.
constexpr std::size_t kAtATime = 256;
/// After this many failures in a row, a file system gets no requests for kRest.
constexpr int kManyFailures = 8;
constexpr std::chrono::seconds kRest{1};
/// If the list of a folder lacked a requested name or was refused, the folder is not listed again
/// for this time.
constexpr std::chrono::hours kUnlisted{1};
constexpr std::size_t kMostUnlisted = 10'000;

/// A name in a folder. `places` has the indexes of the request's paths that have this name.
struct WantedName {
  std::string name;
  std::vector<std::size_t> places;
};

/// Paths of one folder from one request. For files of this machine, the names are whole paths.
struct FolderPart {
  FileSystem* files = nullptr;
  std::string folder;  ///< "" for paths right below the root
  std::vector<WantedName> names;
  std::shared_ptr<PathLooks::Told> told;

  std::string PathOf(const WantedName& wanted) const {
    return wanted.name.empty() ? "/" : folder + "/" + wanted.name;
  }
};

/// Returns a text that sorts before each of the names, which are sorted. It is the longest common
/// prefix of the names, or a shorter prefix if one of the names equals that prefix or the prefix
/// ends within a character.
std::string BeforeAll(const std::vector<WantedName>& names) {
  const std::string &first = names.front().name, &last = names.back().name;
  const auto differ = std::mismatch(first.begin(), first.end(), last.begin(), last.end()).first;
  auto alike = static_cast<std::size_t>(differ - first.begin());
  if (alike == first.size()) {
    --alike;
  }
  // A cut inside a UTF-8 character would change the name on its way to the file system.
  while (alike > 0 && (static_cast<unsigned char>(first[alike]) & 0xc0) == 0x80) {
    --alike;
  }
  return first.substr(0, alike);
}

/// Checks whether a local path exists. A dangling link counts as missing, as in Hadoop.
PathAnswer LookAtLocal(const std::string& path) {
  struct stat info{};
  if (stat(path.c_str(), &info) == 0) {
    return true;
  }
  if (errno == ENOENT || errno == ENOTDIR) {
    return false;
  }
  return Error{ErrorClass::kError, "", path + ": " + std::strerror(errno)};
}

Task<std::vector<PathAnswer>> LookAtAllLocal(std::vector<std::string> paths) {
  return OnWorker([paths = std::move(paths)](const StopFlag&) {
    std::vector<PathAnswer> found;
    std::transform(paths.begin(), paths.end(), std::back_inserter(found), LookAtLocal);
    return found;
  });
}

}  // namespace

/// The state that running requests still use after the PathLooks was destroyed.
struct PathLooks::Life {
  bool over = false;
  std::uint64_t requests = 0;
};

/// The requests to one file system.
class PathLooks::Server : public std::enable_shared_from_this<Server> {
 public:
  Server(boost::asio::io_context& loop, std::shared_ptr<Life> life)
      : loop_(loop), life_(std::move(life)) {}

  void Put(FolderPart part) {
    const int most = part.files == &LocalFiles() ? kMostThreads : kMostRequests;
    waiting_.push_back(std::move(part));
    if (running_ < most) {
      ++running_;
      boost::asio::co_spawn(loop_, Work(shared_from_this()), boost::asio::detached);
    }
  }
  void Forget() { waiting_.clear(); }

 private:
  using Clock = SteadyClock;
  using Folder = std::pair<const FileSystem*, std::string>;

  static Task<void> Work(std::shared_ptr<Server> self) {
    // This wait lets Ask() return before `told` is called.
    co_await boost::asio::post(boost::asio::use_awaitable);
    while (!self->waiting_.empty()) {
      FolderPart part = std::move(self->waiting_.front());
      self->waiting_.pop_front();
      if (part.files == &LocalFiles()) {
        co_await self->LookHere(part);
      } else {
        co_await self->LookThere(part);
      }
    }
    --self->running_;
  }

  Task<void> LookHere(FolderPart& part) {
    ++life_->requests;
    std::vector<std::string> paths;
    for (const WantedName& wanted : part.names) {
      paths.push_back(wanted.name);
    }
    const std::vector<PathAnswer> answers = co_await LookAtAllLocal(std::move(paths));
    for (std::size_t i = 0; i < answers.size(); ++i) {
      Tell(part, part.names[i], answers[i]);
    }
  }

  Task<void> LookThere(FolderPart& part) {
    if (Rests()) {
      for (const WantedName& wanted : part.names) {
        Tell(part, wanted, failure_);
      }
    } else if (part.names.size() == 1) {
      ++life_->requests;
      const Result<FileStatus> status = co_await part.files->Status(part.PathOf(part.names[0]));
      Note(status);
      Tell(part, part.names[0],
           status ? PathAnswer(status->type != FileType::kAbsent) : PathAnswer(status.error()));
    } else if (IsListed({part.files, part.folder})) {
      co_await List(part);
    } else {
      LookAtEach(std::move(part.names), part);
    }
  }

  void LookAtEach(std::vector<WantedName> names, const FolderPart& part) {
    for (WantedName& wanted : names) {
      FolderPart one{part.files, part.folder, {}, part.told};
      one.names.push_back(std::move(wanted));
      if (!life_->over) {
        Put(std::move(one));
      }
    }
  }

  /// Requests the list of a folder once and answers all names from this list. If the list does not
  /// show whether a name exists, the name gets its own request.
  Task<void> List(FolderPart& part) {
    ++life_->requests;
    // These strings are named variables, because g++ 12 destroys the result of ?: twice inside a
    // co_await.
    std::string folder = part.folder.empty() ? "/" : part.folder;
    std::string after = BeforeAll(part.names);
    const Result<DirectoryPart> listed =
        co_await part.files->EntriesAfter(std::move(folder), std::move(after));
    Note(listed);
    const bool is_missing = !listed && listed.error().code == kNotFound;
    const bool is_refused =
        !listed && !is_missing && listed.error().error_class == ErrorClass::kError;
    const std::set<std::string_view> found = NamesOf(listed);
    // An entry with the name "" means that the requested folder is a file.
    const bool is_whole = listed && !listed->more && !found.contains("");
    std::vector<WantedName> untold;
    for (WantedName& wanted : part.names) {
      const bool is_there = found.contains(wanted.name);
      if (is_refused || (listed && !is_whole && !is_there)) {
        untold.push_back(std::move(wanted));
      } else {
        Tell(part, wanted,
             listed || is_missing ? PathAnswer(is_there) : PathAnswer(listed.error()));
      }
    }
    if (!untold.empty()) {
      DoNotList({part.files, part.folder});
      LookAtEach(std::move(untold), part);
    }
  }
  static std::set<std::string_view> NamesOf(const Result<DirectoryPart>& listed) {
    std::set<std::string_view> names;
    if (listed) {
      for (const DirectoryEntry& entry : listed->entries) {
        names.insert(entry.name);
      }
    }
    return names;
  }

  bool IsListed(const Folder& folder) const {
    const auto found = unlisted_.find(folder);
    return found == unlisted_.end() || found->second <= Clock::now();
  }
  void DoNotList(Folder folder) {
    if (unlisted_.size() >= kMostUnlisted) {
      unlisted_.clear();
    }
    unlisted_.insert_or_assign(std::move(folder), Clock::now() + kUnlisted);
  }

  bool Rests() const { return failures_ >= kManyFailures && Clock::now() < rests_until_; }
  template <class T>
  void Note(const Result<T>& answer) {
    if (answer || answer.error().error_class != ErrorClass::kTransient) {
      failures_ = 0;
    } else if (++failures_ >= kManyFailures) {
      rests_until_ = Clock::now() + kRest;
      failure_ = answer.error();
    }
  }

  void Tell(const FolderPart& part, const WantedName& wanted, const PathAnswer& answer) {
    for (const std::size_t place : wanted.places) {
      if (!life_->over) {
        (*part.told)(place, answer);
      }
    }
  }

  boost::asio::io_context& loop_;
  const std::shared_ptr<Life> life_;
  std::deque<FolderPart> waiting_;
  int running_ = 0;
  int failures_ = 0;  ///< number of requests that failed in a row
  Error failure_;     ///< the error of the last failed request
  Clock::time_point rests_until_;
  std::map<Folder, Clock::time_point> unlisted_;
};

PathLooks::PathLooks(boost::asio::io_context& loop, FileSystems* remote)
    : loop_(loop), remote_(remote), life_(std::make_shared<Life>()) {}

PathLooks::~PathLooks() {
  life_->over = true;
  for (const auto& [name, server] : servers_) {
    server->Forget();
  }
}

std::uint64_t PathLooks::requests() const {
  return life_->requests;
}

PathLooks::Server& PathLooks::ServerOf(FileSystem& files) {
  std::shared_ptr<Server>& server = servers_[files.name()];
  if (server == nullptr) {
    server = std::make_shared<Server>(loop_, life_);
  }
  return *server;
}

void PathLooks::Ask(const std::string& user, const std::vector<std::string>& uris, Told told) {
  const auto shared = std::make_shared<Told>(std::move(told));
  const PathBase base{"", HomeDirectory(), remote_, user};
  using Names = std::map<std::string, std::vector<std::size_t>>;
  std::map<std::pair<FileSystem*, std::string>, Names> folders;
  for (std::size_t i = 0; i < uris.size(); ++i) {
    Result<FileLocation> at = Locate(uris[i], base);
    if (!at) {
      boost::asio::post(loop_, [life = life_, shared, i, error = std::move(at.error())] {
        if (!life->over) {
          (*shared)(i, error);
        }
      });
      continue;
    }
    if (at->files == &LocalFiles()) {
      folders[{at->files, ""}][at->path].push_back(i);
      continue;
    }
    const std::size_t slash = at->path.rfind('/');
    const bool is_root = at->path == "/";
    folders[{at->files, is_root ? "/" : at->path.substr(0, slash)}][at->path.substr(slash + 1)]
        .push_back(i);
  }
  if (folders.empty()) {
    return;
  }
  // After many failures, a file system gets no more requests, and paths may be left without a
  // check. Each call begins with a different folder, so that the same paths are not left out every
  // time.
  auto next = std::next(folders.begin(), static_cast<std::ptrdiff_t>(turn_++ % folders.size()));
  for (std::size_t left = folders.size(); left > 0; --left) {
    Server& server = ServerOf(*next->first.first);
    FolderPart part{next->first.first, next->first.second, {}, shared};
    for (auto& [name, places] : next->second) {
      if (part.files == &LocalFiles() && part.names.size() == kAtATime) {
        server.Put(std::exchange(part, {part.files, {}, {}, shared}));
      }
      part.names.push_back({name, std::move(places)});
    }
    server.Put(std::move(part));
    next = std::next(next) == folders.end() ? folders.begin() : std::next(next);
  }
}

Task<std::vector<PathAnswer>> PathLooks::Look(std::string user, std::vector<std::string> uris) {
  struct Asker {
    Asker(boost::asio::io_context& loop, std::size_t count)
        : answers(count, PathAnswer(false)),
          left(count),
          known(loop, boost::asio::steady_timer::time_point::max()) {}
    std::vector<PathAnswer> answers;
    std::size_t left;
    boost::asio::steady_timer known;
  };
  const auto asker = std::make_shared<Asker>(loop_, uris.size());
  Ask(user, uris, [asker](std::size_t which, const PathAnswer& answer) {
    asker->answers[which] = answer;
    if (--asker->left == 0) {
      asker->known.cancel();
    }
  });
  if (asker->left != 0) {
    boost::system::error_code ended;
    co_await asker->known.async_wait(
        boost::asio::redirect_error(boost::asio::use_awaitable, ended));
    if (asker->left != 0) {
      throw boost::system::system_error(ended);  // the action was cancelled
    }
  }
  co_return std::move(asker->answers);
}

}  // namespace hpdl::rt
