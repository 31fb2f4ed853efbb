#include "stdlib/cluster/upload.h"

#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <cerrno>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>

#include "runtime/ground/base/hex.h"
#include "runtime/ground/base/new_file.h"
#include "runtime/ground/base/percent.h"
#include "runtime/ground/base/worker_threads.h"
#include "runtime/world/hadoop/name_node.h"
#include "stdlib/local/work_files.h"

namespace hpdl::stdlib {

namespace {

namespace asio = boost::asio;

constexpr std::size_t kHashBytes = 32;
using Hash = std::array<std::uint8_t, kHashBytes>;

Hash HashOf(std::string_view bytes) {
  Hash hash{};
  EVP_Digest(bytes.data(), bytes.size(), hash.data(), nullptr, EVP_sha256(), nullptr);
  return hash;
}

/// Translates a failure of the cluster's file system for an action.
rt::Error Failure(const rt::FileSystem& files, const std::string& path, const char* code,
                  const rt::Error& error) {
  const bool unnamed = error.code.empty() || error.code == rt::kNotFound ||
                       error.code == rt::kExists || error.code == "NET_FILE";
  return {
      error.error_class, unnamed ? code : error.code,
      files.name() + path + ": " + (error.code == rt::kNotFound ? "no such file" : error.message)};
}

/// The state of one file in the cache, as far as this process has checked it, and the actions that
/// wait for the file.
struct Known {
  std::optional<rt::LocalResource> resource;
  bool busy = false;  ///< an action looks for the file or uploads it
  std::list<asio::steady_timer*> waiting;
};

/// The right to look for a file and to upload it. Only one action has this right at a time.
class Turn {
 public:
  explicit Turn(Known& known) : known_(known) {}
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;
  ~Turn() {
    if (has_) {
      known_.busy = false;
      for (asio::steady_timer* timer : known_.waiting) {
        timer->cancel();
      }
    }
  }

  rt::Task<void> Wait() {
    while (known_.busy) {
      asio::steady_timer timer(co_await asio::this_coro::executor,
                               asio::steady_timer::time_point::max());
      const Place place(known_, &timer);
      boost::system::error_code woken;
      co_await timer.async_wait(asio::redirect_error(asio::use_awaitable, woken));
    }
    known_.busy = has_ = true;
  }

 private:
  /// An entry in the list of waiting actions. It exists exactly as long as the coroutine that
  /// waits.
  struct Place {
    Place(Known& known, asio::steady_timer* timer) : known(known), timer(timer) {
      known.waiting.push_back(timer);
    }
    ~Place() { known.waiting.remove(timer); }
    Known& known;
    asio::steady_timer* const timer;
  };

  Known& known_;
  bool has_ = false;
};

/// Returns the state of a file. The file is identified by the file system's name, the user's home,
/// the hash and the file's name. Only the loop's thread calls this function.
Known& KnownOf(const rt::FileSystem& files, const std::string& hash, const std::string& name) {
  using Key = std::tuple<std::string, std::string, std::string, std::string>;
  // Coroutines that wait may outlive static objects, so this object is never destroyed.
  static auto* known = new std::map<Key, Known>();
  return (*known)[Key(files.name(), files.Home(), hash, name)];
}

/// Writes bytes to `path`. An existing file is replaced.
rt::Task<rt::Result<void>> Send(rt::ActionContext& ctx, rt::FileSystem& files, std::string path,
                                std::string_view bytes) {
  const rt::NewFile draft(ctx.OutPath());
  int error = draft.ok() ? 0 : errno;
  if (error == 0) {
    error = co_await rt::OnWorker([&draft, bytes](const rt::StopFlag&) {
      return rt::WriteAll(draft.fd(), bytes) ? 0 : errno;
    });
  }
  if (error != 0) {
    errno = error;
    co_return SystemProblem("cannot write a file beside", ctx.OutPath());
  }
  co_return co_await files.Upload(draft.path(), std::move(path));
}

/// Makes `folder` below .hpdl, which holds all files that programs put into the user's home. Only
/// the user may read .hpdl, so it gets its mode before any file is in it.
rt::Task<rt::Result<void>> MakeFolders(rt::FileSystem& files, std::string folder) {
  const std::string own = files.Home() + "/.hpdl";
  const rt::Result<rt::FileStatus> status = co_await files.Status(own);
  HPDL_CO_TRY(status);
  if (status->type == rt::FileType::kAbsent) {
    rt::Result<void> made = co_await files.MakeDirectories(own);
    if (made) {
      rt::OwnershipChange change;
      change.mode = 0700;
      made = co_await files.Change(own, std::move(change));
    }
    HPDL_CO_TRY(made);
  }
  co_return co_await files.MakeDirectories(std::move(folder));
}

/// A file to be uploaded into the cache.
struct Upload {
  std::string folder, hash, name;
  std::string_view bytes;

