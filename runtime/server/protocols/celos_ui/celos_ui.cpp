#include "runtime/server/protocols/celos_ui/celos_ui.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "runtime/ground/base/text_parts.h"
#include "runtime/rules/celos/java_exception.h"
#include "runtime/server/protocols/celos_ui/columns.h"
#include "runtime/server/protocols/celos_ui/groups.h"
#include "runtime/server/protocols/celos_ui/html.h"
#include "runtime/server/protocols/celos_ui/overview_page.h"
#include "runtime/server/protocols/celos_ui/page_links.h"
#include "runtime/server/protocols/celos_ui/workflow_page.h"
#include "ui_texts.h"

namespace hpdl::rt::celos {
namespace {

constexpr std::string_view kRoot = "/ui";
constexpr int kFound = 302, kSeeOther = 303, kBadRequest = 400, kNotFound = 404, kNotAllowed = 405,
              kServerError = 500, kBadGateway = 502;

// Allows only content of this server, and keeps pages of other servers from showing this page in a
// frame. With this referrer policy, a browser tells only this server from which page a button's
// request comes.
constexpr std::string_view kFields =
    "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; img-src "
    "data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'\r\n"
    "X-Content-Type-Options: nosniff\r\nX-Frame-Options: DENY\r\nReferrer-Policy: same-origin\r\n"
    "Cache-Control: no-store\r\n";

CelosAnswer Answered(int status, std::string body, std::string_view type) {
  CelosAnswer answer;
  answer.status = status;
  answer.body = std::move(body);
  answer.content_type = type;
  answer.fields = kFields;
  return answer;
}

CelosAnswer Page(std::string html, int status = 200) {
  return Answered(status, std::move(html), "text/html; charset=UTF-8");
}

CelosAnswer Plain(int status, std::string text) {
  return Answered(status, std::move(text), "text/plain; charset=UTF-8");
}

// A request that is being answered.
struct Visit {
  const ServerApi& api;
  const UiSettings& settings;
  CelosParameters parameters;

