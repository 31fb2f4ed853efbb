#include <algorithm>

#include "runtime/ground/base/terminal_text.h"
#include "runtime/programs/client/import_command.h"

namespace hpdl::client {
namespace {

using What = ImportOutcome::What;
using Row = std::vector<std::string>;

/// Returns the rows as a text in columns. A column is as wide as its widest cell, and two blanks
/// separate columns.
std::string Columns(const std::vector<Row>& rows) {
  std::vector<std::size_t> widths(rows.front().size());
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], DisplayWidth(row[i]));
    }
  }
  std::string text;
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      const bool last = i + 1 == row.size();
      text += row[i] + (last ? "\n" : std::string(widths[i] + 2 - DisplayWidth(row[i]), ' '));
    }
  }
  return text;
}

std::string Cell(const std::string& text) {
  return text.empty() ? "-" : OneLine(text);
}

std::string Actions(std::int64_t count, const char* words) {
  return std::to_string(count) + (count == 1 ? " action" : " actions") + words;
}

std::string NextText(const SeenCoordinator& seen) {
  return seen.IsOver() ? "no action left" : seen.first.Text();
}

/// Returns the two commands that undo an import by hand.
std::vector<std::string> UndoCommands(const ImportOutcome& outcome, const ImportPlaces& places) {
  return {"hpdl job -oozie " + places.to + " -kill " + outcome.job,
          "hpdl job -oozie " + places.from + " -change " + outcome.id +
              " -value pausetime=" + outcome.pause_before};
}

std::string UndoCommand(const ImportOutcome& outcome, const ImportPlaces& places) {
  return "hpdl import --from " + places.from + " -oozie " + places.to + " --undo " + outcome.id;
}

std::string UndoText(const ImportOutcome& outcome, const ImportPlaces& places) {
  std::string text = "  undo, as long as no action has begun at the new server:\n    " +
                     UndoCommand(outcome, places) + "\n  or by hand:\n";
  for (const std::string& command : UndoCommands(outcome, places)) {
    text += "    " + command + "\n";
  }
  return text;
}

std::string StaysText(const ImportOutcome& outcome) {
  std::string text = "  at the old server: pausetime=" + outcome.pause;
  if (outcome.going_on != 0) {
    text += "; " + Actions(outcome.going_on, "") + " before this time " +
            (outcome.going_on == 1 ? "goes" : "go") + " on";
  }
  return text + "\n";
}

const char* WordOf(What what) {
  switch (what) {
    case What::kImported:
      return "imported";
    case What::kBefore:
      return "imported before";
    case What::kNothing:
      return "nothing left";
    case What::kWould:
      return "would be imported";
    case What::kUndone:
      return "undone";
    case What::kFailed:
      break;
  }
  return "failed";
}

}  // namespace

std::string ListText(const std::vector<ListedJob>& jobs, const std::vector<ListedBundle>& bundles) {
  std::vector<Row> rows{{"ID", "NAME", "USER", "STATUS", "NEXT ACTION", "WAITING", "GO ON THERE",
                         "BUNDLE", "IMPORT"}};
  for (const ListedJob& job : jobs) {
    const SeenCoordinator& seen = job.seen;
    rows.push_back({Cell(seen.id), Cell(seen.name), Cell(seen.user), Cell(seen.status),
                    job.error ? Cell(CodeAndMessage(*job.error)) : NextText(seen),
                    std::to_string(seen.waiting), std::to_string(seen.going_on), Cell(seen.bundle),
                    Cell(job.here)});
  }
  std::string text = jobs.empty() ? "no coordinators\n" : Columns(rows);
  if (!bundles.empty()) {
    std::vector<Row> more{{"ID", "NAME", "USER", "STATUS"}};
    for (const ListedBundle& bundle : bundles) {
      more.push_back({Cell(bundle.id), Cell(bundle.name), Cell(bundle.user), Cell(bundle.status)});
    }
    text += "\n" + Columns(more);
  }
  return text;
}

Json ListJson(const std::vector<ListedJob>& jobs, const std::vector<ListedBundle>& bundles) {
  Json answer = {{"coordinators", Json::array()}, {"bundles", Json::array()}};
  for (const ListedJob& job : jobs) {
    const SeenCoordinator& seen = job.seen;
    Json each = {{"id", seen.id},         {"name", seen.name},     {"user", seen.user},
                 {"status", seen.status}, {"bundle", seen.bundle}, {"import", job.here}};
    if (job.error) {
      each["error"] = CodeAndMessage(*job.error);
    } else {
      each["over"] = seen.IsOver();
      each["first"] = seen.first.Text();
      each["waiting"] = seen.waiting;
      each["goOn"] = seen.going_on;
      each["pauseTime"] = TimeText(seen.pause);
    }
    answer["coordinators"].push_back(std::move(each));
  }
  for (const ListedBundle& bundle : bundles) {
    answer["bundles"].push_back({{"id", bundle.id},
                                 {"name", bundle.name},
                                 {"user", bundle.user},
                                 {"status", bundle.status}});
  }
  return answer;
}

std::string OutcomeText(const ImportOutcome& outcome, const ImportPlaces& places) {
  const std::string begin =
      OneLine(outcome.id + (outcome.name.empty() ? "" : " (" + outcome.name + ")")) + ": ";
  switch (outcome.what) {
    case What::kImported:
      return begin + "goes on at the new server as " + outcome.job + " from action " +
             outcome.first + (outcome.suspended ? ", suspended as it was\n" : "\n") +
             StaysText(outcome) + UndoText(outcome, places);
    case What::kBefore:
      return begin + "was imported before, as " + outcome.job + " from action " + outcome.first +
             "\n" + UndoText(outcome, places);
    case What::kNothing:
      return begin + "all actions have begun at the old server; nothing is left to import\n";
    case What::kWould:
      return begin + "would go on at the new server from action " + outcome.first + "\n" +
             StaysText(outcome) + "  " + Actions(outcome.waiting, "") + " that " +
             (outcome.waiting == 1 ? "waits" : "wait") +
             " at the old server would be made at the new server\n";
    case What::kUndone:
      return begin + "is as before: " + outcome.job +
             " at the new server is killed, pausetime=" + outcome.pause_before +
             " at the old server\n";
    case What::kFailed:
      break;
  }
  return "";
}

std::string OutcomeFailure(const ImportOutcome& outcome) {
  const Error& error = *outcome.error;
  const std::string why =
      error.code == UsageFailure("").code ? error.message : CodeAndMessage(error);
  return OneLine("Error: " + outcome.id + ": " + why) + "\n";
}

Json OutcomeJson(const ImportOutcome& outcome, const ImportPlaces& places) {
  Json json = {{"id", outcome.id},
               {"name", outcome.name},
               {"result", WordOf(outcome.what)},
               {"job", outcome.job},
               {"first", outcome.first},
               {"pauseTime", outcome.pause},
               {"pauseTimeBefore", outcome.pause_before},
               {"waiting", outcome.waiting},
               {"goOn", outcome.going_on}};
  if (outcome.what == What::kImported || outcome.what == What::kBefore) {
    json["undo"] = UndoCommands(outcome, places);
  }
  if (outcome.error) {
    const bool ours = outcome.error->code == UsageFailure("").code;
    json["error"] = {{"code", ours ? "" : outcome.error->code},
                     {"message", outcome.error->message}};
  }
  return json;
}

}  // namespace hpdl::client