  std::string path() const { return folder + "/" + name; }
};

/// Writes the file under another name, then renames it.
rt::Task<rt::Result<void>> Place(rt::ActionContext& ctx, rt::FileSystem& files,
                                 const Upload& upload) {
  rt::Result<void> done = co_await MakeFolders(files, upload.folder);
  HPDL_CO_TRY(done);
  const std::string partial = upload.folder + "/." + ctx.tag();
  done = co_await Send(ctx, files, partial, upload.bytes);
  HPDL_CO_TRY(done);
  done = co_await files.Rename(partial, upload.path());
  if (done || done.error().code != rt::kExists) {
    co_return done;
  }
  // A different program has uploaded the same bytes first.
  done = co_await files.Delete(partial);
  co_return done;
}

rt::Task<rt::Result<rt::LocalResource>> Ensure(rt::ActionContext& ctx, rt::FileSystem& files,
                                               Upload upload) {
  Known& known = KnownOf(files, upload.hash, upload.name);
  Turn turn(known);
  co_await turn.Wait();
  if (known.resource) {
    co_return *known.resource;
  }
  const std::string path = upload.path();
  rt::Result<rt::FileStatus> status = co_await files.Status(path);
  if (status && status->type == rt::FileType::kAbsent) {
    const rt::Result<void> placed = co_await Place(ctx, files, upload);
    if (!placed) {
      co_return Failure(files, path, "JA009", placed.error());
    }
    status = co_await files.Status(path);
  }
  if (!status) {
    co_return Failure(files, path, "JA009", status.error());
  }
  if (status->type != rt::FileType::kFile ||
      status->size != static_cast<std::int64_t>(upload.bytes.size())) {
    co_return rt::Error{rt::ErrorClass::kError, "JA009",
                        files.name() + path + " exists and is not the file to upload; delete it"};
  }
  rt::LocalResource resource;
  resource.name = upload.name;
  resource.uri = files.name() + PercentEncoded(path, kPathMarks);
  resource.size = status->size;
  resource.modified_ms = status->modified_ms;
  resource.shared = true;
  known.resource = resource;
  co_return resource;
}

std::string CacheFolder(const rt::FileSystem& files, const std::string& hash) {
  return files.Home() + "/.hpdl/cache/" + hash;
}

}  // namespace

rt::Task<rt::Result<rt::LocalResource>> UploadOnce(rt::ActionContext& ctx, rt::FileSystem& files,
                                                   std::string name, std::string_view bytes) {
  const Hash hash = co_await rt::OnWorker([bytes](const rt::StopFlag&) { return HashOf(bytes); });
  std::string text = HexText(hash);
  Upload upload{CacheFolder(files, text), text, std::move(name), bytes};
  co_return co_await Ensure(ctx, files, std::move(upload));
}

rt::Task<rt::Result<rt::LocalResource>> UploadOnce(rt::ActionContext& ctx, rt::FileSystem& files,
                                                   const hpdl_file& file) {
  const std::string_view path(file.path.data, file.path.size);
  std::string text = HexText(file.sha256);
  Upload upload{CacheFolder(files, text),
                text,
                std::string(path.substr(path.rfind('/') + 1)),
                {file.data, file.size}};
  return Ensure(ctx, files, std::move(upload));
}

rt::Task<rt::Result<rt::LocalResource>> ResourceAt(rt::FileSystem& files, std::string path,
                                                   std::string name, bool archive) {
  const rt::Result<rt::FileStatus> status = co_await files.Status(path);
  if (!status) {
    co_return Failure(files, path, "JA008", status.error());
  }
  if (status->type != rt::FileType::kFile) {
    const bool absent = status->type == rt::FileType::kAbsent;
    co_return rt::Error{rt::ErrorClass::kError, "JA008",
                        files.name() + path + ": " + (absent ? "no such file" : "is a directory")};
  }
  rt::LocalResource resource;
  resource.name = std::move(name);
  resource.uri = files.name() + PercentEncoded(path, kPathMarks);
  resource.size = status->size;
  resource.modified_ms = status->modified_ms;
  resource.archive = archive;
  co_return resource;
}

rt::Task<rt::Result<void>> PutBytes(rt::ActionContext& ctx, rt::FileSystem& files, std::string path,
                                    std::string_view bytes) {
  const rt::Result<void> sent = co_await Send(ctx, files, path, bytes);
  if (!sent) {
    co_return Failure(files, path, "JA009", sent.error());
  }
  co_return rt::Result<void>();
}

rt::Task<rt::Result<rt::LocalResource>> PutResource(rt::ActionContext& ctx, rt::FileSystem& files,
                                                    std::string path, std::string name,
                                                    std::string_view bytes) {
  HPDL_CO_TRY(co_await PutBytes(ctx, files, path, bytes));
  co_return co_await ResourceAt(files, std::move(path), std::move(name), false);
}

rt::Error FailureOf(const std::string& what, const rt::Error& error) {
  const bool refused = error.error_class == rt::ErrorClass::kError;
  const bool unnamed =
      error.code.empty() || error.code == rt::kNotFound || error.code == rt::kExists;
  return {error.error_class, unnamed ? (refused ? "JA018" : "JA009") : error.code,
          what + ": " + (error.code == rt::kNotFound ? "no such file" : error.message)};
}

}  // namespace hpdl::stdlib
