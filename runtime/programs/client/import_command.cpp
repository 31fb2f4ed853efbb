#include "runtime/programs/client/import_command.h"

#include <algorithm>
#include <cstdio>
#include <set>
#include <utility>

#include "runtime/programs/client/commands.h"

namespace hpdl::client {
namespace {

using What = ImportOutcome::What;

constexpr int kExitImport = 255;
constexpr std::int64_t kSecondMs = 1000;
constexpr int kMostSeconds = 86400;
constexpr std::int64_t kMostImportReply = 64 << 20;
// -timeout limits the wait for the next bytes of an answer. The time limit for the whole answer is
// kWholeTimes times that limit.
constexpr std::int64_t kWholeTimes = 10;

constexpr OptionSpec kImportOptions[] = {
    {"from", "URL", "the old server: http://HOST:PORT/oozie"},
    {"all", "", "import all coordinators of the user at the old server"},
    {"dry-run", "", "only show what would be done"},
    {"undo", "", "undo imports whose new coordinators have not begun an action"},
    {"oozie", "arg", "URL of the hpdld that takes the coordinators over; default OOZIE_URL"},
    {"doas", "arg", "doAs user, impersonates as the specified user"},
    {"format", "arg", "text (default) or json", "text|json"},
    {"timeout", "arg", "seconds to wait for a server that sends nothing (default 60)"},
    rt::TakesPath({"state", "arg",
                   "folder for the records of imports (default $HPDL_STATE, $XDG_STATE_HOME/hpdl, "
                   "~/.local/state/hpdl)"}),
    {"auth", "arg", "select authentication type [SIMPLE|BASIC|KERBEROS]", "SIMPLE|BASIC|KERBEROS"},
    {"username", "arg", "username for BASIC authentication, at both servers"},
    {"password", "arg", "password for BASIC authentication"},
};
constexpr CommandDecl kImport{"import", "[ID...] ",
                              "continue coordinators of an old server at the server of -oozie",
                              kImportOptions};

/// The options of the command line.
struct ImportWish {
  std::string from;
  std::set<std::string> ids;
  bool all = false, dry_run = false, undo = false, json = false;
  Patience patience;
  std::string state;

