#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "compiler/application/remote_files.h"
#include "compiler/driver/eval/eval_context.h"
#include "compiler/driver/eval/eval_expression.h"
#include "runtime/ground/expression/interpret.h"
#include "stdlib/core/testing/all_names.h"

namespace hpdl::driver {
namespace {

/// Evaluates each text twice: compiled, and by the interpreter. Programs use the interpreter for
/// expressions in files that they read while they run.
class InterpretedTest : public ::testing::Test {
 protected:
  InterpretedTest() {
    std::ifstream file(std::string(HPDL_SOURCE_DIR) + "/test/conformance/el_context.json");
    const std::string json{std::istreambuf_iterator<char>(file), {}};
    const std::string wanted = R"({"type":"String",)" + json.substr(json.find('{') + 1);
    const rt::Result<void> read = context_.Read(wanted);
    EXPECT_TRUE(read) << read.error().message;
  }

  std::string Interpreted(const std::string& text) {
    application::RemoteFileView files;
    hpdl_eval eval;
    eval.run = &context_;
    eval.files = &files;
    eval.writer = &context_;
    std::string value;
    return rt::InterpretTemplate(text, names_.names(), &eval, &value) == 0 ? "= " + value
                                                                           : "error " + eval.error;
  }

  /// Returns the difference between the compiled and the interpreted result; "" if they agree.
  std::string Disagreement(const std::string& text) {
    const EvalResult compiled = EvaluateText(text, &context_);
    const std::string interpreted = Interpreted(text);
    if (compiled.ok) {
      return interpreted == "= " + compiled.text
                 ? ""
                 : "compiled = " + compiled.text + ", interpreted " + interpreted;
    }
    if (!interpreted.starts_with("error ")) {
      return MayBeNull(compiled.error)
                 ? ""
                 : "compiled error " + compiled.error + ", interpreted " + interpreted;
    }
    return Tells(compiled.error, interpreted) || IsJudgement(compiled)
               ? ""
               : "compiled error " + compiled.error + ", interpreted " + interpreted;
  }

  /// True if the compiler's error contains the interpreter's error. The interpreter's error begins
  /// with the expression, which is not compared. The compiler may add a hint and messages about
  /// other parts.
  static bool Tells(const std::string& compiled, const std::string& interpreted) {
    for (std::size_t at = interpreted.find(": "); at != std::string::npos;
         at = interpreted.find(": ", at + 1)) {
      const std::string message = interpreted.substr(at + 2);
      if (compiled.starts_with(message) || compiled.find("; " + message) != std::string::npos ||
          AreOfOneUnknownName(compiled, message)) {
        return true;
      }
    }
    return false;
  }

  /// True if the two messages are about one function that does not exist. The compiler's message
  /// also names the place where the function exists.
  static bool AreOfOneUnknownName(const std::string& compiled, const std::string& message) {
    const std::size_t name = message.rfind(" does not exist");
    return name != std::string::npos && message.starts_with("function ") &&
           (compiled.starts_with(message.substr(0, name) + " belongs to ") ||
            compiled.starts_with(message.substr(0, name) + " is not built in") ||
            compiled.starts_with(message.substr(0, name) + " does not exist"));
  }

  /// True if the compiler found the error from types and constants, without an evaluation. The
  /// error may then be in a part that a run never reaches, because another part fails first.
  static bool IsJudgement(const EvalResult& compiled) {
    return compiled.diagnostics.find("[ElType]") != std::string::npos;
  }
  /// True if the compiler found a String where a Map is needed. The String is null in this job, so
  /// the interpreter uses an empty Map.
  static bool MayBeNull(const std::string& error) {
    return error.starts_with("only a Map has keys, found a String") ||
           error.ends_with(" takes a Map, found a String");
  }

  void Agree(const std::string& text) { EXPECT_EQ(Disagreement(text), "") << text; }

