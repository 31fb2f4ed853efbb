#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "compiler/driver/eval/eval_context.h"
#include "compiler/driver/eval/eval_expression.h"
#include "compiler/sema/functions.h"
#include "stdlib/core/environment.h"

namespace hpdl::driver {
namespace {

const std::string kTables = std::string(HPDL_SOURCE_DIR) + "/test/conformance/";

std::vector<std::string> LinesOf(const std::string& path) {
  std::ifstream in(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with('#')) {
      lines.push_back(line);
    }
  }
  return lines;
}

std::vector<std::string> FieldsOf(const std::string& line) {
  std::vector<std::string> fields;
  std::istringstream in(line);
  for (std::string field; std::getline(in, field, '\t');) {
    fields.push_back(field);
  }
  return fields;
}

/// Returns the value of an expression in a context, such as `String "x"`, or `error` and the
/// reason.
std::string Given(const std::string& expression, const std::string& context_json) {
  EvalContext context;
  const rt::Result<void> read = context.Read(context_json);
  if (!read) {
    return "refused " + read.error().message;
  }
  EXPECT_EQ(context.unknown(), std::vector<std::string>());
  const EvalResult result = EvaluateText(expression, &context);
  return result.ok ? result.type + " " + result.json : "error " + result.error;
}

/// Returns a context of `group` with the members of a JSON object.
std::string InGroup(const std::string& group, const std::string& members) {
  return "{\"group\":\"" + group + "\"," + members + "}";
}

/// Makes the folders of daily data sets. The folders of some days have a _SUCCESS file.
class CoordinatorEval : public testing::Test {
 protected:
  CoordinatorEval() : root_(testing::TempDir() + "/coordinator_eval") {
    std::filesystem::remove_all(root_);
    Complete("future", {"09/10", "09/11"});
    Complete("latest", {"09/09", "09/10"});
    Complete("daily", {"09/04", "09/05"});
  }
  ~CoordinatorEval() override { std::filesystem::remove_all(root_); }

  void Complete(const std::string& name, const std::vector<std::string>& days) const {
    for (const std::string& day : days) {
      const std::string folder = root_ + "/" + name + "/2009/" + day;
      std::filesystem::create_directories(folder);
      std::ofstream(folder + "/_SUCCESS");
    }
  }

  std::string WithFolders(std::string context) const {
    for (const auto& [mark, name] :
         {std::pair{"@FUTURE@", "/future"}, {"@LATEST@", "/latest"}, {"@DAILY@", "/daily"}}) {
      if (const std::size_t at = context.find(mark); at != std::string::npos) {
        context.replace(at, std::string_view(mark).size(), root_ + name);
      }
    }
    return context;
  }