  // Returns a parameter; null if it is missing or empty.
  const std::string* Find(std::string_view name) const {
    const auto found = parameters.find(name);
    return found == parameters.end() || found->second.empty() ? nullptr : &found->second;
  }
  ScheduledTime Now() const { return {settings.now_ms()}; }
  Result<std::optional<ScheduledTime>> Time(std::string_view name) const {
    const std::string* const text = Find(name);
    if (text == nullptr) {
      return std::optional<ScheduledTime>();
    }
    const Result<ScheduledTime> time = ReadNewest(text, Now());
    HPDL_TRY(time);
    return std::optional(*time);
  }
};

// Turns an error about the browser's request into an error with the code "400". The code of an
// error is the HTTP status of the answer to the browser. An error of the Celos server has that
// server's status as its code.
Error Wrong(const Error& error) {
  return {ErrorClass::kError, std::to_string(kBadRequest), error.message};
}

Result<std::string> IdOf(const Visit& visit) {
  const std::string* const id = visit.Find("id");
  return id != nullptr ? Result<std::string>(*id)
                       : Wrong({ErrorClass::kError, "", "id parameter missing."});
}

Result<CelosAnswer> GoToOverview(const Visit&) {
  CelosAnswer answer;
  answer.status = kFound;
  answer.fields = "Location: " + std::string(kRoot) + "\r\n";
  return answer;
}

Result<CelosAnswer> ShowOverview(const Visit& visit) {
  const Result<int> zoom = ReadZoom(visit.Find("zoom"));
  const Result<std::optional<ScheduledTime>> time = visit.Time("time");
  if (!zoom || !time) {
    return Wrong(zoom ? time.error() : zoom.error());
  }
  Overview overview;
  overview.now = visit.Now();
  overview.is_now = !*time;
  overview.columns = ColumnsOf((*time).value_or(overview.now), *zoom);
  overview.hue = visit.settings.hue;
  std::optional<std::vector<Group>> groups;
  if (!visit.settings.groups.empty()) {
    Result<std::vector<Group>> read = ReadGroupsFile(visit.settings.groups);
    if (!read) {
      return Error{ErrorClass::kError, std::to_string(kServerError), read.error().message};
    }
    groups = std::move(*read);
  }
  const Result<std::vector<std::string>> loaded = visit.api.List();
  HPDL_TRY(loaded);
  overview.groups = Grouped(groups, *loaded);
  for (const std::string& id : *loaded) {
    overview.workflows.emplace(
        id, visit.api.Slots(id, overview.columns.oldest(), overview.columns.newest));
  }
  if (visit.settings.script_errors) {
    overview.script_errors = visit.settings.script_errors();
  }
  return Page(OverviewPage(overview));
}

Result<CelosAnswer> ShowWorkflow(const Visit& visit) {
  Result<std::string> id = IdOf(visit);
  HPDL_TRY(id);
  const Result<std::optional<ScheduledTime>> time = visit.Time("time"), slot = visit.Time("slot");
  if (!time || !slot) {
    return Wrong(time ? slot.error() : time.error());
  }
  WorkflowView view;
  view.id = std::move(*id);
  view.is_now = !*time;
  view.now = visit.Now();
  view.last = (*time).value_or(view.now);
  view.hue = visit.settings.hue;
  view.slot = *slot;
  Result<WorkflowSlots> workflow = visit.api.Slots(view.id, std::nullopt, view.last);
  HPDL_TRY(workflow);
  view.workflow = std::move(*workflow);
  if (view.slot) {
    const Result<WorkflowSlots> one = visit.api.Slots(view.id, *view.slot, *view.slot);
    HPDL_TRY(one);
    const std::vector<ShownSlot> shown = ShownSlots(*one, view.now);
    view.state = shown.empty() ? std::nullopt : std::optional(shown.front());
  }
  const std::string* const done = visit.Find("done");
  view.done = done == nullptr ? "" : *done;
  return Page(WorkflowPage(view));
}

Result<CelosAnswer> ShowTrigger(const Visit& visit) {
  const Result<std::string> id = IdOf(visit);
  HPDL_TRY(id);
  const Result<std::optional<ScheduledTime>> time = visit.Time("time");
  if (!time) {
    return Wrong(time.error());
  }
  if (!*time) {
    return Wrong({ErrorClass::kError, "", "time parameter missing."});
  }
  const Result<TriggerTree> tree = visit.api.Trigger(*id, **time);
  HPDL_TRY(tree);
  return Page(TriggerPage(*id, **time, *tree));
}

Result<CelosAnswer> ShowStyle(const Visit&) {
  return Answered(200, std::string(kUiStyle), "text/css; charset=UTF-8");
}

Result<CelosAnswer> ShowScript(const Visit&) {
  return Answered(200, std::string(kUiScript), "text/javascript; charset=UTF-8");
}

// Sends the browser back to the page with the button. If a script of the page has sent the request,
// the request has the parameter `plain`. A script needs no page, so the answer is then empty.
Result<CelosAnswer> Done(const Visit& visit, const std::string& id,
                         std::optional<ScheduledTime> slot, std::string_view what) {
  if (visit.Find("plain") != nullptr) {
    return Plain(200, "");
  }
  const Result<std::optional<ScheduledTime>> shown = visit.Time("view");
  CelosAnswer answer = Plain(kSeeOther, "");
  answer.fields +=
      "Location: " + WorkflowUrl(id, shown ? *shown : std::optional<ScheduledTime>(), slot) +
      "&done=" + std::string(what) + "\r\n";
  return answer;
}

// Returns the slot that a button or a cell of the overview names: by the parameters `id` and
// `time`, or by an `id` of the form ID@TIME.
Result<SlotId> SlotOf(const Visit& visit) {
  Result<std::string> id = IdOf(visit);
  HPDL_TRY(id);
  std::string time_text;
  if (const std::string* const time = visit.Find("time")) {
    time_text = *time;
  } else if (const std::size_t at = id->rfind('@'); at != std::string::npos) {
    time_text = id->substr(at + 1);
    id->resize(at);
  }
  const Result<ScheduledTime> time = ReadNewest(&time_text, visit.Now());
  if (!time) {
    return Wrong(time.error());
  }
  return SlotId{std::move(*id), *time};
}

Result<CelosAnswer> Rerun(const Visit& visit) {
  const Result<SlotId> slot = SlotOf(visit);
  HPDL_TRY(slot);
  HPDL_TRY(visit.api.Rerun(slot->workflow, slot->time));
  return Done(visit, slot->workflow, slot->time, "rerun");
}

Result<CelosAnswer> Kill(const Visit& visit) {
  const Result<SlotId> slot = SlotOf(visit);
  HPDL_TRY(slot);
  HPDL_TRY(visit.api.Kill(slot->workflow, slot->time));
  return Done(visit, slot->workflow, slot->time, "kill");
}

Result<CelosAnswer> Pause(const Visit& visit) {
  const Result<std::string> id = IdOf(visit);
  HPDL_TRY(id);
  const std::string* const word = visit.Find("paused");
  if (word == nullptr || (*word != "true" && *word != "false")) {
    return Wrong({ErrorClass::kError, "", "paused must be true or false."});
  }
  const bool paused = *word == "true";
  HPDL_TRY(visit.api.Pause(*id, paused));
  return Done(visit, *id, std::nullopt, paused ? "pause" : "unpause");
}

struct UiRoute {
  std::string_view path;
  Result<CelosAnswer> (*act)(const Visit& visit);
  RequestLine line;
};
constexpr UiRoute kUiRoutes[] = {
    {"/", GoToOverview, RequestLine::kLook},
    {"/ui", ShowOverview, RequestLine::kLook},
    {"/ui/workflow", ShowWorkflow, RequestLine::kLook},
    {"/ui/trigger", ShowTrigger, RequestLine::kAsk},
    {"/ui/style.css", ShowStyle, RequestLine::kLook},
    {"/ui/script.js", ShowScript, RequestLine::kLook},
    {"/ui/rerun", Rerun, RequestLine::kChange},
    {"/ui/kill", Kill, RequestLine::kChange},
    {"/ui/pause", Pause, RequestLine::kChange},
};

const UiRoute* UiRouteOf(std::string_view target) {
  const auto* const found =
      std::find_if(std::begin(kUiRoutes), std::end(kUiRoutes),
                   [&](const UiRoute& route) { return route.path == PathOfTarget(target); });
  return found == std::end(kUiRoutes) ? nullptr : found;
}

CelosAnswer Problem(const Visit& visit, const Error& error) {
  const std::optional<std::int64_t> code = ParseNumber(error.code);
  const bool is_status = code && *code >= kBadRequest && *code < 600;
  const int status = is_status ? static_cast<int>(*code) : kBadGateway;
  if (visit.Find("plain") != nullptr) {
    return Plain(status, error.message + "\n");
  }
  return Page(HtmlPage("Celos: the request failed",
                       "<header>\n<nav><a class=\"button\" href=\"/ui\">All "
                       "workflows</a></nav>\n<h1>The request failed</h1>\n</header>\n<main>\n<p "
                       "class=\"problem\" role=\"alert\">" +
                           Escaped(error.message) + "</p>\n</main>\n"),
              status);
}

}  // namespace

CelosUi::CelosUi(AskServer ask, UiSettings settings)
    : api_(std::move(ask)), settings_(std::move(settings)) {}

bool CelosUi::Has(std::string_view target) const {
  return UiRouteOf(target) != nullptr || PathOfTarget(target).starts_with("/ui/");
}

RequestLine CelosUi::LineOf(const CelosRequest& request) const {
  const UiRoute* const route = UiRouteOf(request.target);
  return route == nullptr ? RequestLine::kLook : route->line;
}

CelosAnswer CelosUi::Answer(const CelosRequest& request) {
  const Visit visit{api_, settings_, ParametersOf(request)};
  const UiRoute* const route = UiRouteOf(request.target);
  if (route == nullptr) {
    return Problem(visit,
                   {ErrorClass::kError, std::to_string(kNotFound), "There is no such page."});
  }
  const bool reads = request.method == "GET" || request.method == "HEAD";
  if (route->line == RequestLine::kChange ? request.method != "POST" : !reads) {
    CelosAnswer answer = Plain(kNotAllowed, "");
    answer.fields += std::string("Allow: ") +
                     (route->line == RequestLine::kChange ? "POST" : "GET, HEAD") + "\r\n";
    return answer;
  }
  Result<CelosAnswer> answer = route->act(visit);
  return answer ? std::move(*answer) : Problem(visit, answer.error());
}

}  // namespace hpdl::rt::celos
