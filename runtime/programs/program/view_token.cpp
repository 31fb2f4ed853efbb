#include "runtime/engines/report/run_token.h"
#include "runtime/ground/base/terminal_text.h"
#include "runtime/programs/program/text.h"
#include "runtime/programs/program/views.h"

namespace hpdl::rt {

std::string TokenText(const JobNodes& job, const hpdl_workflow* workflow, std::string_view node) {
  const RunToken run(job, workflow, node);
  Table table({"SCOPE", "KEY", "NODE", "VALUE"});
  for (const TokenScope scope : kTokenScopes) {
    for (const auto& [key, values] : run.token.scope(scope)) {
      for (const TokenValue& value : values) {
        table.Add(
            {std::string(WordOf(scope)), OneLine(key), OneLine(value.node), OneLine(value.value)});
      }
    }
  }
  return table.empty() ? "the token is empty\n" : table.Text();
}

}  // namespace hpdl::rt
