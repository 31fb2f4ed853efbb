#include "runtime/world/hadoop/container_logs.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>

#include "runtime/ground/base/percent.h"
#include "runtime/world/hadoop/json_parts.h"
#include "runtime/world/hadoop/yarn_replies.h"

namespace hpdl::rt {

namespace {

constexpr const char* kGathered = "/ws/v1/history/containerlogs/";
constexpr std::size_t kMostFiles = 200;
constexpr std::size_t kMostContainers = 100;
/// The maximum number of bytes that a server adds to a log file, before and after its bytes
/// together.
constexpr std::int64_t kAround = 4096;

/// True if a name is safe in URLs and on the terminal.
bool IsPlain(std::string_view name) {
  return !name.empty() && name.size() <= 200 && name != "." && name != ".." &&
         std::all_of(name.begin(), name.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                  c == '.' || c == '_' || c == '-';
         });
}

bool IsOfInterest(const std::string& file, std::int64_t size) {
  return size != 0 && file != "directory.info" && file != "launch_container.sh";
}

RestClient::Call Asking(std::string path, std::int64_t limit, const char* accept) {
  RestClient::Call call;
  call.path = std::move(path);
  call.limit = limit;
  call.accept = accept;
  return call;
}

RestClient::Call AskingJson(std::string path) {
  return Asking(std::move(path), 4 << 20, "application/json");
}

Error NoLogs(const std::string& application) {
  return {ErrorClass::kError, "JA009",
          "neither the job history server nor a cluster node has logs of " + application};
}

std::string BaseUrl(const std::string& address) {
  return address.find("://") == std::string::npos ? "http://" + address : address;
}

/// Gathers containers and their nodes from a reply about attempts or containers.
void Gather(std::string_view json, const char* outer, const char* inner, const char* id,
            std::vector<std::pair<std::string, std::string>>* found) {
  const Json reply = ParseJson(json);
  const Json* list = outer == nullptr ? Member(&reply, inner) : nullptr;
  if (const Json* around = outer == nullptr ? nullptr : Member(&reply, outer)) {
    list = Member(around, inner);
  }
  ForEach(list, [&](const Json& each) {
    const std::string name = Text(&each, id);
    const std::string node = Text(&each, "nodeHttpAddress");
    if (IsPlain(name) && !node.empty()) {
      found->emplace_back(name, BaseUrl(node));
    }
  });
}

/// Returns the number in the last line of the form "LogLength:228901"; nullopt if there is no such
/// line.
std::optional<std::int64_t> LengthIn(std::string_view header) {
  constexpr std::string_view kName = "LogLength:";
  const std::size_t at = header.rfind(kName);
  if (at == std::string_view::npos) {
    return std::nullopt;
  }
  header.remove_prefix(at + kName.size());
  std::int64_t length = -1;
  std::from_chars(header.data(), header.data() + header.size(), length);
  return length < 0 ? std::nullopt : std::optional(length);
}

}  // namespace

Result<std::vector<ContainerLog>> ReadLogList(std::string_view json) {
  const Json reply = ParseJson(json);
  const Json* list = Member(&reply, "containerLogsInfo");
  if (list == nullptr) {
    return Error{ErrorClass::kNonTransient, "E0902",
                 "the reply has no containerLogsInfo: this is not a YARN server"};
  }
  std::vector<ContainerLog> logs;
  ForEach(list, [&](const Json& container) {
    const std::string id = Text(&container, "containerId");
    ForEach(Member(&container, "containerLogInfo"), [&](const Json& file) {
      ContainerLog log;
      log.container = id;
      log.file = Text(&file, "fileName");
      const std::string size = Text(&file, "fileSize");
      std::from_chars(size.data(), size.data() + size.size(), log.size);
      if (IsPlain(id) && IsPlain(log.file) && IsOfInterest(log.file, log.size)) {
        logs.push_back(std::move(log));
      }
    });
  });
  return logs;
}

std::string InsideOfLog(std::string_view reply, std::int64_t bytes) {
  constexpr std::string_view kBegin = "LogContents:\n";
  const std::size_t begin = reply.find(kBegin);
  if (begin == std::string_view::npos) {
    return std::string(reply);
  }
  const std::string_view header = reply.substr(0, begin);
  const std::string_view rest = reply.substr(begin + kBegin.size());
  // The length of the file is taken from the header, because the content may contain the words that
  // servers write after a file.
  if (const std::optional<std::int64_t> length = LengthIn(header)) {
    const auto sent = static_cast<std::size_t>(std::min(*length, bytes));
    if (sent <= rest.size()) {
      return std::string(rest.substr(0, sent));
    }
  }
  std::string_view inside = rest.substr(0, rest.rfind("End of LogType:"));
  // The job history writes an empty line between the content and "End of LogType:", but nodes do
  // not.
  if (header.find("Type: AGGREGATED") != std::string_view::npos && inside.ends_with('\n')) {
    inside.remove_suffix(1);
  }
  return std::string(inside);
}

