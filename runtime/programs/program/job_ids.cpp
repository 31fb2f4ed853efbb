#include "runtime/programs/program/job_ids.h"

#include <unistd.h>

#include <algorithm>
#include <climits>
#include <vector>

#include "runtime/ground/abi/text_view.h"
#include "runtime/ground/calendar/local_time.h"
#include "runtime/store/catalogue.h"
#include "runtime/store/job_ids.h"

namespace hpdl::rt {
namespace {

std::string OwnPath() {
  char path[PATH_MAX];
  const ssize_t size = ::readlink("/proc/self/exe", path, sizeof path);
  return size > 0 ? std::string(path, static_cast<std::size_t>(size)) : std::string();
}

Error NoSuchJob(const std::string& what) {
  return {ErrorClass::kError, "E0604", "Job does not exist [" + what + "]"};
}

/// True if this program, or an earlier build of it at the same path, ran the job last.
bool IsOwn(StateDirectory& state, const hpdl_program& program, const std::string& id) {
  const auto journal = state.OpenJob(id, true);
  const Result<JobFacts> facts = journal ? (*journal)->Facts() : Result<JobFacts>(journal.error());
  return facts &&
         (facts->program_hash == ToView(program.content_hash) || facts->program_path == OwnPath());
}

/// Returns the type of the jobs that `run` makes. The state directory also contains jobs of other
/// types, for example the workflow jobs that a coordinator has started.
JobType OwnTypeOf(const hpdl_program& program) {
  return program.bundle != nullptr        ? JobType::kBundle
         : program.coordinator != nullptr ? JobType::kCoordinator
                                          : JobType::kWorkflow;
}

Result<std::string> NewestOf(StateDirectory& state, const hpdl_program& program) {
  const JobType type = OwnTypeOf(program);
  PageRequest request;
  request.limit = 50;
  do {
    const Result<CataloguePage> page = state.catalogue().Find({}, request);
    HPDL_TRY(page);
    for (const CatalogueEntry& entry : page->jobs) {
      if (TypeOfId(entry.job.id) == type && IsOwn(state, program, entry.job.id)) {
        return entry.job.id;
      }
    }
    request.after = page->next;
  } while (!request.after.empty());
  return Error{ErrorClass::kError, "E0604",
               "Job does not exist [last]: no job of this program is in " + state.name()};
}

/// Returns the beginning that all ids of jobs with this number have; "" if the word is not a
/// number.
std::string BeginOfNumber(std::string_view word) {
  constexpr std::size_t kDigits = 7;
  const std::size_t first = word.find_first_not_of('0');
  if (first == word.npos || word.find_first_not_of("0123456789") != word.npos) {
    return "";
  }
  const std::string_view number = word.substr(first);
  return std::string(kDigits - std::min(kDigits, number.size()), '0').append(number).append("-");
}

Error Ambiguous(const std::string& word, const std::vector<CatalogueEntry>& candidates) {
  constexpr std::size_t kMost = 10;
  std::string text =
      "'" + word + "' may mean any of " + std::to_string(candidates.size()) + " jobs:";
  for (std::size_t i = 0; i < candidates.size() && i < kMost; ++i) {
    const JobRow& job = candidates[i].job;
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
  if (word == "last") {
    return NewestOf(state, program);
  }
  const auto beginning = [&](const std::string& prefix) {
    return prefix.empty() ? Result<std::vector<CatalogueEntry>>(std::vector<CatalogueEntry>())
                          : state.catalogue().Beginning(prefix);
  };
  Result<std::vector<CatalogueEntry>> found = beginning(BeginOfNumber(word));
  if (found && found->empty()) {
    found = beginning(word);
  }
  HPDL_TRY(found);
  if (found->empty()) {
    return NoSuchJob(word);
  }
  return found->size() == 1 ? Result<std::string>(found->front().job.id) : Ambiguous(word, *found);
}

}  // namespace hpdl::rt