  bool lists() const { return ids.empty() && !all; }
};

/// Reads a URL. Its characters must not need quotes in a command line, and it must not contain a
/// password.
Result<std::string> ReadPlace(std::string url, const std::string& option) {
  constexpr std::string_view kAllowed =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~:/%[]";
  const bool http = url.starts_with("http://") || url.starts_with("https://");
  if (!http || url.find_first_not_of(kAllowed) != std::string::npos) {
    return UsageFailure("import takes a URL of the form http://HOST:PORT/oozie for " + option);
  }
  while (url.ends_with('/')) {
    url.pop_back();
  }
  return url;
}

Result<ImportWish> ReadWish(const Invocation& invocation) {
  const ParsedArguments& arguments = invocation.arguments;
  ImportWish wish;
  Result<std::string> from = ReadPlace(arguments.ValueOr("from", ""), "--from");
  HPDL_TRY(from);
  wish.from = std::move(*from);
  wish.all = arguments.Has("all");
  wish.dry_run = arguments.Has("dry-run");
  wish.undo = arguments.Has("undo");
  for (const std::string& id : arguments.words()) {
    if (!IsJobId(id, 'C') && !IsJobId(id, 'B')) {
      return UsageFailure("import takes ids of coordinators and bundles, which end with -C and -B");
    }
    wish.ids.insert(id);
  }
  if (wish.all && !wish.ids.empty()) {
    return UsageFailure("import takes ids or --all, not both");
  }
  if (wish.undo && (wish.all || wish.ids.empty() || wish.dry_run)) {
    return UsageFailure("import --undo takes ids, and neither --all nor --dry-run");
  }
  const std::string format = arguments.ValueOr("format", "text");
  if (format != "text" && format != "json") {
    return UsageFailure("import takes -format text or json");
  }
  wish.json = format == "json";
  const Result<int> seconds = ReadInteger(arguments.ValueOr("timeout", "60"));
  if (!seconds || *seconds < 1 || *seconds > kMostSeconds) {
    return UsageFailure("import -timeout takes a number of seconds from 1 to 86400");
  }
  wish.patience = {.connect_ms = *seconds * kSecondMs,
                   .idle_ms = *seconds * kSecondMs,
                   .total_ms = *seconds * kSecondMs * kWholeTimes,
                   .most_reply = kMostImportReply};
  Result<std::string> state = ImportState(arguments.Value("state"), invocation.settings.home());
  HPDL_TRY(state);
  wish.state = std::move(*state);
  return wish;
}

Result<Login> LoginOf(const Invocation& invocation, const ImportWish& wish,
                      const std::string& url) {
  Result<Login> login = ReadLoginAt(invocation, url);
  HPDL_TRY(login);
  login->debug = false;  // -debug has no effect, because debug output would contain configurations
  login->patience = wish.patience;
  return login;
}

// ---- The list of jobs

std::string HereText(const Result<std::optional<ImportRecord>>& record) {
  if (!record) {
    return record.error().message;
  }
  if (!*record || (*record)->stage == ImportStage::kUndone) {
    return "";
  }
  return (*record)->stage == ImportStage::kDone ? (*record)->job : "interrupted";
}

Result<int> ListThere(const ImportWish& wish, Session* there) {
  const ImportRecords records = ImportRecords::ForReading(wish.state);
  const Result<std::vector<Json>> live = LiveJobs(there, "coord");
  HPDL_TRY(live);
  const Result<std::vector<Json>> live_bundles = LiveJobs(there, "bundle");
  HPDL_TRY(live_bundles);
  std::vector<ListedJob> jobs;
  bool failed = false;
  for (const Json& each : *live) {
    const std::string id = TextOf(each, "coordJobId").value_or("");
    if (!IsJobId(id, 'C')) {
      continue;
    }
    ListedJob& job = jobs.emplace_back();
    Result<SeenCoordinator> seen = LookAtActions(there, id);
    if (seen) {
      job.seen = std::move(*seen);
    } else {
      failed = true;
      job.seen.id = id;
      job.seen.name = TextOf(each, "coordJobName").value_or("");
      job.error = seen.error();
    }
    job.here = HereText(records.Read(id));
  }
  std::vector<ListedBundle> bundles;
  for (const Json& each : *live_bundles) {
    bundles.push_back({TextOf(each, "bundleJobId").value_or(""),
                       TextOf(each, "bundleJobName").value_or(""),
                       TextOf(each, "user").value_or(""), TextOf(each, "status").value_or("")});
  }
  Print(wish.json
            ? ListJson(jobs, bundles).dump(1, ' ', false, Json::error_handler_t::replace) + "\n"
            : ListText(jobs, bundles));
  return failed ? kExitImport : 0;
}

// ---- The choice of jobs

/// Returns the ids of the chosen coordinators. `*others` gets the number of coordinators of other
/// users.
Result<std::vector<std::string>> Chosen(const ImportWish& wish, const std::string& user,
                                        Session* there, std::size_t* others) {
  std::vector<std::string> ids;
  const auto add = [&](const std::string& id) {
    if (std::find(ids.begin(), ids.end(), id) == ids.end()) {
      ids.push_back(id);
    }
  };
  for (const std::string& id : wish.ids) {
    if (IsJobId(id, 'C')) {
      add(id);
      continue;
    }
    const Result<std::vector<std::string>> parts = CoordinatorsOf(there, id);
    HPDL_TRY(parts);
    if (parts->empty()) {
      return UsageFailure(id + " has no coordinators at the old server");
    }
    std::for_each(parts->begin(), parts->end(), add);
  }
  if (wish.all) {
    const Result<std::vector<Json>> live = LiveJobs(there, "coord");
    HPDL_TRY(live);
    for (const Json& each : *live) {
      const std::string id = TextOf(each, "coordJobId").value_or("");
      const bool own = TextOf(each, "user") == user;
      *others += own ? 0 : 1;
      if (own && IsJobId(id, 'C')) {
        add(id);
      }
    }
    std::sort(ids.begin(), ids.end());
  }
  return ids;
}

Result<int> Carry(const ImportWish& wish, const std::string& user, Importer* importer,
                  const std::vector<std::string>& ids, std::size_t others,
                  const ImportPlaces& places) {
  Json answer = {{"from", places.from}, {"to", places.to}, {"jobs", Json::array()}};
  int code = 0;
  for (const std::string& id : ids) {
    const ImportOutcome outcome = wish.undo      ? importer->Undo(id)
                                  : wish.dry_run ? importer->Try(id)
                                                 : importer->Import(id);
    if (outcome.what == What::kFailed) {
      code = kExitImport;
      std::fflush(stdout);
      std::fputs(OutcomeFailure(outcome).c_str(), stderr);
    }
    answer["jobs"].push_back(OutcomeJson(outcome, places));
    if (!wish.json) {
      Print(OutcomeText(outcome, places));
      // The import is done, so its line must appear even if a later import fails.
      std::fflush(stdout);
    }
  }
  if (others > 0) {
    std::fprintf(stderr,
                 "coordinators not imported: %zu, because they do not belong to %s; use -doas to "
                 "import them\n",
                 others, user.c_str());
  }
  if (wish.json) {
    Print(answer.dump(1, ' ', false, Json::error_handler_t::replace) + "\n");
  } else if (ids.empty()) {
    Print("no coordinators\n");
  }
  return code;
}

}  // namespace

const CommandDecl& ImportDecl() {
  return kImport;
}

Result<int> ImportCommand(const Settings& settings, const std::vector<std::string>& words) {
  const Result<ParsedArguments> arguments = ParseArguments(kImport, std::span(words).subspan(1));
  HPDL_TRY(arguments);
  const Invocation invocation{settings, *arguments};
  const Result<ImportWish> wish = ReadWish(invocation);
  HPDL_TRY(wish);
  Result<Login> from = LoginOf(invocation, *wish, wish->from);
  HPDL_TRY(from);
  Session there(std::move(*from));
  if (wish->lists()) {
    return ListThere(*wish, &there);
  }
  const Result<std::string> server = ReadServer(invocation);
  HPDL_TRY(server);
  const Result<std::string> to = ReadPlace(*server, "-oozie");
  HPDL_TRY(to);
  if (*to == wish->from) {
    return UsageFailure("-oozie and --from must be different servers");
  }
  Result<Login> login = LoginOf(invocation, *wish, *to);
  HPDL_TRY(login);
  Session here(std::move(*login));
  const Result<ImportRecords> records =
      wish->dry_run ? Result<ImportRecords>(ImportRecords::ForReading(wish->state))
                    : ImportRecords::Open(wish->state);
  HPDL_TRY(records);
  std::size_t others = 0;
  const Result<std::vector<std::string>> ids = Chosen(*wish, invocation.user(), &there, &others);
  HPDL_TRY(ids);
  Importer importer(&there, &here, &*records, invocation.user());
  return Carry(*wish, invocation.user(), &importer, *ids, others, {wish->from, *to});
}

}  // namespace hpdl::client
