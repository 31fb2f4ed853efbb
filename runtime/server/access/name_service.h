#ifndef HPDL_RUNTIME_SERVER_ACCESS_NAME_SERVICE_H_
#define HPDL_RUNTIME_SERVER_ACCESS_NAME_SERVICE_H_

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/base/admission_queue.h"
#include "runtime/ground/base/result.h"
#include "runtime/ground/base/task.h"
#include "runtime/server/access/static_groups.h"
#include "runtime/server/work/children.h"

namespace hpdl::rt {

/// What this machine knows of users and hosts. A static program has no name service modules of
/// libc, so `id` and `getent` are asked, without a shell; their answers are good for five minutes,
/// as in Hadoop. Loop thread only; the children outlive it.
class NameService {
 public:
  /// `known`: groups of users of whom nobody is asked.
  NameService(boost::asio::io_context& loop, Children& children, GroupsByUser known);

  /// The groups of a user, the user's own first. kError, without a code: there are none, or they
  /// could not be asked for.
  Task<Result<std::vector<std::string>>> GroupsOf(std::string user);
  /// What `getent DATABASE KEY` says; none if there is no such entry, or it cannot be asked.
  Task<std::optional<std::string>> EntryOf(std::string database, std::string key);
  /// The numeric addresses of a host name; none if it has none.
  Task<std::vector<std::string>> AddressesOf(std::string host);

 private:
  struct Answer {
    std::int64_t until_ms = 0;  ///< steady
    bool good = false;          ///< the program ended well
    std::string text;
  };
  Task<Answer> Ask(std::vector<std::string> argv);

  Children& children_;
  const GroupsByUser known_;
  const std::shared_ptr<AdmissionQueue> places_;
  std::map<std::vector<std::string>, Answer> answers_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_ACCESS_NAME_SERVICE_H_
