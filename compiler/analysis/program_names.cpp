#include <algorithm>
#include <string>
#include <string_view>

#include "compiler/analysis/analyses.h"
#include "compiler/analysis/arguments.h"
#include "compiler/analysis/option_text.h"
#include "compiler/analysis/path_text.h"

namespace hpdl::analysis {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";

/// True if a text of the action's body, such as a <file>, ends with this name.
bool NamesFile(const ast::Argument& body, const stdlib::StructDecl& decl, std::string_view name) {
  bool found = false;
  ForEachArgument(body, decl, [&](const Declared& part) {
    const bool is_file = part.element != nullptr && part.argument.text &&
                         part.element->path == stdlib::PathUse::kLoads &&
                         part.element->role != stdlib::ElementRole::kProgram;
    found = found || (is_file && Trimmed(part.argument.text->text.value, kBlanks).ends_with(name));
  });
  return found;
}

void CheckProgramName(const Subject& subject, const ast::Node& node, const ast::Text& text) {
  const std::string plain = WithoutExpressions(text.value);
  const std::string_view name = Trimmed(plain, kBlanks);
  const std::size_t blank = name.find_first_of(kBlanks);
  const auto is_file = [&](const hir::File& file) { return file.path.ends_with(name); };
  if (blank == name.npos || NamesFile(node.body, BodyOf(node), name) ||
      std::any_of(subject.files.begin(), subject.files.end(), is_file)) {
    return;
  }
  const std::string_view written = Trimmed(text.value, kBlanks);
  subject.reporter.Emit(DiagnosticKind::kExecWithArguments, text.range,
                        Quoted(written) +
                            " is not the name of one program, so the action fails when it starts; "
                            "write each argument as an <argument>");
}

}  // namespace

void CheckProgramNames(Facts& facts) {
  for (const ast::Node& node : facts.subject().workflow.nodes) {
    if (node.kind == nullptr) {
      continue;
    }
    for (const ast::Argument& child : node.body.children) {
      const Declared part = DeclarationOf(child, BodyOf(node));
      if (part.element != nullptr && part.element->role == stdlib::ElementRole::kProgram &&
          child.text) {
        CheckProgramName(facts.subject(), node, child.text->text);
      }
    }
  }
}

}  // namespace hpdl::analysis