  EvalContext context_;
  const stdlib::testing::AllNames names_{stdlib::kOozieWorkflow};
};

/// Values of all types. Some values are known to the compiler, and the other values are known only
/// in a run.
const char* const kOperands[] = {"null",
                                 "true",
                                 "false",
                                 "0",
                                 "7",
                                 "9223372036854775807",
                                 "2.5",
                                 "1e300",
                                 "''",
                                 "'a'",
                                 "'10'",
                                 "'1.5'",
                                 "'true'",
                                 "n",
                                 "zero",
                                 "neg",
                                 "pi",
                                 "t",
                                 "empty_one",
                                 "sp",
                                 "KB",
                                 "RECORDS",
                                 "wf:run()",
                                 "wf:conf('nosuch')",
                                 "wf:conf('empty')",
                                 "wf:actionData('act1')",
                                 "wf:actionData('act1')['n']",
                                 "hadoop:counters('act1')",
                                 "hadoop:counters('act1')['g']['c']",
                                 "fs:exists('/')"};
const char* const kOperators[] = {
    "+", "-", "*", "/", "mod", "==", "!=", "<", "<=", ">", ">=", "&&", "||"};

TEST_F(InterpretedTest, AgreesOnTheTables) {
  int rows = 0;
  for (const char* name : {"el.tsv", "token.tsv"}) {
    std::ifstream table(std::string(HPDL_SOURCE_DIR) + "/test/conformance/" + name);
    for (std::string line; std::getline(table, line);) {
      std::istringstream fields(line);
      for (std::string field; std::getline(fields, field, '\t');) {
        if (field.find("${") != std::string::npos && !line.starts_with("#")) {
          Agree(field);
          ++rows;
        }
      }
    }
  }
  EXPECT_GT(rows, 150);
}

TEST_F(InterpretedTest, AgreesOnAllOperatorsAndTypes) {
  for (const std::string left : kOperands) {
    Agree("${" + left + "}");
    for (const char* unary : {"!", "-", "empty ", "! empty ", "- -"}) {
      Agree("${" + (unary + left) + "}");
    }
    Agree("${" + left + " ? 'yes' : 'no'}");
    Agree("a${" + left + "}b");
    for (const std::string right : kOperands) {
      for (const std::string operation : kOperators) {
        Agree("${" + left + " " + operation + " " + right + "}");
      }
      Agree("${wf:actionData('act1')[" + left + "]}${" + right + "['n']}");
    }
  }
}

TEST_F(InterpretedTest, AgreesOnAllFunctions) {
  int functions = 0;
  for (const stdlib::FunctionFamily* family : stdlib::AllFunctions()) {
    for (const stdlib::FunctionDecl& function : family->functions) {
      if ((function.effects & stdlib::kClock) != 0) {
        continue;  // the two evaluations read the clock at different times
      }
      ++functions;
      for (const std::string operand : kOperands) {
        std::string arguments;
        for (std::size_t count = 0; count < 4; ++count) {
          Agree("${" + std::string(function.name) + "(" + arguments + ")}");
          arguments += (count == 0 ? "" : ", ") + operand;
        }
      }
    }
  }
  EXPECT_GT(functions, 50);
  EXPECT_EQ(Interpreted("${timestamp()}").size(), std::string("= 1997-07-16T19:20Z").size());
}

TEST_F(InterpretedTest, AgreesOnWhatIsWrittenOddly) {
  for (const char* text : {"",
                           "plain",
                           "\\${a} ${a}",
                           "$${a}}",
                           "${'\\'' + 1}",
                           "${\"\\\"\\\\\"}",
                           "${'}'}",
                           "${a",
                           "${'a}",
                           "${}",
                           "${a b}",
                           "${a = b}",
                           "${0x10}",
                           "${010}",
                           "${1.}${.5}",
                           "${1e400}",
                           "${-9223372036854775808}",
                           "${9223372036854775807 + 1}",
                           "${9223372036854775808}",
                           "${7 % 0}",
                           "${7 / 0}",
                           "${7 % 0.0}",
                           "${'1e3' + 1}",
                           "${' 1 ' + 1}",
                           "${'0x1p3' + 0}",
                           "${true ? false ? 1 : 2 : 3}",
                           "${t ? wf:conf('a') : wf:id()}",
                           "${wf : conf ( 'a' )}",
                           "${a.b}",
                           "${a['b']}",
                           "${null.b.c}",
                           "${nosuch}",
                           "${nosuch ? 1 : 2}",
                           "${false and nosuch}",
                           "${true ? 1 : nosuch}",
                           "${nosuch()}",
                           "${coord:dataIn('x')}",
                           "${wf:conf()}",
                           "${wf:actionData('act1').k1}",
                           "${action:output('a', 'b')}",
                           "${concat('a', 'b', 'c')}",
                           "${gr\xC3\xB6n}",
                           "${instanceof}",
                           "#{a}",
                           "${toJsonStr(wf:actionData('act1'))}",
                           "${hcat:exists('hcat://a')}",
                           "${fs:fileSize('/nosuch')}",
                           "${fs:exists('ftp://a/b')}"}) {
    Agree(text);
  }
}

/// Returns a random expression with correct syntax. Its evaluation can fail in many ways.
std::string RandomExpression(std::mt19937* random, int depth) {
  const auto pick = [&](const auto& from) {
    return std::string(from[(*random)() % std::size(from)]);
  };
  if (depth == 0 || (*random)() % 4 == 0) {
    return pick(kOperands);
  }
  const auto below = [&] { return RandomExpression(random, depth - 1); };
  switch ((*random)() % 8) {
    case 0:
      return "(" + below() + ")";
    case 1:
      return below() + " ? " + below() + " : " + below();
    case 2:
      return "(" + below() + " ? " + below() + " : " + below() + ")";
    case 3:
      return pick(std::vector<std::string>{"! ", "-", "empty ", "not empty "}) + below();
    case 4:
      return "concat(" + below() + ", " + below() + ")";
    case 5:
      return "wf:conf(" + below() + ")";
    default:
      return below() + " " + pick(kOperators) + " " + below();
  }
}

TEST_F(InterpretedTest, AgreesOnRandomTrees) {
  std::mt19937 random(11);
  for (int round = 0; round < 4000; ++round) {
    Agree("${" + RandomExpression(&random, 4) + "}");
  }
}

}  // namespace
}  // namespace hpdl::driver
