#include "runtime/server/protocols/celos_ui/workflow_page.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include "runtime/ground/base/percent.h"
#include "runtime/rules/celos/scheduler.h"
#include "runtime/server/protocols/celos_ui/cells.h"
#include "runtime/server/protocols/celos_ui/columns.h"
#include "runtime/server/protocols/celos_ui/html.h"
#include "runtime/server/protocols/celos_ui/page_links.h"

namespace hpdl::rt::celos {
namespace {

std::optional<ScheduledTime> ViewOf(const WorkflowView& view) {
  return view.is_now ? std::nullopt : std::optional(view.last);
}

std::string Top(const std::string& back) {
  return "<a class=\"skip\" href=\"#main\">Skip to the content</a>\n<header>\n<nav><a "
         "class=\"button\" href=\"/ui\">All workflows</a>" +
         back + "</nav>\n";
}

std::string StatusHtml(const ShownSlot& slot) {
  return "<span class=\"slot " + std::string(WordsOf(slot.look).name) + "\">" +
         std::string(BriefOf(slot)) + "</span> " + Escaped(StatusText(slot));
}

std::string JobHtml(const WorkflowView& view, const SlotState& slot) {
  return slot.external_id ? LinkIfSafe(HueUrl(view.hue, slot), *slot.external_id) : "";
}

std::string ActionButton(const WorkflowView& view, std::string_view path, std::string_view word,
                         ScheduledTime slot, bool asks) {
  const std::string name = std::string(word) + " " + ShownTime(slot);
  return "<button" + Attribute("formaction", ActionUrl(path, view.id, ViewOf(view))) +
         " name=\"time\"" + Attribute("value", slot.Text()) + Attribute("aria-label", name) +
         (asks ? Attribute("data-confirm", name + "?") : "") + ">" + std::string(word) +
         "</button>";
}

// Returns the button that kills, reruns or backfills a slot. An unreadable slot has no button.
std::string ActionsHtml(const WorkflowView& view, const ShownSlot& shown) {
  const SlotState& slot = shown.state;
  if (shown.look == Look::kUnreadable) {
    return "";
  }
  if (shown.look == Look::kUnseen && slot.status == SlotStatus::kWaiting) {
    return ActionButton(view, "/ui/rerun", "Backfill", slot.time, false);
  }
  return OutcomeOf(slot.status) == SlotOutcome::kIndeterminate
             ? ActionButton(view, "/ui/kill", "Kill", slot.time, true)
             : ActionButton(view, "/ui/rerun", "Rerun", slot.time, false);
}

std::string SlotRow(const WorkflowView& view, const ShownSlot& shown) {
  const SlotState& slot = shown.state;
  const bool looked_at = view.slot == slot.time;
  const std::string url = WorkflowUrl(view.id, ViewOf(view), slot.time) + "#trigger";
  return std::string(looked_at ? "<tr class=\"current\" aria-current=\"true\">" : "<tr>") +
         "<th scope=\"row\">" + ShownTime(slot.time) + "</th><td class=\"status\">" +
         StatusHtml(shown) + "</td><td class=\"job\">" + JobHtml(view, slot) +
         "</td><td class=\"retries\">" + std::to_string(slot.retry_count) +
         "</td><td class=\"actions\"><a class=\"button\"" + Attribute("href", url) +
         Attribute("aria-label", "Trigger " + ShownTime(slot.time)) + ">Trigger</a> " +
         ActionsHtml(view, shown) + "</td></tr>\n";
}

std::string Pages(const WorkflowView& view, const std::vector<ShownSlot>& slots) {
  std::string html = "<nav class=\"set\" aria-label=\"Other slots\">\n";
  if (!view.is_now) {
    html += "<a class=\"button\"" + Attribute("href", WorkflowUrl(view.id, std::nullopt)) +
            ">Newest</a>\n";
  }
  const ScheduledTime older = slots.size() > kMostSlotsShown
                                  ? ScheduledTime{slots[kMostSlotsShown - 1].state.time.ms - 1}
                                  : ScheduledTime{view.last.ms - kMostMinutes * kMinuteMs};
  html += "<a class=\"button\"" + Attribute("href", WorkflowUrl(view.id, older)) +
          ">Older</a>\n</nav>\n";
  return html;
}

std::string SlotTable(const WorkflowView& view) {
  const std::vector<ShownSlot> slots = ShownSlots(view.workflow, view.now);
  std::string html = "<section>\n<h2>Slots up to " + ShownMinute(view.last) + "</h2>\n";
  if (slots.empty()) {
    return html + "<p>There are no slots in the week before this time.</p>\n" + Pages(view, slots) +
           "</section>\n";
  }
  html +=
      "<div class=\"scroll\">\n<table class=\"slots\">\n<thead><tr><th scope=\"col\">Time</th><th "
      "scope=\"col\">Status</th><th scope=\"col\">External ID</th><th "
      "scope=\"col\">Retries</th><th "
      "scope=\"col\">Actions</th></tr></thead>\n<tbody>\n";
  for (std::size_t i = 0; i < std::min(slots.size(), kMostSlotsShown); ++i) {
    html += SlotRow(view, slots[i]);
  }
  return html + "</tbody>\n</table>\n</div>\n" + Pages(view, slots) + "</section>\n";
}

// Shows one slot in detail. The trigger may wait for other servers, so the page loads it later.
std::string SlotSection(const WorkflowView& view) {
  if (!view.slot) {
    return "";
  }
  std::string html = "<section id=\"trigger\">\n<h2>Slot " + ShownTime(*view.slot) + "</h2>\n";
  if (!view.state) {
    return html + "<p>The workflow has no slot at this time.</p>\n</section>\n";
  }
  html += "<p>" + StatusHtml(*view.state);
  if (view.state->state.external_id) {
    html += " &middot; job " + JobHtml(view, view.state->state);
  }
  return html + " <span class=\"actions\">" + ActionsHtml(view, *view.state) +
         "</span></p>\n<h3>Trigger</h3>\n<div id=\"tree\"><a data-load=\"#tree\"" +
         Attribute("href", TriggerUrl(view.id, *view.slot)) +
         ">Show the state of each part of the trigger</a></div>\n</section>\n";
}

std::string Info(const WorkflowSlots& workflow) {
  std::string html;
  if (workflow.url) {
    html += "<dt>URL</dt><dd>" + LinkIfSafe(*workflow.url, *workflow.url) + "</dd>\n";
  }
  for (const Contact& contact : workflow.contacts) {
    const std::string email = contact.email.value_or("");
    html += "<dt>Contact</dt><dd>" + Escaped(contact.name.value_or(""));
    if (!email.empty()) {
      html += " <a" + Attribute("href", "mailto:" + PercentEncoded(email, "-._~@+")) + ">" +
              Escaped(email) + "</a>";
    }
    html += "</dd>\n";
  }
  return html.empty() ? "" : "<dl>\n" + html + "</dl>\n";
}

std::string PauseButton(const WorkflowView& view) {
  const bool paused = view.workflow.paused;
  return "<p class=\"set\">" +
         std::string(paused ? "<span class=\"paused\">paused</span> The scheduler ignores the "
                              "slots of this workflow."
                            : "Active.") +
         " <button" + Attribute("formaction", ActionUrl("/ui/pause", view.id, ViewOf(view))) +
         " name=\"paused\" value=\"" + (paused ? "false\">Unpause" : "true\">Pause") +
         "</button></p>\n";
}

std::string Done(const WorkflowView& view) {
  constexpr std::pair<std::string_view, std::string_view> kDone[] = {
      {"rerun", "The slot will run again: it waits for its trigger."},
      {"kill", "The slot is killed."},
      {"pause", "The workflow is paused."},
      {"unpause", "The workflow continues with the next step of the scheduler."}};
  const auto* const found = std::find_if(std::begin(kDone), std::end(kDone),
                                         [&](const auto& each) { return each.first == view.done; });
  return found == std::end(kDone)
             ? ""
             : "<p class=\"said\" role=\"status\">" + std::string(found->second) + "</p>\n";
}

std::string Part(const TriggerTree& tree) {
  std::string html = "<li><span class=\"part " +
                     std::string(tree.ready ? "ready\">ready" : "waits\">not ready") +
                     "</span> <b>" + Escaped(tree.type) + "</b> " + Escaped(tree.description);
  if (!tree.parts.empty()) {
    html += "\n<ul>\n";
    for (const TriggerTree& part : tree.parts) {
      html += Part(part);
    }
    html += "</ul>";
  }
  return html + "</li>\n";
}

}  // namespace

std::string WorkflowPage(const WorkflowView& view) {
  const std::string body = Top("") + "<h1>" + Escaped(view.id) + "</h1>\n" + Info(view.workflow) +
                           "</header>\n<main id=\"main\">\n<form method=\"post\">\n" + Done(view) +
                           PauseButton(view) + SlotSection(view) + SlotTable(view) +
                           "</form>\n</main>\n";
  return HtmlPage(view.id + " - Celos", body);
}

std::string TriggerPage(const std::string& id, ScheduledTime slot, const TriggerTree& tree) {
  const std::string back = " <a class=\"button\"" +
                           Attribute("href", WorkflowUrl(id, std::nullopt, slot)) + ">" +
                           Escaped(id) + "</a>";
  const std::string name = SlotId{id, slot}.Pretty();
  return HtmlPage(
      name + " - Celos",
      Top(back) + "<h1>Trigger of " + Escaped(name) +
          "</h1>\n</header>\n<main id=\"main\">\n<div id=\"tree\">\n<ul class=\"tree\">\n" +
          Part(tree) + "</ul>\n</div>\n</main>\n");
}

}  // namespace hpdl::rt::celos