  const std::string root_;
};

TEST_F(CoordinatorEval, AgreesWithTheTable) {
  const std::vector<std::string> contexts = LinesOf(kTables + "coord_el_contexts.jsonl");
  const std::vector<std::string> rows = LinesOf(kTables + "coord_el.tsv");
  ASSERT_EQ(rows.size(), 345U);
  for (const std::string& row : rows) {
    std::vector<std::string> fields = FieldsOf(row);
    fields.resize(5);
    const std::string json =
        InGroup(fields[0], WithFolders(contexts.at(std::stoul(fields[2]) - 1)).substr(1));
    EvalContext context;
    const rt::Result<void> read = context.Read(json.substr(0, json.size() - 1));
    ASSERT_TRUE(read) << row << ": " << read.error().message;
    const EvalResult result = EvaluateText(fields[3], &context);
    EXPECT_EQ(result.ok ? "value" : "error", fields[1]) << row << ": " << result.error;
    EXPECT_EQ(result.text, fields[4]) << row << ": " << result.error;
    EXPECT_TRUE(result.ok || !result.error.empty()) << row;
  }
}

struct Entry {
  std::string group, kind, name, type, rest;
};

std::vector<Entry> Entries() {
  std::vector<Entry> entries;
  for (const std::string& line : LinesOf(kTables + "el_groups.tsv")) {
    std::vector<std::string> fields = FieldsOf(line);
    fields.resize(5);
    entries.push_back({fields[0], fields[1], fields[2], fields[3], fields[4]});
  }
  return entries;
}

stdlib::Environment EnvironmentOf(const std::string& group) {
  for (const stdlib::EnvironmentDecl& decl : stdlib::kEnvironments) {
    if (decl.group == group) {
      return decl.environment;
    }
  }
  ADD_FAILURE() << group;
  return stdlib::kOozieWorkflow;
}

TEST(CoordinatorFunctions, EachGroupHasItsOwn) {
  const std::vector<Entry> entries = Entries();
  ASSERT_EQ(entries.size(), 230U);
  for (const Entry& entry : entries) {
    const stdlib::Environment environment = EnvironmentOf(entry.group);
    const bool is_int = entry.type == "int" || entry.type == "Integer";
    if (entry.kind == "constant") {
      const stdlib::ConstantDecl* constant = sema::FindConstant(entry.name, environment);
      ASSERT_NE(constant, nullptr) << entry.group << ' ' << entry.name;
      EXPECT_EQ(constant->type == stdlib::Type::kString ? std::string(constant->text)
                                                        : std::to_string(constant->number),
                entry.rest);
      continue;
    }
    const auto commas = std::count(entry.rest.begin(), entry.rest.end(), ',');
    const std::size_t arguments = entry.rest.empty() ? 0 : static_cast<std::size_t>(commas) + 1;
    const sema::Binding binding = sema::BindFunction(entry.name, arguments, environment);
    ASSERT_NE(binding.function, nullptr) << entry.group << ": " << binding.message.str();
    if (environment != stdlib::kOozieWorkflow) {
      EXPECT_EQ(binding.function->result, is_int ? stdlib::Type::kLong : stdlib::Type::kString)
          << entry.group << ' ' << entry.name;
    }
  }
}

TEST(CoordinatorFunctions, NoGroupHasThoseOfAnother) {
  const std::vector<Entry> entries = Entries();
  std::map<std::string, std::set<std::string>> groups;
  for (const Entry& entry : entries) {
    groups[entry.group].insert(entry.name);
  }
  // Entries() lacks these constants; coord_el.tsv tests them.
  groups["coord-sla-create"].insert({"MINUTES", "HOURS", "DAYS"});
  EXPECT_EQ(groups.size(), 14U);
  for (const auto& [group, names] : groups) {
    const stdlib::Environment environment = EnvironmentOf(group);
    for (const Entry& entry : entries) {
      if (names.contains(entry.name)) {
        continue;
      }
      if (entry.kind == "constant") {
        EXPECT_EQ(sema::FindConstant(entry.name, environment), nullptr)
            << group << ' ' << entry.name;
        continue;
      }
      for (std::size_t arguments = 0; arguments < 4; ++arguments) {
        const sema::Binding binding = sema::BindFunction(entry.name, arguments, environment);
        EXPECT_EQ(binding.function, nullptr) << group << ' ' << entry.name;
        EXPECT_TRUE(binding.unknown);
      }
    }
  }
}

constexpr char kDaily[] =
    R"("action":{"nominalTime":"2009-09-09T01:00Z","actualTime":"2009-09-20T00:00Z","timezone":"UTC",)"
    R"("id":"0000-C@7","name":"daily"},)"
    R"("dataset":{"name":"d","frequency":1,"unit":"DAY","endOf":"NONE","timezone":"UTC",)"
    R"("initialInstance":"2009-09-01T00:00Z","uriTemplate":"@URI@"},)"
    R"("dataIn":{"a":["/x/1","/x/2"],"late":null},"dataOut":{"b":["/y"]},)"
    R"("properties":{"user.name":"ann","n":"-1","p.q":"v"})";

TEST_F(CoordinatorEval, FunctionsOfEachPhase) {
  std::string daily = kDaily;
  daily.replace(daily.find("@URI@"), 5, root_ + "/latest/${YEAR}/${MONTH}/${DAY}");
  const auto in = [&](const std::string& group, const std::string& expression) {
    return Given(expression, InGroup(group, daily));
  };
  EXPECT_EQ(in("coord-action-create", "${coord:current(n)}"), R"(String "2009-09-08T00:00Z")");
  EXPECT_EQ(in("coord-action-create", "${coord:conf('p.q')}${coord:conf('none')}"),
            R"(String "v")");
  EXPECT_EQ(in("coord-action-create", "${coord:name()} ${coord:actionId()} ${coord:user()}"),
            R"(String "daily 0000-C@7 ann")");
  EXPECT_EQ(in("coord-action-create", "${coord:current(0)}#${coord:latest(0)}"),
            R"(String "${2009-09-09T00:00Z#coord:latest(0)}")");
  EXPECT_EQ(in("coord-action-create-inst", "${coord:current(-coord:hoursInDay(0)/6)}"),
            R"(String "${coord:current(-4.0)}")");
  EXPECT_EQ(in("coord-action-start", "${coord:latest(0)} ${coord:latestRange(-1, 0)}"),
            R"(String "2009-09-10T00:00Z 2009-09-10T00:00Z#2009-09-09T00:00Z")");
  EXPECT_EQ(in("coord-action-start", "${coord:latestRange(-5, n)}"),
            R"(String "${coord:latestRange(-5, -1)}")");
  EXPECT_EQ(in("coord-action-start", "${coord:latestRange(-5, -5)}"),
            R"(String "${coord:latest(-5)}")");
  EXPECT_EQ(in("coord-action-start", "${coord:futureRange(0, 1, 3)}"),
            R"(String "2009-09-09T00:00Z#2009-09-10T00:00Z")");
  EXPECT_EQ(in("coord-action-start", "${coord:futureRange(0, 2, 3)}"),
            R"(String "${coord:futureRange(0, 2, 3)}")");
  EXPECT_EQ(in("coord-action-start", "${coord:dataIn('a')} ${coord:dataOut('b')}"),
            R"(String "/x/1,/x/2 /y")");
  EXPECT_EQ(in("coord-action-start", "${coord:dataIn('late')}"),
            R"(String "${coord:dataIn('late')}")");
  EXPECT_EQ(in("coord-action-start", "${coord:dataIn('none')}"), "Null null");
  EXPECT_EQ(in("coord-job-submit-data", "${coord:dataIn('b')}"),
            "error coord:dataIn: no data-in has the name 'b'");
  EXPECT_EQ(in("coord-job-submit-data", "${coord:dataOut('a')}"),
            "error coord:dataOut: no data-out has the name 'a'");
  EXPECT_EQ(in("coord-job-submit-data", "${coord:databaseIn('a')}"),
            R"(String "${coord:databaseIn('a')}")");
  EXPECT_EQ(in("coord-action-start", "${coord:databaseIn('a')}").substr(0, 36),
            "error hpdl has no HCatalog client, s");
  EXPECT_EQ(in("bundle-submit", "${bundle:conf('p.q')}"), R"(String "v")");
  EXPECT_EQ(in("wf-sla-submit", "${2 * HOURS}"), "Long 120");
}

TEST_F(CoordinatorEval, NamesWhatIsWrong) {
  const auto in = [&](const std::string& group, const std::string& expression) {
    return Given(expression, InGroup(group, kDaily));
  };
  EXPECT_EQ(
      in("coord-job-submit-freq", "${coord:latest(0)}"),
      "error coord:latest is not a function of frequency; it is allowed in instances of events");
  EXPECT_EQ(in("coord-job-submit-data", "${coord:absoluteRange('x', 0)}"),
            "error coord:absoluteRange is not a function of the workflow's configuration; it is "
            "internal and cannot be used in definitions");
  EXPECT_EQ(
      in("coord-job-submit-instances", "${YEAR}"),
      "error YEAR is not a constant of instances of events; it is allowed in start, end, timezone, "
      "controls, app-path, uri-template and done-flag");
  EXPECT_EQ(in("coord-job-submit-instances", "${coord:curent(0)}"),
            "error function coord:curent does not exist; did you mean coord:current?");
  EXPECT_EQ(in("coord-action-start", "${wf:conf('n')}"),
            "error wf:conf is not a function of the workflow's configuration; it is allowed in "
            "workflows; did you mean coord:conf?");
  EXPECT_EQ(in("coord-job-submit-freq", "${coord:days(0)}"),
            "error coord:days takes a number from 1 to 2147483647, found 0");
  EXPECT_EQ(in("coord-job-submit-freq", "${coord:hours(35791395)}"),
            "error coord:hours takes a number from 1 to 35791394, found 35791395");
  EXPECT_EQ(in("coord-action-create", "${coord:current(3000000000)}"),
            "error coord:current: 3000000000 does not fit in 32 bits");
  EXPECT_EQ(in("coord-action-start", "${coord:latest(1)}"),
            "error coord:latest: the argument of latest must be 0 or less, not 1");
  EXPECT_EQ(in("coord-action-start", "${coord:future(-1, 2)}"),
            "error coord:future: the arguments of future must be 0 or more, not -1");
  EXPECT_EQ(in("coord-action-start", "${coord:future(0, 0)}"),
            "error coord:future: the limit 0 is not above 0");
  EXPECT_EQ(Given("${coord:currentRange(-999999, 0)} ${coord:current(0)}",
                  R"({"group":"coord-action-create","action":{"nominalTime":"2009-01-01T00:00Z"},)"
                  R"("dataset":{"frequency":1,"initialInstance":"2000-01-01T00:00Z"}})"),
            "error coord:current: more than 1000000 instances in one text");
  EXPECT_EQ(Given("${coord:current(0)}", R"({"group":"coord-action-create"})"),
            "error coord:current: the expression does not belong to an action");
  EXPECT_EQ(
      Given("${coord:current(0)}",
            R"({"group":"coord-action-create","action":{"nominalTime":"2009-01-01T00:00Z"}})"),
      "error coord:current: the expression does not belong to a data set");
  EXPECT_EQ(Given("${coord:nominalTime()}", R"({"group":"coord-action-start"})"),
            "error coord:nominalTime: the expression does not belong to an action");
}

TEST(CoordinatorContext, RefusesWhatIsNone) {
  const auto refused = [](const std::string& members) {
    return Given("x", "{\"group\":\"coord-action-create\"," + members + "}");
  };
  EXPECT_EQ(Given("x", R"({"group":"coord-action-creat"})"),
            "refused \"group\" is \"coord-action-creat\", which is not a known group; did you mean "
            "'coord-action-create'?");
  EXPECT_EQ(refused(R"("dataset":[])"), "refused \"dataset\" must be an object");
  EXPECT_EQ(refused(R"("dataset":{})"), "refused \"dataset\" has no \"initialInstance\"");
  EXPECT_EQ(refused(R"("dataset":{"frequency":0})"),
            "refused \"frequency\" is \"0\", expected a whole number above 0");
  EXPECT_EQ(refused(R"("dataset":{"frequency":1.5})"),
            "refused \"frequency\" is \"1.5\", expected a whole number above 0");
  EXPECT_EQ(refused(R"("dataset":{"unit":"CRON"})"),
            "refused \"unit\" is \"CRON\", expected MINUTE, HOUR, DAY, WEEK, MONTH or YEAR");
  EXPECT_EQ(
      refused(R"("dataset":{"endOf":"DAWN"})"),
      "refused \"endOf\" is \"DAWN\", expected NONE, END_OF_DAY, END_OF_WEEK or END_OF_MONTH");
  EXPECT_EQ(refused(R"("action":{"nominalTime":"yesterday"})").substr(0, 23),
            "refused \"nominalTime\": ");
  EXPECT_EQ(refused(R"("action":{"timezone":"Mars/Olympus"})").substr(0, 20),
            "refused \"timezone\": ");
  EXPECT_EQ(refused(R"("dataIn":{"a":"x"})"),
            "refused the URIs of \"a\" in \"dataIn\" must be an array");
  EXPECT_EQ(refused(R"("dataIn":{"a":[[]]})"), "refused \"a\" must be a string");
}

/// Replaces each member of the context in turn by values of wrong types.
TEST(CoordinatorContext, TakesAnyValues) {
  const nlohmann::json context = nlohmann::json::parse("{" + std::string(kDaily) + "}");
  const std::vector<nlohmann::json> values = {nullptr,
                                              true,
                                              -1,
                                              0,
                                              2147483647,
                                              2147483648,
                                              1.5,
                                              "",
                                              "x",
                                              "\xC3\x28",
                                              "2147483647",
                                              "0001-01-01T00:00Z",
                                              "9999-12-31T23:59Z",
                                              "GMT-23:59",
                                              "MONTH",
                                              "END_OF_MONTH",
                                              "${YEAR",
                                              nlohmann::json::array(),
                                              nlohmann::json::object(),
                                              {{"a", nullptr}}};
  const std::vector<std::string> expressions = {
      "${coord:current(-2147483648)}",
      "${coord:currentRange(-2147483648, 2147483647)}",
      "${coord:offset(2147483647, 'YEAR')}",
      "${coord:latest(-2147483648)}",
      "${coord:futureRange(0, 2147483647, 100)}",
      "${coord:hoursInDay(2147483647)}",
      "${coord:daysInMonth(-1)} ${coord:tzOffset()}",
      "${coord:dataIn('a')} ${coord:name()}",
      "${coord:nominalTime()} ${coord:actualTime()} ${coord:user()}"};
  int evaluated = 0;
  const nlohmann::json members = context.flatten();
  for (const auto& [name, member] : members.items()) {
    for (const nlohmann::json& value : values) {
      nlohmann::json changed = context;
      changed[nlohmann::json::json_pointer(name)] = value;
      for (const char* group : {"coord-action-create", "coord-action-start"}) {
        changed["group"] = group;
        EvalContext read;
        if (!read.Read(changed.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace))) {
          continue;
        }
        for (const std::string& expression : expressions) {
          const EvalResult result = EvaluateText(expression, &read);
          EXPECT_TRUE(result.ok || !result.error.empty()) << expression;
          ++evaluated;
        }
      }
    }
  }
  EXPECT_GT(evaluated, 1000);
}

}  // namespace
}  // namespace hpdl::driver
