#ifndef HPDL_RUNTIME_ENGINES_REPORT_JOB_LIST_H_
#define HPDL_RUNTIME_ENGINES_REPORT_JOB_LIST_H_

#include <string>
#include <vector>

#include "runtime/store/catalogue.h"
#include "runtime/store/local/state_directory.h"

namespace hpdl::rt {

/// A job of a page of the catalogue.
struct ListedJob {
  CatalogueEntry entry;
  bool alive = false;  ///< a process runs it now
};
struct JobList {
  std::vector<ListedJob> jobs;
  std::string next;  ///< what the next page comes after; "" if there is none
};

/// The jobs of a page of this state directory's catalogue.
JobList ListOf(const StateDirectory& state, CataloguePage page);

/// What `jobs --format json` prints: docs/json.md.
std::string JobsJson(const JobList& list);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_REPORT_JOB_LIST_H_
