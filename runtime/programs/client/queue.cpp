#include <algorithm>
#include <vector>

#include "runtime/ground/base/lower_case.h"
#include "runtime/ground/base/terminal_text.h"
#include "runtime/programs/client/commands.h"
#include "runtime/programs/client/oozie_commands.h"
#include "runtime/programs/client/own_commands.h"
#include "runtime/programs/client/view.h"

namespace hpdl::client {
namespace {

using Row = std::vector<std::string>;

/// Returns the rows as a text in columns. A column is as wide as its widest cell, and two blanks
/// separate columns.
std::string Aligned(const std::vector<Row>& rows) {
  std::vector<std::size_t> widths;
  for (const Row& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
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

std::string Cell(const Json& object, const char* name) {
  return OneLine(Shown(object, name));
}

std::string LimitText(const Json& work) {
  const std::string all = IntegerOf(work, "limit"), of_user = IntegerOf(work, "limitOfUser");
  return of_user == all ? all : all + ", " + of_user + " per user";
}

/// Returns the user's count and the count for all users, such as "1 of 3". If the counts are equal,
/// returns the count alone.
std::string CountText(const Json& work, const char* own, const char* of_all) {
  const std::string count = IntegerOf(work, own), all = IntegerOf(work, of_all);
  return all == count ? count : count + " of " + all;
}

}  // namespace

std::string WorkText(const Json& answer) {
  std::vector<Row> kinds{{"KIND", "RUNNING", "WAITING", "LIMIT"}};
  std::vector<Row> items{{"KIND", "STATE", "FOR", "USER", "VERB", "WHAT"}};
  for (const Json& work : Member(answer, "work")) {
    const std::string kind = Cell(work, "kind");
    kinds.push_back({kind, CountText(work, "running", "runningOfAll"),
                     CountText(work, "waiting", "waitingOfAll"), LimitText(work)});
    for (const Json& item : Member(work, "items")) {
      items.push_back({kind, LowerCase(Cell(item, "state")), IntegerOf(item, "seconds") + " s",
                       Cell(item, "user"), Cell(item, "verb"), Cell(item, "subject")});
    }
  }
  return Aligned(kinds) + (items.size() > 1 ? "\n" + Aligned(items) : "");
}

Result<void> QueueCommand(const Settings& settings, const std::vector<std::string>& words) {
  const Result<ParsedArguments> arguments =
      ParseArguments(QueueDecl(), std::span(words).subspan(1));
  HPDL_TRY(arguments);
  const std::string format = arguments->ValueOr("format", "text");
  if (!arguments->words().empty() || (format != "text" && format != "json")) {
    return UsageFailure("queue takes only options, and -format takes text or json");
  }
  const Result<int> length = ReadInteger(arguments->ValueOr("len", "1000"));
  HPDL_TRY(length);
  if (*length < 0) {
    return UsageFailure("queue -len takes a number of at least 0");
  }
  Result<Login> login = ReadLogin({settings, *arguments});
  HPDL_TRY(login);
  Session session(std::move(*login));
  const Result<rt::HttpReply> reply =
      session.Ask({.path = "admin/queue", .parameters = {{"len", std::to_string(*length)}}});
  HPDL_TRY(reply);
  const Json answer = ReadJson(reply->body);
  if (!Member(answer, "work").is_array()) {
    return ServerFailure("HTTP error",
                         "the server's answer is not a queue; only hpdld has this command");
  }
  Print(format == "json" ? reply->body + "\n" : WorkText(answer));
  return {};
}

}  // namespace hpdl::client
