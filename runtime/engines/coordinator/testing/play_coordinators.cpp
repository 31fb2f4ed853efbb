// play_coordinators STATE SITE runs coordinators and bundles by a clock that only the command
// `clock` changes. Each line of standard input is a command; %XX in an argument stands for a
// character that would end the argument. Each line of standard output is the result as JSON. An
// error is `{"code":..,"message":..}`.
//
//   clock MS                          sets the time
//   program URI FILE                  sets the program of the definition at URI, a shared object
//   submit URI PROPERTIES             makes a job: {"id":..}
//   ask REQUEST                       sends CoordinatorRequest::ToText(): {"numbers":[..]}
//   settle [crashing]                 does all that is due: {"next":MS}, the next time with work
//   end WORKFLOW STATE                sets the state of a workflow
//   workflows                         lists the workflows: {"workflows":[..]}
//   job ID                            shows a coordinator with its actions, or a bundle with its
//                                     coordinators
#include <dlfcn.h>

#include <cstdio>
#include <iostream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "runtime/engines/coordinator/coordination.h"
#include "runtime/engines/coordinator/coordinator_submit.h"
#include "runtime/engines/coordinator/testing/played_jobs.h"
#include "runtime/ground/base/json_writer.h"
#include "runtime/ground/base/percent.h"
#include "runtime/ground/base/testing/still_time.h"
#include "runtime/ground/config/config.h"
#include "runtime/world/hadoop/hadoop.h"
#include "runtime/world/net/network.h"

// Symbols that the emitted code of a coordinator refers to. This program itself does not call these
// symbols.
extern "C" const hpdl_coordination hpdl_coordination_engine = {};
extern "C" const void* const hpdl_named_by_programs[] = {&hpdl_hadoop_web, &hpdl_network_curl};

namespace hpdl::rt {
namespace {

#define HPDL_QUOTED(name) #name
#define HPDL_NAME_OF(macro) HPDL_QUOTED(macro)
constexpr const char* kProgramSymbol = HPDL_NAME_OF(HPDL_PROGRAM_SYMBOL);

using Words = std::vector<std::string>;

std::string ErrorJson(const Error& error) {
  JsonWriter json;
  json.BeginObject().Member("code", error.code).Member("message", error.message);
  return json.EndObject().Take();
}

Words WordsOf(const std::string& line) {
  Words words;
  for (std::size_t begin = 0; begin <= line.size();) {
    const std::size_t end = std::min(line.find(' ', begin), line.size());
    words.push_back(PercentDecoded(line.substr(begin, end - begin)).value_or(""));
    begin = end + 1;
  }
  return words;
}

std::string_view WordOf(JobState state) {
  return StateName(state, HPDL_DIALECT_OOZIE);
}

JobState StateOfWord(const std::string& word) {
  for (const JobState state : StatesOf(JobType::kWorkflow)) {
    if (WordOf(state) == word) {
      return state;
    }
  }
  return JobState::kFailed;
}

class Player {
 public:
  explicit Player(PlayedJobs& jobs) : jobs_(jobs) {}

  Result<std::string> Do(const Words& words) {
    const std::string& verb = words.front();
    if (verb == "clock") {
      time_.Set(std::stoll(words.at(1)));
      return std::string("{}");
    }
    if (verb == "program") {
      return Load(words.at(1), words.at(2));
    }
    if (verb == "submit") {
      return Submit(words.at(1), words.at(2));
    }
    if (verb == "ask") {
      return Ask(words.at(1));
    }
    if (verb == "settle") {
      return Settle(words.size() > 1);
    }
    if (verb == "end") {
      HPDL_TRY(jobs_.SetState(words.at(1), StateOfWord(words.at(2))));
      return std::string("{}");
    }
    return verb == "workflows" ? Workflows() : ShowJob(words.at(1));
  }

 private:
  Result<std::string> Load(const std::string& uri, const std::string& file) {
    void* library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    void* program = library == nullptr ? nullptr : dlsym(library, kProgramSymbol);
    if (program == nullptr) {
      return Error{ErrorClass::kError, "", dlerror()};
    }
    jobs_.SetProgram(uri, *static_cast<const hpdl_program*>(program));
    return std::string("{}");
  }

  Result<std::string> Submit(const std::string& uri, const std::string& text) {
    const Result<ConfigProperties> read = ReadJavaProperties(text, "");
    HPDL_TRY(read);
    Properties properties;
    Apply(*read, &properties);
    const Result<std::string> id = jobs_.SubmitJob(uri, std::move(properties), "");
    HPDL_TRY(id);
    JsonWriter json;
    return json.BeginObject().Member("id", *id).EndObject().Take();
  }

