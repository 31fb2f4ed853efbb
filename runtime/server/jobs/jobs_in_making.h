#ifndef HPDL_RUNTIME_SERVER_JOBS_JOBS_IN_MAKING_H_
#define HPDL_RUNTIME_SERVER_JOBS_JOBS_IN_MAKING_H_

#include <memory>
#include <set>
#include <string>
#include <utility>

namespace hpdl::rt {

/// The jobs that this server is making now. If the parent of one of these jobs gets a verb, the
/// server records the verb for the job (ServerRecords::SetAsked). Once the job is made, the verb is
/// carried out on the job. Loop thread only.
class JobsInMaking {
 public:
  bool Has(const std::string& id) const { return ids_->contains(id); }

  /// The job `id` is in the JobsInMaking as long as its Place exists. A Place may outlive the
  /// JobsInMaking.
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
  /// The ids of the jobs, one entry for each Place. The Places share this set.
  const std::shared_ptr<std::multiset<std::string>> ids_ =
      std::make_shared<std::multiset<std::string>>();
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_JOBS_JOBS_IN_MAKING_H_
