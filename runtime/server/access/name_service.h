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

/// Looks up users and hosts of this machine with the programs `id` and `getent`, because a
/// statically linked program cannot use libc's modules for such look-ups. The results of successful
/// look-ups are kept for five minutes, as in Hadoop. Loop thread only; `children` must outlive this
/// object.
class NameService {
 public:
  /// `known`: the groups of users who are not looked up on this machine.
  NameService(boost::asio::io_context& loop, Children& children, GroupsByUser known);

  /// Returns the names of a user's groups, the primary group first. kError without a code: the user
  /// has no groups, or the look-up failed.
  Task<Result<std::vector<std::string>>> GroupsOf(std::string user);
  /// Returns the output of `getent DATABASE KEY`; nullopt: there is no such entry, or the look-up
  /// failed.
  Task<std::optional<std::string>> EntryOf(std::string database, std::string key);
  /// Returns the numeric addresses of a host name; empty: the name has no address.
  Task<std::vector<std::string>> AddressesOf(std::string host);

 private:
  struct Answer {
    std::int64_t until_ms = 0;  ///< the answer is valid until this time of the steady clock
    bool good = false;  ///< the program ended with exit code 0, and its whole output was read
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
