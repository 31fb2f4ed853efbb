#include "runtime/program/job_ids.h"

#include <unistd.h>

#include <climits>
#include <vector>

#include "runtime/program/text.h"
#include "runtime/store/catalogue.h"

namespace hpdl::rt {
namespace {

std::string OwnPath() {
  char path[PATH_MAX];
  const ssize_t size = ::readlink("/proc/self/exe", path, sizeof path);
  return size > 0 ? std::string(path, static_cast<std::size_t>(size)) : std::string();
}

/// The digits in front of the first dash, without zeros before them: "12" of "0000012-...".
std::string_view NumberOf(std::string_view id) {
  id = id.substr(0, id.find('-'));
  const std::size_t first = id.find_first_not_of('0');
  return first == std::string_view::npos ? std::string_view() : id.substr(first);
}

Error NoSuchJob(const std::string& what) {
  return {ErrorClass::kError, "E0604", "Job does not exist [" + what + "]"};
}

/// Whether this program, or an earlier build of it in the same place, ran the job last.
bool IsOwn(StateDirectory& state, const hpdl_program& program, const std::string& id) {
  const auto store = state.OpenJob(id, true);
  const Result<JobFacts> facts = store ? (*store)->Facts() : Result<JobFacts>(store.error());
  return facts &&
         (facts->program_hash == View(program.content_hash) || facts->program_path == OwnPath());
}

Result<std::string> NewestOf(StateDirectory& state, const hpdl_program& program,
                             const std::vector<CatalogueEntry>& jobs) {
  for (const CatalogueEntry& entry : jobs) {
    if (entry.job.number == 0 && IsOwn(state, program, entry.job.id)) {
      return entry.job.id;
    }
  }
  return Error{ErrorClass::kError, "E0604",
               "Job does not exist [last]: no job of this program is in " + state.path()};
}

Error Ambiguous(const std::string& word, const std::vector<const JobRow*>& candidates) {
  constexpr std::size_t kMost = 10;
  std::string text = "'" + word + "' may be one of " + std::to_string(candidates.size()) + " jobs:";
  for (std::size_t i = 0; i < candidates.size() && i < kMost; ++i) {
    const JobRow& job = *candidates[i];
    text.append("\n  ").append(job.id).append("  ").append(job.app_name).append("  ");
    text.append(StateName(job.state, job.dialect)).append("  ").append(LocalTime(job.created_ms));
  }
  if (candidates.size() > kMost) {
    text.append("\n  and ").append(std::to_string(candidates.size() - kMost)).append(" more");
  }
  return {ErrorClass::kError, "", text};
}

}  // namespace

Result<std::string> FindJobId(StateDirectory& state, const hpdl_program& program,
                              const std::string& word) {
  const Result<std::string> root = state.FindRoot(word);
  if (root || root.error().code != "E0604") {
    return root ? Result<std::string>(word) : root;
  }
  JobFilter all;
  all.children = true;
  const Result<CataloguePage> jobs = state.catalogue().Find(all, {});
  HPDL_TRY(jobs);
  if (word == "last") {
    return NewestOf(state, program, jobs->jobs);
  }
  std::vector<const JobRow*> begins;
  std::vector<const JobRow*> numbered;
  for (const CatalogueEntry& entry : jobs->jobs) {
    if (!word.empty() && entry.job.id.starts_with(word)) {
      begins.push_back(&entry.job);
    }
    if (!word.empty() && NumberOf(entry.job.id) == NumberOf(word) &&
        word.find('-') == std::string::npos && !NumberOf(word).empty()) {
      numbered.push_back(&entry.job);
    }
  }
  const std::vector<const JobRow*>& found = numbered.empty() ? begins : numbered;
  if (found.empty()) {
    return NoSuchJob(word);
  }
  return found.size() == 1 ? Result<std::string>(found.front()->id) : Ambiguous(word, found);
}

}  // namespace hpdl::rt
