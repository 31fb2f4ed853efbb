#ifndef HPDL_RUNTIME_ENGINES_REPORT_JOB_LIST_H_
#define HPDL_RUNTIME_ENGINES_REPORT_JOB_LIST_H_

#include <string>
#include <vector>

#include "runtime/store/catalogue.h"
#include "runtime/store/local/state_directory.h"

namespace hpdl::rt {

/// One job in a page of the catalogue.
struct ListedJob {
  CatalogueEntry entry;
  bool alive = false;  ///< true if a process runs the job now
};
struct JobList {
  std::vector<ListedJob> jobs;
  std::string next;  ///< the place at which the next page begins; "" if there is no next page
};

/// Returns the jobs of a catalogue page, and for each job whether a process runs the job now.
JobList ListOf(const StateDirectory& state, CataloguePage page);

/// The output of `jobs --format json`; see docs/json.md.
std::string JobsJson(const JobList& list);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_REPORT_JOB_LIST_H_
