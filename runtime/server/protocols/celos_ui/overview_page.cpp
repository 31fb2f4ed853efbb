#include "runtime/server/protocols/celos_ui/overview_page.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

#include "runtime/server/protocols/celos_ui/cells.h"
#include "runtime/server/protocols/celos_ui/html.h"
#include "runtime/server/protocols/celos_ui/page_links.h"

namespace hpdl::rt::celos {
namespace {

constexpr int kZooms[] = {1, 5, 15, 30, 60, 120, 240, 480, 1440};

std::string ZoomName(int minutes) {
  constexpr int kHour = 60;
  const bool hours = minutes % kHour == 0;
  const int count = hours ? minutes / kHour : minutes;
  return std::to_string(count) + (hours ? " hour" : " minute") + (count == 1 ? "" : "s");
}

// Returns a link that looks like a button. Without a URL the button is disabled.
std::string Button(const std::string& url, std::string_view text) {
  return url.empty()
             ? "<span class=\"button off\">" + std::string(text) + "</span>\n"
             : "<a class=\"button\"" + Attribute("href", url) + ">" + std::string(text) + "</a>\n";
}

std::string ZoomChoice(int zoom) {
  std::vector<int> zooms(std::begin(kZooms), std::end(kZooms));
  if (std::find(zooms.begin(), zooms.end(), zoom) == zooms.end()) {
    zooms.insert(std::upper_bound(zooms.begin(), zooms.end(), zoom), zoom);
  }
  std::string html = "<label>A column is <select name=\"zoom\">";
  for (const int each : zooms) {
    html += "<option value=\"" + std::to_string(each) + "\"" + (each == zoom ? " selected" : "") +
            ">" + ZoomName(each) + "</option>";
  }
  return html + "</select></label>\n";
}

std::string Controls(const Overview& overview) {
  const Columns& columns = overview.columns;
  const std::optional<ScheduledTime> time =
      overview.is_now ? std::nullopt : std::optional(columns.newest);
  const ScheduledTime newer = NewerThan(columns), older = OlderThan(columns);
  const int* const in = std::lower_bound(std::begin(kZooms), std::end(kZooms), columns.zoom);
  const int* const out = std::upper_bound(std::begin(kZooms), std::end(kZooms), columns.zoom);
  std::string html =
      "<form class=\"controls\" method=\"get\" action=\"/ui\" aria-label=\"Time and zoom\">\n"
      "<span class=\"set\">\n";
  html += Button(
      overview.is_now
          ? ""
          : OverviewUrl(newer < overview.now ? std::optional(newer) : std::nullopt, columns.zoom),
      "&larr; Newer");
  html += Button(overview.is_now ? "" : OverviewUrl(std::nullopt, columns.zoom), "Now");
  html += Button(OverviewUrl(older, columns.zoom), "Older &rarr;");
  html += "</span>\n<span class=\"set\">\n";
  html += Button(in == std::begin(kZooms) ? "" : OverviewUrl(time, *(in - 1)), "Zoom in");
  html += Button(out == std::end(kZooms) ? "" : OverviewUrl(time, *out), "Zoom out");
  html += "</span>\n<span class=\"set\">\n" + ZoomChoice(columns.zoom);
  html +=
      "<label>Slots up to <input name=\"time\" size=\"24\" placeholder=\"now\" "
      "autocomplete=\"off\" spellcheck=\"false\"" +
      Attribute("value", time ? time->Pretty() : "") +
      " aria-describedby=\"time-form\"></label>\n"
      "<span id=\"time-form\" class=\"note\">UTC, as 2015-09-01T05:00Z</span>\n"
      "<button>Show</button>\n</span>\n</form>\n";
  return html;
}

std::string Heading(const Columns& columns) {
  std::string days = "<tr class=\"days\"><td class=\"name\"></td>";
  std::string times = "<tr class=\"times\"><th class=\"name\" scope=\"col\">" +
                      Escaped(ShownMinute(columns.newest)) + "</th>";
  for (const ScheduledTime begin : columns.begins) {
    days += IsMidnight(begin) ? "<td class=\"day\">" + ShownDay(begin) + "</td>" : "<td></td>";
    times += "<th scope=\"col\"" + Attribute("title", ShownMinute(begin)) + ">" +
             ShownHourMinute(begin) + "</th>";
  }
  return "<thead>\n" + days + "</tr>\n" + times + "</tr>\n</thead>\n";
}

std::string OneSlot(const Overview& overview, const std::string& id, const ShownSlot& shown) {
  const SlotState& slot = shown.state;
  const std::string hue = HueUrl(overview.hue, slot);
  const bool linked = IsLinkable(hue);
  std::string title = ShownTime(slot.time) + " " + StatusText(shown);
  title += slot.external_id ? " " + *slot.external_id : "";
  return "<a" + std::string(linked ? " class=\"slotLink\"" : "") +
         Attribute("href", linked ? hue : WorkflowUrl(id, std::nullopt, slot.time)) +
         Attribute("data-slot-id", SlotId{id, slot.time}.Text()) + Attribute("title", title) + ">" +
         std::string(BriefOf(shown)) + "</a>";
}

std::string CellHtml(const Overview& overview, const std::string& id, const Cell& cell,
                     std::size_t column) {
  if (cell.count == 0) {
    return "<td></td>";
  }
  std::string html = "<td class=\"slot " + std::string(WordsOf(cell.look).name) + "\">";
  if (cell.count == 1) {
    html += OneSlot(overview, id, cell.slot);
  } else {
    html += "<a" +
            Attribute("href", WorkflowUrl(id, std::min(overview.columns.LastOf(column),
                                                       overview.columns.newest))) +
            Attribute("title", std::to_string(cell.count) + " slots from " +
                                   ShownMinute(overview.columns.begins[column]) + ": " +
                                   CountsOf(cell)) +
            ">" + TextOf(cell) + "</a>";
  }
  return html + "</td>";
}

std::string Row(const Overview& overview, const ShownWorkflow& shown) {
  const std::string count = std::to_string(overview.columns.begins.size());
  if (shown.missing) {
    return "<tr><th class=\"name missing\" scope=\"row\">" + Escaped(shown.id) +
           " (missing)</th><td colspan=\"" + count + "\"></td></tr>\n";
  }
  const std::string link =
      "<a" +
      Attribute("href",
                WorkflowUrl(shown.id, overview.is_now ? std::nullopt
                                                      : std::optional(overview.columns.newest))) +
      Attribute("title", shown.id) + ">" + Escaped(shown.id) + "</a>";
  const auto found = overview.workflows.find(shown.id);
  if (found == overview.workflows.end() || !found->second) {
    return "<tr><th class=\"name\" scope=\"row\">" + link +
           "</th><td class=\"problem\" colspan=\"" + count + "\">" +
           Escaped(found == overview.workflows.end() ? "" : found->second.error().message) +
           "</td></tr>\n";
  }
  std::string html = "<tr><th class=\"name\" scope=\"row\">" + link;
  html += found->second->paused ? " <span class=\"paused\">paused</span></th>" : "</th>";
  const std::vector<Cell> cells =
      CellsOf(overview.columns, ShownSlots(*found->second, overview.now));
  for (std::size_t column = 0; column < cells.size(); ++column) {
    html += CellHtml(overview, shown.id, cells[column], column);
  }
  return html + "</tr>\n";
}

std::string GroupHtml(const Overview& overview, const ShownGroup& group) {
  std::string html = "<tbody>\n<tr class=\"group\"><th scope=\"rowgroup\" colspan=\"" +
                     std::to_string(overview.columns.begins.size() + 1) + "\"><span>" +
                     Escaped(group.name) + "</span></th></tr>\n";
  for (const ShownWorkflow& workflow : group.workflows) {
    html += Row(overview, workflow);
  }
  return html + "</tbody>\n";
}

std::string Legend() {
  std::string html = "<ul class=\"legend\" aria-label=\"Meaning of the cells\">\n";
  for (int i = 0; i < kLooks; ++i) {
    const LookWords& words = WordsOf(static_cast<Look>(i));
    html += "<li><span class=\"slot " + std::string(words.name) + "\">" + std::string(words.brief) +
            "</span> " + std::string(words.meaning) + "</li>\n";
  }
  return html +
         "<li>a number: the number of slots in the column, in the colour of the worst "
         "slot</li>\n</ul>\n";
}

// Shows the errors of the scripts with their source lines.
std::string ScriptErrorsHtml(const std::vector<ScriptError>& errors) {
  if (errors.empty()) {
    return {};
  }
  std::string html = "<section class=\"scripts\" aria-label=\"Broken scripts\">\n";
  for (const ScriptError& error : errors) {
    html += "<p class=\"problem\">" + Escaped(error.place.file);
    if (error.place.line > 0) {
      html += ":" + std::to_string(error.place.line) + ":" + std::to_string(error.place.column);
    }
    html += ": " + Escaped(error.message);
    html +=
        error.last_good ? " <strong>Its previous version stays in use.</strong></p>\n" : "</p>\n";
    if (!error.excerpt.empty()) {
      html += "<pre class=\"excerpt\">" + Escaped(error.excerpt) + "</pre>\n";
    }
  }
  return html + "</section>\n";
}

}  // namespace

std::string OverviewPage(const Overview& overview) {
  std::string body =
      "<a class=\"skip\" href=\"#grid\">Skip to the slots</a>\n<header>\n<h1>Celos</h1>\n" +
      Controls(overview) + "</header>\n<main>\n" + ScriptErrorsHtml(overview.script_errors) +
      "<div class=\"scroll\">\n<table id=\"grid\"" + (overview.is_now ? " data-now=\"1\"" : "") +
      ">\n<caption class=\"hidden\">Slots of each workflow, the newest at the left</caption>\n" +
      Heading(overview.columns);
  for (const ShownGroup& group : overview.groups) {
    body += GroupHtml(overview, group);
  }
  body +=
      "</table>\n</div>\n<p id=\"said\" class=\"said\" role=\"status\"></p>\n" + Legend() +
      "<p class=\"note\">Shift-click on a slot, or Shift and Enter, reruns it, or backfills it if "
      "it is idle. Arrow keys, Home and End go from slot to slot.</p>\n</main>\n";
  return HtmlPage("Celos", body);
}

}  // namespace hpdl::rt::celos
