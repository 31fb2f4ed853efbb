// Times the catalogue of a state directory; run_bench.py makes a table of what this prints.
//   catalogue_bench questions N FOLDER   N jobs; p99 and worst of each question, in microseconds
//   catalogue_bench rebuild N FOLDER     N journals; seconds
//   catalogue_bench fill N FOLDER        a state directory FOLDER/state, N jobs in its catalogue
//   catalogue_bench copies N STATE JOB   N copies of a job that is parked for an application of
//   YARN, each for another
//                                        one; prints tag and id of the applications
//   catalogue_bench coordinators N STATE NAMENODE
//                                        N coordinators that are parked in a new state directory,
//                                        each for 12 paths of one of 100 data sets in
//                                        hdfs://NAMENODE and for a workflow; prints the ids of both
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "runtime/ground/base/clock.h"
#include "runtime/store/local/local_catalogue.h"
#include "runtime/store/local/state_directory.h"
#include "runtime/store/sqlite/catalogue_table.h"
#include "runtime/store/wait.h"

namespace {

using hpdl::rt::CatalogueTable;
using hpdl::rt::JobFilter;
using hpdl::rt::JobRow;
using hpdl::rt::JobState;
using hpdl::rt::PageRequest;
using Clock = std::chrono::steady_clock;

template <class T>
T Must(hpdl::rt::Result<T> result) {
  if (!result) {
    std::fprintf(stderr, "catalogue_bench: %s\n", result.error().message.c_str());
    std::exit(1);
  }
  if constexpr (!std::is_void_v<T>) {
    return std::move(*result);
  }
}

JobRow RowOf(int i) {
  JobRow row;
  char id[64];
  std::snprintf(id, sizeof id, "%07d-261122101500000-hpdl-user%d-W", i, i % 20);
  row.id = id;
  row.app_name = "workflow-" + std::to_string(i % 500);
  row.app_path = "/data/warehouse/workflows/" + row.app_name + "/workflow.xml";
  row.user = "user" + std::to_string(i % 20);
  row.group = "group" + std::to_string(i % 7);
  row.state = i % 100 == 0    ? JobState::kRunning
              : i % 50 == 1   ? JobState::kFailed
              : i % 1000 == 7 ? JobState::kSuspended
                              : JobState::kSucceeded;
  row.created_ms = row.modified_ms = 1'700'000'000'000 + i * 1000LL;
  return row;
}

double Microseconds(Clock::duration time) {
  return std::chrono::duration<double, std::micro>(time).count();
}

/// Runs a question often; prints its p99.
template <class Question>
void Time(const char* name, const Question& question) {
  constexpr int kRounds = 300;
  std::vector<double> times;
  for (int round = 0; round < kRounds; ++round) {
    const auto start = Clock::now();
    question(round);
    times.push_back(Microseconds(Clock::now() - start));
  }
  std::sort(times.begin(), times.end());
  std::printf("%s\t%.0f\n", name, times[kRounds * 99 / 100]);
}

void Questions(int jobs, const std::string& folder) {
  const std::string path = folder + "/jobs.db";
  std::fclose(std::fopen(path.c_str(), "w"));
  auto table = Must(CatalogueTable::Open(path, CatalogueTable::Wait::kLong));
  const auto start = Clock::now();
  CatalogueTable::Writing writing(*table);
  Must(writing.Begin());
  Must(table->Clear());
  for (int i = 0; i < jobs; ++i) {
    const JobRow row = RowOf(i);
    Must(table->Put(row.id, {row}));
  }
  Must(table->SetFilled());
  Must(writing.Commit());
  std::printf("put, each\t%.1f\n", Microseconds(Clock::now() - start) / jobs);

  const auto page = [&](const char* name, auto fill) {
    Time(name, [&](int round) {
      JobFilter filter;
      fill(filter, round);
      // The first page, or one from the middle on.
      PageRequest request{.limit = 50};
      if (round % 2 == 1) {
        request.after = std::to_string(RowOf(jobs / 2).created_ms) + ",";
      }
      Must(table->Find(filter, request));
    });
  };
  page("all", [](JobFilter&, int) {});
  page("status", [](JobFilter& f, int) { f.states = {JobState::kRunning, JobState::kSuspended}; });
  page("user", [](JobFilter& f, int i) { f.users = {"user" + std::to_string(i % 20)}; });
  page("group", [](JobFilter& f, int i) { f.groups = {"group" + std::to_string(i % 7)}; });
  page("name", [](JobFilter& f, int i) { f.names = {"workflow-" + std::to_string(i)}; });
  page("id", [](JobFilter& f, int i) { f.ids = {RowOf(i * 7).id}; });
  page("time", [](JobFilter& f, int i) {
    f.created_from_ms = RowOf(i * 100).created_ms;
    f.created_until_ms = RowOf(i * 100 + 5000).created_ms;
  });
  page("text", [](JobFilter& f, int i) { f.text = "FLOW-" + std::to_string(i); });
  page("user and status", [](JobFilter& f, int i) {
    f.users = {"user" + std::to_string(i % 20)};
    f.states = {JobState::kFailed};
  });
  page("name and user", [](JobFilter& f, int i) {
    f.names = {"workflow-" + std::to_string(i)};
    f.users = {"user" + std::to_string(i % 3)};
  });
  page("user and text", [](JobFilter& f, int i) {
    f.users = {"user" + std::to_string(i % 20)};
    f.text = "flow-1";
  });
  Time("counts", [&](int) { Must(table->Count({})); });
  Time("counts of a user", [&](int i) {
    JobFilter filter;
    filter.users = {"user" + std::to_string(i % 20)};
    Must(table->Count(filter));
  });
}

void Rebuild(int jobs, const std::string& folder) {
  auto state = Must(hpdl::rt::StateDirectory::Open(folder + "/state", true));
  const std::string first = Must(state->NewJobId("joe"));
  {
    auto store = Must(state->CreateJob(first));
    JobRow row = RowOf(1);
    row.id = first;
    Must(store->PutFacts({}));
    Must(store->PutJob(row));
    Must(store->Commit());
  }
  for (int i = 1; i < jobs; ++i) {
    std::filesystem::copy(state->work().OfJob(first), state->work().OfJob(RowOf(i).id),
                          std::filesystem::copy_options::recursive);
  }
  const auto start = Clock::now();
  Must(state->catalogue().Rebuild());
  std::printf("rebuild\t%.2f\n", Microseconds(Clock::now() - start) / 1e6);
}

/// The jobs have no journals: for whoever asks the catalogue alone.
void Fill(int jobs, const std::string& folder) {
  auto state = Must(hpdl::rt::StateDirectory::Open(folder + "/state", true));
  for (int i = 0; i < jobs; ++i) {
    const JobRow row = RowOf(i);
    state->catalogue().Put(row.id, {row});
  }
}

void Copy(hpdl::rt::StateDirectory& state, const std::string& job, int number) {
  char text[16];
  std::snprintf(text, sizeof text, "9%06d", number);
  const std::string id = text + job.substr(7);
  std::filesystem::copy(state.work().OfJob(job), state.work().OfJob(id));
  auto journal = Must(state.OpenJob(id, false));
  JobRow row = Must(journal->Jobs()).front();
  std::optional<hpdl::rt::ParkingNote> note = hpdl::rt::DecodeNote(row.parked.value_or(""));
  if (!note || note->entries.size() != 1 || note->entries[0].wait.what.size() != 4) {
    std::fprintf(stderr, "catalogue_bench: %s waits for no application\n", job.c_str());
    std::exit(1);
  }
  std::string& app = note->entries[0].wait.what[2];
  std::string& tag = note->entries[0].wait.what[3];
  app = app.substr(0, app.rfind('_') + 1) + std::to_string(100'000 + number);
  tag = tag.substr(0, tag.size() - 7) + text;
  row.id = id;
  row.parked = hpdl::rt::EncodeNote(*note);
  Must(journal->PutJob(row));
  Must(journal->Commit());
  std::printf("%s %s\n", tag.c_str(), app.c_str());
}

/// Coordinators whose actions have waited for an hour. There are no programs that could be woken,
/// and the workflows have no journals: nobody is to run them.
void Coordinators(int count, const std::string& state_path, const std::string& name_node) {
  using hpdl::rt::Wait;
  constexpr int kDataSets = 100, kActions = 12;
  constexpr std::int64_t kHourMs = 3'600'000;
  auto state = Must(hpdl::rt::StateDirectory::Open(state_path, true));
  const std::int64_t now_ms = hpdl::rt::NowMs();
  for (int i = 0; i < count; ++i) {
    JobRow row;
    row.id = Must(state->NewJobId("joe"));
    row.id.back() = hpdl::rt::LetterOf(hpdl::rt::JobType::kCoordinator);
    row.app_name = "coordinator-" + std::to_string(i % 500);
    row.app_path = "hdfs://" + name_node + "/apps/" + row.app_name;
    row.user = "joe";
    row.state =
        hpdl::rt::JobStateOf(hpdl::rt::JobType::kCoordinator, hpdl::rt::CoordinatorState::kRunning);
    row.run = 1;
    row.created_ms = row.started_ms = row.modified_ms = now_ms - kHourMs;
    hpdl::rt::ParkingNote note;
    note.since_ms = row.modified_ms;
    for (int action = 0; action < kActions; ++action) {
      char path[64];
      std::snprintf(path, sizeof path, "/data/set-%02d/2026/01/01/%02d/_SUCCESS", i % kDataSets,
                    action);
      note.entries.push_back({0,
                              std::to_string(action + 1),
                              {Wait::Kind::kPath,
                               row.modified_ms,
                               now_ms + 24 * kHourMs,
                               {row.user, "hdfs://" + name_node + path}}});
    }
    JobRow workflow;
    workflow.id = Must(state->NewJobId("joe"));
    workflow.app_name = "workflow-" + std::to_string(i % 500);
    workflow.user = row.user;
    workflow.state = JobState::kSuspended;
    workflow.created_ms = workflow.started_ms = workflow.modified_ms = row.modified_ms;
    state->catalogue().Put(workflow.id, {workflow});
    const std::string waits_in = std::to_string(static_cast<int>(workflow.state));
    note.entries.push_back(
        {0, "0", {Wait::Kind::kJob, row.modified_ms, 0, {workflow.id, waits_in}}});
    std::printf("%s %s\n", row.id.c_str(), workflow.id.c_str());
    row.parked = hpdl::rt::EncodeNote(note);
    auto journal = Must(state->CreateJob(row.id));
    Must(journal->PutFacts({}));
    Must(journal->PutJob(row));
    Must(journal->Commit());
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  if (argc != (what == "copies" || what == "coordinators" ? 5 : 4)) {
    std::fprintf(stderr,
                 "usage: catalogue_bench questions|rebuild|fill N FOLDER\n"
                 "       catalogue_bench copies N STATE JOB\n"
                 "       catalogue_bench coordinators N STATE NAMENODE\n");
    return 2;
  }
  const int jobs = std::atoi(argv[2]);
  if (what == "copies") {
    auto state = Must(hpdl::rt::StateDirectory::Open(argv[3], false));
    for (int number = 1; number <= jobs; ++number) {
      Copy(*state, argv[4], number);
    }
    return 0;
  }
  if (what == "coordinators") {
    Coordinators(jobs, argv[3], argv[4]);
    return 0;
  }
  const auto run = what == "questions" ? Questions : what == "fill" ? Fill : Rebuild;
  run(jobs, argv[3]);
  return 0;
}
