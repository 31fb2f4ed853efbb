#include "runtime/ground/base/lower_case.h"
#include "runtime/programs/client/commands.h"
#include "runtime/programs/client/view.h"

namespace hpdl::client {
namespace {

struct Bulk {
  const char* option;
  const char* done;
};

constexpr Bulk kBulks[] = {{"kill", "killed"}, {"suspend", "suspended"}, {"resume", "resumed"}};

/// Selects the jobs that the command `jobs` requests. The server counts the jobs that pass the
/// filter, and returns at most `length` jobs from number `offset` on.
struct Page {
  std::optional<std::string> filter;
  std::string offset;
  std::string length;

  Parameters Of(const std::string& type) const {
    return {{"filter", filter}, {"jobtype", type}, {"offset", offset}, {"len", length}};
  }
};

Result<Page> ReadPage(const ParsedArguments& arguments) {
  const Result<int> offset = ReadInteger(arguments.ValueOr("offset", "0"));
  HPDL_TRY(offset);
  const Result<int> length = ReadInteger(arguments.ValueOr("len", "0"));
  HPDL_TRY(length);
  return Page{arguments.Value("filter"), std::to_string(*offset), std::to_string(*length)};
}

struct List {
  const char* type;
  const char* member;
  std::string (*text)(const Json& jobs, const NamedZone& zone, bool verbose);
};

constexpr List kLists[] = {
    {"wf", "workflows", &JobsText},
    {"coord", "coordinatorjobs", &CoordinatorsText},
    {"bundle", "bundlejobs", &BundlesText},
};

std::string BulkText(const Json& answer, const NamedZone& zone, const char* done) {
  for (const List& list : kLists) {
    const Json& jobs = Member(answer, list.member);
    if (jobs.is_null() && std::string_view(list.type) != "bundle") {
      continue;
    }
    return jobs.empty() ? "bulk modify command did not modify any jobs\n"
                        : "the following jobs have been " + std::string(done) + "\n" +
                              list.text(jobs, zone, false);
  }
  return "";
}

/// Returns the list for jobs of `type`; null if the client has no list for this type.
const List* FindList(const std::string& type) {
  const std::string lower = LowerCase(type);
  return lower.find("wf") != std::string::npos ? &kLists[0]
         : lower.starts_with("coord")          ? &kLists[1]
         : lower.starts_with("bundle")         ? &kLists[2]
                                               : nullptr;
}

/// Returns the actions of the coordinators of a bundle, one row each.
Json BulkRows(const Json& answer) {
  Json rows = Json::array();
  for (const Json& each : Member(answer, "bulkresponses")) {
    const Json& bundle = Member(each, "bulkbundle");
    const Json& action = Member(each, "bulkaction");
    Json row = action.is_object() ? action : Json::object();
    row["bundleJobName"] = Member(bundle, "bundleJobName");
    row["bundleJobId"] = Member(bundle, "bundleJobId");
    row["bundleUser"] = Member(bundle, "user");
    row["coordJobName"] = Member(Member(each, "bulkcoord"), "coordJobName");
    rows.push_back(std::move(row));
  }
  return rows;
}

constexpr Field kBulkColumns[] = {
    {"Bundle Name", "bundleJobName", Shape::kText, 13},
    {"Bundle ID", "bundleJobId", Shape::kText, 38},
    {"Coord Name", "coordJobName", Shape::kText, 13},
    {"Coord Action ID", "id", Shape::kText, 41},
    {"Status", "status", Shape::kRaw, 10},
    {"External ID", "externalId", Shape::kText, 38},
    {"Created Time", "createdTime", Shape::kDate, 21},
    {"Error Message", "errorMessage", Shape::kText, 38},
};

constexpr Field kBulkPage[] = {
    {"Bundle ID        : ", "bundleJobId"}, {"Coordinator Name : ", "coordJobName"},
    {"Coord Action ID  : ", "id"},          {"Action Status    : ", "status", Shape::kRaw},
    {"External ID      : ", "externalId"},  {"Created Time     : ", "createdTime", Shape::kDate},
    {"User             : ", "bundleUser"},  {"Error Message    : ", "errorMessage"},
};

std::string BulkListText(const Json& answer, const NamedZone& zone, bool verbose) {
  std::string text;
  for (const Json& row : BulkRows(answer)) {
    text += verbose ? "\nBundle Name : " + Shown(row, "bundleJobName") + "\n" + Ruler() +
                          PageText(kBulkPage, row, zone, false) + Ruler()
                    : TableText(kBulkColumns, Json::array({row}), zone);
  }
  return text.empty() ? "Bulk request criteria did not match any coordinator actions\n" : text;
}

}  // namespace

Result<void> JobsCommand(const Invocation& invocation) {
  const ParsedArguments& arguments = invocation.arguments;
  Result<Login> login = ReadLogin(invocation);
  HPDL_TRY(login);
  const Result<Page> page = ReadPage(arguments);
  HPDL_TRY(page);
  Session session(std::move(*login));
  const std::string type = arguments.ValueOr("jobtype", "wf");
  const NamedZone zone = invocation.zone();
  for (const Bulk& bulk : kBulks) {
    if (arguments.Has(bulk.option)) {
      Call call{.method = "PUT", .path = "jobs", .parameters = page->Of(type), .xml = true};
      call.parameters.insert(call.parameters.begin(), {"action", bulk.option});
      const Result<rt::HttpReply> reply = session.Ask(call);
      HPDL_TRY(reply);
      Print(BulkText(ReadJson(reply->body), zone, bulk.done));
      return {};
    }
  }
  if (const std::optional<std::string> bulk = arguments.Value("bulk")) {
    const Result<Json> answer =
        Show(&session, "jobs", {{"bulk", bulk}, {"offset", page->offset}, {"len", page->length}});
    HPDL_TRY(answer);
    Print(BulkListText(*answer, zone, arguments.Has("verbose")));
    return {};
  }
  if (const List* list = FindList(type)) {
    const Result<Json> answer = Show(&session, "jobs", page->Of(list->type));
    HPDL_TRY(answer);
    Print(list->text(Member(*answer, list->member), zone, arguments.Has("verbose")));
  }
  return {};
}

}  // namespace hpdl::client