  Result<std::string> Ask(const std::string& text) {
    const std::optional<CoordinatorRequest> request = ReadCoordinatorRequest(text);
    if (!request) {
      return Error{ErrorClass::kError, "", "that is no request"};
    }
    const Result<std::vector<std::int64_t>> numbers = jobs_.Ask(*request);
    HPDL_TRY(numbers);
    JsonWriter json;
    json.BeginObject().Key("numbers").BeginArray();
    for (const std::int64_t number : *numbers) {
      json.Number(number);
    }
    return json.EndArray().EndObject().Take();
  }

  Result<std::string> Settle(bool crashing) {
    HPDL_TRY(jobs_.Settle(crashing));
    const std::optional<std::int64_t> next = jobs_.NextBeatMs();
    JsonWriter json;
    json.BeginObject().Key("next");
    if (next) {
      json.Number(*next);
    } else {
      json.Null();
    }
    return json.EndObject().Take();
  }

  Result<std::string> Workflows() {
    JsonWriter json;
    json.BeginObject().Key("workflows").BeginArray();
    for (const auto& [id, workflow] : jobs_.workflows()) {
      json.BeginObject().Member("id", id).Member("app_path", workflow.app_path);
      json.Member("state", WordOf(workflow.state)).Member("run", workflow.run);
      json.Key("properties").BeginObject();
      for (const auto& [name, value] : workflow.properties) {
        json.Member(name, value);
      }
      json.EndObject().EndObject();
    }
    return json.EndArray().EndObject().Take();
  }

  Result<std::string> ShowJob(const std::string& id) {
    Journal* journal = jobs_.JournalOf(id);
    if (journal == nullptr) {
      return Error{ErrorClass::kError, "E0604", "Job does not exist [" + id + "]"};
    }
    JsonWriter json;
    json.BeginObject().Member("status", WordOf(jobs_.RowOf(id)->state));
    json.Member("name", jobs_.RowOf(id)->app_name);
    const Result<std::optional<CoordinatorRow>> row = journal->coordinator().Coordinator();
    HPDL_TRY(row);
    HPDL_TRY(*row ? WriteCoordinator(**row, *journal, &json) : WriteBundle(*journal, &json));
    return json.EndObject().Take();
  }

  static Result<void> WriteCoordinator(const CoordinatorRow& row, Journal& journal,
                                       JsonWriter* json) {
    json->Member("frequency", row.frequency).Member("timeUnit", row.time_unit);
    json->Member("timeZone", row.timezone).Member("executionPolicy", row.execution);
    json->Member("concurrency", row.concurrency).Member("mat_throttling", row.throttle);
    json->Member("timeOut", row.timeout).Member("endTime", row.end).Member("pauseTime", row.pause);
    json->Member("next", row.next_number == 0 ? 0 : row.next_regular);
    json->Key("actions").BeginArray();
    const Result<std::vector<CoordinatorActionRow>> actions = journal.coordinator().Actions({});
    HPDL_TRY(actions);
    for (const CoordinatorActionRow& action : *actions) {
      json->BeginObject().Member("actionNumber", action.number);
      json->Member("status", hpdl::rt::WordOf(action.state)).Member("nominalTime", action.nominal);
      json->Member("missingDependencies", action.missing).Member("externalId", action.external_id);
      json->Member("errorCode", action.error_code).Member("errorMessage", action.error_message);
      json->EndObject();
    }
    json->EndArray();
    return {};
  }

  static Result<void> WriteBundle(Journal& journal, JsonWriter* json) {
    const Result<std::optional<BundleRow>> row = journal.coordinator().Bundle();
    HPDL_TRY(row);
    const BundleRow bundle = row->value_or(BundleRow());
    json->Member("kickoffTime", bundle.kick_off).Member("endTime", bundle.end);
    json->Member("pauseTime", bundle.pause).Key("coordinators").BeginArray();
    const Result<std::vector<BundledRow>> bundled = journal.coordinator().Bundled();
    HPDL_TRY(bundled);
    for (const BundledRow& each : *bundled) {
      json->BeginObject().Member("name", each.name).Member("id", each.coordinator_id);
      json->Member("errorCode", each.error_code).EndObject();
    }
    json->EndArray();
    return {};
  }

  StillTime time_;
  PlayedJobs& jobs_;
};

int Main(const std::string& state, const std::string& site) {
  const Result<std::unique_ptr<PlayedJobs>> jobs = PlayedJobs::Open(state, site);
  if (!jobs) {
    std::cerr << "play_coordinators: " << jobs.error().message << "\n";
    return 1;
  }
  Player player(**jobs);
  for (std::string line; std::getline(std::cin, line);) {
    const Result<std::string> answer = player.Do(WordsOf(line));
    std::cout << (answer ? *answer : ErrorJson(answer.error())) << std::endl;
  }
  return 0;
}

}  // namespace
}  // namespace hpdl::rt

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fputs("usage: play_coordinators STATE SITE\n", stderr);
    return 2;
  }
  return hpdl::rt::Main(argv[1], argv[2]);
}
