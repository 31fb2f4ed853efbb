#ifndef HPDL_COMPILER_FRONTEND_XML_READ_FOR_TEST_H_
#define HPDL_COMPILER_FRONTEND_XML_READ_FOR_TEST_H_

#include <memory>
#include <string>
#include <vector>

#include "compiler/frontend/xml/encoding.h"
#include "compiler/frontend/xml/reader.h"

namespace hpdl::frontend {

/// The results of reading one text in a test.
struct ReadResult {
  std::unique_ptr<SourceBuffer> source;
  Diagnostics diagnostics;
  std::unique_ptr<ast::Workflow> workflow;

  /// Returns "line:column Kind 'the marked text'" of each diagnostic, in order of place.
  std::vector<std::string> Errors() const {
    std::vector<std::string> errors;
    for (const Diagnostic& d : diagnostics.Sorted()) {
      std::string line;
      if (d.source != nullptr) {
        const LineColumn at = d.source->Locate(d.range.begin);
        line = std::to_string(at.line) + ":" + std::to_string(at.column) + " ";
      }
      line += InfoOf(d.kind).name;
      if (d.source != nullptr) {
        line += " '" + std::string(d.source->Slice(d.range)) + "'";
      }
      errors.push_back(line);
    }
    return errors;
  }
  /// Returns the texts of the diagnostics, in order of place.
  std::vector<std::string> Messages() const {
    std::vector<std::string> messages;
    for (const Diagnostic& d : diagnostics.Sorted()) {
      messages.push_back(d.text.str());
    }
    return messages;
  }
};

inline ReadResult ReadText(std::string text, const ReadLimits& limits = {}) {
  ReadResult result;
  result.source = MakeSource("t.xml", std::move(text), result.diagnostics);
  if (result.source != nullptr) {
    ParsedDefinition read = ReadDefinition(*result.source, limits, result.diagnostics);
    if (auto* workflow = std::get_if<std::unique_ptr<ast::Workflow>>(&read.ast)) {
      result.workflow = std::move(*workflow);
    }
  }
  return result;
}

/// Returns a workflow of this version with `body` between start and end.
inline std::string InWorkflow(const std::string& version, const std::string& body) {
  return "<workflow-app xmlns=\"uri:oozie:workflow:" + version +
         "\" name=\"w\"><start to=\"a\"/>\n" + body + "\n<end name=\"end\"/></workflow-app>";
}

/// Returns an action `a` with this body.
inline std::string Action(const std::string& body) {
  return "<action name=\"a\">\n" + body + "\n<ok to=\"end\"/><error to=\"end\"/></action>";
}

}  // namespace hpdl::frontend

#endif  // HPDL_COMPILER_FRONTEND_XML_READ_FOR_TEST_H_
