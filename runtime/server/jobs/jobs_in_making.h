#ifndef HPDL_RUNTIME_SERVER_JOBS_JOBS_IN_MAKING_H_
#define HPDL_RUNTIME_SERVER_JOBS_JOBS_IN_MAKING_H_

#include <memory>
#include <set>
#include <string>
#include <utility>

namespace hpdl::rt {

/// Jobs that somebody of this server is making now. What is asked of one of their parents is noted
/// for them (ServerRecords::SetAsked), and told by who makes them. Loop thread only.
class JobsInMaking {
 public:
  bool Has(const std::string& id) const { return ids_->contains(id); }

  /// An id that is among them as long as this is there, which may be longer than all of them.
  class Place {
   public:
    Place(const JobsInMaking& all, const std::string& id) : ids_(all.ids_), at_(ids_->insert(id)) {}
    ~Place() { ids_->erase(at_); }
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;

   private:
    const std::shared_ptr<std::multiset<std::string>> ids_;
    const std::multiset<std::string>::iterator at_;
  };

 private:
  /// Once for each who makes it; shared with them.
  const std::shared_ptr<std::multiset<std::string>> ids_ =
      std::make_shared<std::multiset<std::string>>();
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_JOBS_JOBS_IN_MAKING_H_