Task<Result<std::vector<ContainerLog>>> ContainerLogs::Read(std::string application,
                                                            std::int64_t bytes) {
  std::vector<ContainerLog> logs;
  const std::string gathered = "/ws/v1/history/aggregatedlogs?appid=" + PercentEncoded(application);
  const Result<void> read = co_await ReadFiles(history_, gathered, kGathered, bytes, &logs);
  if (read && !logs.empty()) {
    co_return logs;
  }
  const Result<std::vector<Place>> places = co_await Places(application);
  if (!places) {
    // If both requests failed, the error must name the server that does not answer.
    if (!read && read.error().code == "JA006") {
      co_return read.error();
    }
    co_return places.error();
  }
  bool whole = true;
  for (const Place& place : *places) {
    const std::string list = "/ws/v1/node/containers/" + place.first + "/logs";
    // If a node is gone, its logs are left out.
    const Result<void> from_node =
        co_await ReadFiles(node_(place.second), list, "/ws/v1/node/containerlogs/", bytes, &logs);
    whole = whole && from_node.ok();
  }
  if (!whole || logs.empty()) {
    // During the requests, the history server may have gathered logs, and nodes may have removed
    // them. Therefore the history server is asked again.
    std::vector<ContainerLog> late;
    (void)co_await ReadFiles(history_, gathered, kGathered, bytes, &late);
    if (!late.empty()) {
      co_return late;
    }
  }
  if (!logs.empty()) {
    co_return logs;
  }
  HPDL_CO_TRY(read);
  const Error none = NoLogs(application);
  co_return none;
}

/// Requests a list of log files and reads these files. It is no error if there are no files.
Task<Result<void>> ContainerLogs::ReadFiles(RestClient client, std::string list, std::string prefix,
                                            std::int64_t bytes, std::vector<ContainerLog>* logs) {
  RestClient::Call listing = AskingJson(std::move(list));
  const Result<std::string> listed = co_await client.Get(std::move(listing));
  if (!listed) {
    // Servers answer with these exceptions while no logs have been gathered.
    const bool none = listed.error().message.find("WebApplicationException") != std::string::npos ||
                      listed.error().message.find("NotFoundException") != std::string::npos;
    if (!none) {
      co_return listed.error();
    }
    co_return Result<void>();
  }
  Result<std::vector<ContainerLog>> found = ReadLogList(*listed);
  HPDL_CO_TRY(found);
  for (ContainerLog& log : *found) {
    if (logs->size() >= kMostFiles) {
      break;
    }
    std::string path = prefix + log.container + "/" + log.file + "?size=-" + std::to_string(bytes);
    // The limit is doubled, because a node may answer with its own file and the gathered file.
    RestClient::Call call = Asking(std::move(path), 2 * (bytes + kAround), "text/plain");
    const Result<std::string> text = co_await client.Get(std::move(call));
    HPDL_CO_TRY(text);
    log.text = InsideOfLog(*text, bytes);
    logs->push_back(std::move(log));
  }
  co_return Result<void>();
}

Task<Result<std::vector<ContainerLogs::Place>>> ContainerLogs::Places(std::string application) {
  const std::string attempts =
      "/ws/v1/cluster/apps/" + PercentEncoded(application) + "/appattempts";
  RestClient::Call call = AskingJson(attempts);
  const Result<std::string> reply = co_await manager_.Get(std::move(call));
  HPDL_CO_TRY(reply);
  std::vector<Place> masters, tries;
  Gather(*reply, "appAttempts", "appAttempt", "containerId", &masters);
  Gather(*reply, "appAttempts", "appAttempt", "appAttemptId", &tries);
  for (const Place& attempt : tries) {
    RestClient::Call asking = AskingJson(attempts + "/" + attempt.first + "/containers");
    const Result<std::string> containers = co_await manager_.Get(std::move(asking));
    if (containers) {
      Gather(*containers, nullptr, "container", "containerId", &masters);
    }
  }
  std::set<std::string> seen;
  std::erase_if(masters, [&](const Place& place) { return !seen.insert(place.first).second; });
  masters.resize(std::min(masters.size(), kMostContainers));
  co_return masters;
}

}  // namespace hpdl::rt
