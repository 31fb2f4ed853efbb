#include "compiler/pipeline/job_xml.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "compiler/pipeline/outside_text.h"
#include "compiler/sema/functions.h"
#include "runtime/ground/base/trim.h"
#include "runtime/ground/config/config.h"
#include "runtime/ground/expression/scan.h"
#include "runtime/ground/expression/tokens.h"
#include "stdlib/core/common.h"
#include "stdlib/core/job_xml_property.h"

namespace hpdl::pipeline {
namespace {

/// The most bytes of a configuration file. ReadConfigFile() in the runtime has the same limit.
constexpr std::uint64_t kMostBytes = 64U << 20;

/// True if the program looks up the name among the job's properties. The name is then neither a
/// keyword of the expression language nor a constant.
bool IsProperty(std::string_view name) {
  return rt::IsExpressionName(name) && sema::FindConstant(name, stdlib::kOozieWorkflow) == nullptr;
}

/// Returns the value in the form that the expression parser reads. Returns "" if the program can
/// resolve the value without the compiler.
std::string ForTheCompiler(const std::string& value) {
  for (const rt::Segment& segment : rt::SplitTemplate(value, false)) {
    if (segment.expression && segment.closed) {
      const std::string_view name = Trimmed(rt::BodyOf(value, segment));
      if (stdlib::IsDottedName(name) || IsProperty(name)) {
        continue;
      }
    }
    if (segment.expression) {
      return stdlib::WithHadoopNames(value);
    }
  }
  return std::string();
}

class JobXmlCompiler {
 public:
  JobXmlCompiler(const Input& input, const SourceBuffer& source, ast::Workflow& workflow,
                 Diagnostics& diagnostics)
      : input_(input),
        source_(source),
        workflow_(workflow),
        diagnostics_(diagnostics),
        texts_(workflow) {}

  /// Finds each <job-xml> among the children of an action body and adds the expressions of its
  /// file.
  void Look(ast::Argument& body, const stdlib::StructDecl& decl) {
    for (ast::Argument& child : body.children) {
      if (child.field < decl.elements.size() &&
          decl.elements[child.field].role == stdlib::ElementRole::kJobXml && child.text &&
          !child.text->expr.valid()) {
        Add(child);
      }
    }
  }

 private:
  void Add(ast::Argument& job_xml) {
    std::string_view path = job_xml.text->text.value;
    while (path.starts_with("./")) {
      path.remove_prefix(2);
    }
    // If several properties have the same name, the last property applies.
    std::map<std::string_view, const rt::ConfigProperty*> last;
    for (const rt::ConfigProperty& property : PropertiesOf(std::string(path))) {
      last[property.name] = &property;
    }
    std::vector<ast::Argument> compiled;
    for (const auto& [name, property] : last) {
      const std::string text = ForTheCompiler(property->value);
      if (text.empty()) {
        continue;
      }
      const std::size_t before = workflow_.exprs.size();
      compiled.push_back(PropertyOf(job_xml, *property, text));
      if (const Message why = WhyItFails(before); !why.empty()) {
        Emit(job_xml, *property, why);
        return;
      }
    }
    std::move(compiled.begin(), compiled.end(), std::back_inserter(job_xml.children));
  }

  void Emit(const ast::Argument& job_xml, const rt::ConfigProperty& property, const Message& why) {
    diagnostics_.Emit(DiagnosticKind::kJobXmlNotEvaluated, &source_, job_xml.text->text.range,
                      Message(job_xml.text->text.value) + ":" +
                          Message::Words(std::to_string(property.line)) + ": property " +
                          Message(property.name) + ": " + why +
                          "; so the action gets this file without evaluation");
  }

  ast::Argument PropertyOf(const ast::Argument& job_xml, const rt::ConfigProperty& property,
                           const std::string& text) {
    const Range place = job_xml.text->text.range;
    ast::Argument value;
    value.field = stdlib::kJobXmlProperty;
    value.range = place;
    value.text = texts_.Parse(text, place);
    value.text->environment = job_xml.text->environment;
    ast::Argument name;
    name.field = stdlib::kJobXmlProperty;
    name.range = place;
    name.text.emplace();
    name.text->text = OutsideTexts::Placed(property.name, place);
    name.children.push_back(std::move(value));
    return name;
  }

  /// Returns the reason why the expressions from index `begin` on cannot be evaluated, or "".
  Message WhyItFails(std::size_t begin) {
    if (!texts_.mistake().empty()) {
      return texts_.mistake();
    }
    for (std::size_t i = begin; i < workflow_.exprs.size(); ++i) {
      const ast::Expr& expr = workflow_.exprs[ast::ExprId{static_cast<std::uint32_t>(i)}];
      if (expr.kind == ast::ExprKind::kCall) {
        const sema::Binding binding =
            sema::BindFunction(expr.text, expr.operands.size(), stdlib::kOozieWorkflow);
        if (binding.function == nullptr) {
          return binding.message;
        }
      }
    }
    return {};
  }

  const rt::ConfigProperties& PropertiesOf(const std::string& path) {
    const auto [known, fresh] = read_.try_emplace(path);
    const auto file = std::find_if(input_.files.begin(), input_.files.end(),
                                   [&](const hir::File& each) { return each.path == path; });
    if (!fresh || file == input_.files.end() || file->size > kMostBytes) {
      return known->second;
    }
    const std::optional<std::string> bytes = file->disk_path.empty() ? file->data
                                             : input_.read           ? input_.read(*file)
                                                                     : std::nullopt;
    if (!bytes) {
      return known->second;
    }
    if (rt::Result<rt::ConfigProperties> read = rt::ReadHadoopXml(*bytes, path)) {
      known->second = std::move(*read);
    }
    return known->second;
  }

  const Input& input_;
  const SourceBuffer& source_;
  ast::Workflow& workflow_;
  Diagnostics& diagnostics_;
  OutsideTexts texts_;
  std::map<std::string, rt::ConfigProperties> read_;
};

}  // namespace

void AddJobXmlExpressions(const Input& input, const SourceBuffer& source, ast::Workflow& workflow,
                          Diagnostics& diagnostics) {
  if (workflow.dialect != ast::Dialect::kOozie || input.files.empty()) {
    return;
  }
  JobXmlCompiler compiler(input, source, workflow, diagnostics);
  for (std::optional<ast::Argument>* const global : {&workflow.inherited, &workflow.global}) {
    if (*global) {
      compiler.Look(**global, stdlib::kGlobalDecl);
    }
  }
  for (ast::Node& node : workflow.nodes) {
    if (node.kind != nullptr) {
      compiler.Look(node.body, *node.kind->decl->shapes[node.shape].body);
    }
  }
}

}  // namespace hpdl::pipeline
