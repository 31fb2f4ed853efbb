// The output of `params`, which lists the program's parameters, and of `run --dryrun`, which checks
// a run without starting it.
#include "runtime/ground/abi/node_type.h"
#include "runtime/ground/abi/text_view.h"
#include "runtime/ground/base/json_writer.h"
#include "runtime/ground/base/secret_name.h"
#include "runtime/ground/base/terminal_text.h"
#include "runtime/programs/program/text.h"
#include "runtime/programs/program/views.h"

namespace hpdl::rt {
namespace {

bool IsWordStart(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
}
bool IsWord(char c) {
  return IsWordStart(c) || (c >= '0' && c <= '9');
}

/// True if an expression in the template `text` reads the variable `name`. Searches for the name as
/// a word and does not parse the expression. Ignores strings, members (`a.name`) and names of
/// functions.
bool Uses(std::string_view text, std::string_view name) {
  bool inside = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (!inside) {
      inside = (text[at] == '$' || text[at] == '#') && at + 1 < text.size() && text[at + 1] == '{';
      at += inside ? 1 : 0;
    } else if (text[at] == '}') {
      inside = false;
    } else if (text[at] == '\'' || text[at] == '"') {
      const char quote = text[at];
      for (++at; at < text.size() && text[at] != quote; ++at) {
        at += text[at] == '\\' ? 1 : 0;
      }
    } else if (IsWordStart(text[at])) {
      std::size_t end = at;
      while (end < text.size() && IsWord(text[end])) {
        ++end;
      }
      const char before = at > 0 ? text[at - 1] : ' ';
      const char after = end < text.size() ? text[end] : ' ';
      if (text.substr(at, end - at) == name && before != '.' && before != ':' && after != ':' &&
          after != '(') {
        return true;
      }
      at = end - 1;
    }
  }
  return false;
}

std::vector<const hpdl_expr*> UsesOf(const hpdl_workflow& workflow, std::string_view name) {
  std::vector<const hpdl_expr*> uses;
  for (std::uint32_t i = 0; i < workflow.expr_count; ++i) {
    if (workflow.exprs[i].fn != nullptr && Uses(ToView(workflow.exprs[i].text), name)) {
      uses.push_back(&workflow.exprs[i]);
    }
  }
  return uses;
}

/// Returns the default value of a parameter; null if it has no default value.
const hpdl_str* DefaultOf(const hpdl_program& program, const hpdl_workflow& workflow,
                          const hpdl_parameter& parameter) {
  for (std::uint32_t i = 0; i < program.property_count; ++i) {
    if (ToView(program.properties[i].name) == ToView(parameter.name)) {
      return &program.properties[i].value;
    }
  }
  for (std::uint32_t i = 0; i < workflow.default_count; ++i) {
    if (ToView(workflow.defaults[i].name) == ToView(parameter.name)) {
      return &workflow.defaults[i].value;
    }
  }
  return parameter.has_default != 0 ? &parameter.default_value : nullptr;
}

std::string UsesText(const std::vector<const hpdl_expr*>& uses) {
  constexpr std::size_t kMost = 6;
  std::string out;
  for (std::size_t i = 0; i < uses.size() && i < kMost; ++i) {
    out.append(i == 0 ? "" : ", ").append(std::to_string(uses[i]->line)).append(":");
    out.append(std::to_string(uses[i]->column));
  }
  if (uses.size() > kMost) {
    out.append(", and ").append(std::to_string(uses.size() - kMost)).append(" more");
  }
  return out.empty() ? "-" : out;
}

/// True if a definition has an element `info` of the schema sla:0.1. These elements have no effect.
/// The function only searches the text, because hpdlc has already checked that the XML is
/// well-formed.
bool HasSla(const hpdl_workflow& workflow) {
  constexpr std::string_view kNamespace = "uri:oozie:sla:0.1", kDeclared = "xmlns:";
  const std::string_view source = ToView(workflow.source);
  for (std::size_t at = 0; (at = source.find(kNamespace, at)) != std::string_view::npos; ++at) {
    const std::size_t begin = source.rfind(kDeclared, at);
    const std::size_t end = begin == std::string_view::npos ? begin : source.find('=', begin);
    if (end == std::string_view::npos || end > at) {
      return true;  // `xmlns=` without a prefix stands on an SLA element
    }
    std::string prefix(source.substr(begin + kDeclared.size(), end - begin - kDeclared.size()));
    while (!prefix.empty() && prefix.back() <= ' ') {
      prefix.pop_back();
    }
    if (source.find("<" + prefix + ":info") != std::string_view::npos) {
      return true;
    }
  }
  return false;
}

/// Returns a note for each definition that has SLA elements of version 0.1.
std::vector<std::string> Notes(const hpdl_program& program) {
  std::vector<std::string> notes;
  for (std::uint32_t i = 0; i < program.workflow_count; ++i) {
    if (HasSla(program.workflows[i])) {
      notes.push_back(
          FileOf(program.workflows[i]) +
          ": its SLA elements of version 0.1 have no effect: a program does not check their times");
    }
  }
  return notes;
}

std::string NotesText(const hpdl_program& program) {
  std::string out;
  for (const std::string& note : Notes(program)) {
    out.append("note: ").append(OneLine(note)).append("\n");
  }
  return out;
}

void WriteNotes(JsonWriter* json, const hpdl_program& program) {
  json->Key("notes").BeginArray();
  for (const std::string& note : Notes(program)) {
    json->Text(note);
  }
  json->EndArray();
}

}  // namespace

std::string ParamsText(const hpdl_program& program) {
  std::string out;
  for (std::uint32_t i = 0; i < program.workflow_count; ++i) {
    const hpdl_workflow& workflow = program.workflows[i];
    Table table({"PARAMETER", "DEFAULT", "USED AT"});
    for (std::uint32_t j = 0; j < workflow.parameter_count; ++j) {
      const hpdl_parameter& parameter = workflow.parameters[j];
      const hpdl_str* value = DefaultOf(program, workflow, parameter);
      const std::string shown = value == nullptr && parameter.optional != 0 ? "(none)"
                                : value == nullptr                          ? "(required)"
                                : value->size == 0                          ? "(empty)"
                                                   : Fit(OneLine(ToView(*value)), 50, true);
      table.Add({OneLine(ToView(parameter.name)), shown,
                 UsesText(UsesOf(workflow, ToView(parameter.name)))});
    }
    out.append(i == 0 ? "" : "\n").append(FileOf(workflow)).append("\n");
    out.append(table.empty() ? "no parameters\n" : table.Text());
  }
  const std::string notes = NotesText(program);
  return notes.empty() ? out : out + "\n" + notes;
}

std::string ParamsJson(const hpdl_program& program) {
  JsonWriter json;
  json.BeginObject().Member("version", std::int64_t{1}).Key("parameters").BeginArray();
  for (std::uint32_t i = 0; i < program.workflow_count; ++i) {
    const hpdl_workflow& workflow = program.workflows[i];
    for (std::uint32_t j = 0; j < workflow.parameter_count; ++j) {
      const hpdl_parameter& parameter = workflow.parameters[j];
      const hpdl_str* value = DefaultOf(program, workflow, parameter);
      json.BeginObject().Member("name", ToView(parameter.name));
      json.Member("workflow", static_cast<std::int64_t>(i)).Member("file", FileOf(workflow));
      json.Key("default");
      if (value == nullptr) {
        json.Null();
      } else {
        json.Text(ToView(*value));
      }
      json.Key("required").Boolean(value == nullptr && parameter.optional == 0);
      json.Member("line", static_cast<std::int64_t>(parameter.line));
      json.Key("uses").BeginArray();
      for (const hpdl_expr* use : UsesOf(workflow, ToView(parameter.name))) {
        json.BeginObject().Member("line", static_cast<std::int64_t>(use->line));
        json.Member("column", static_cast<std::int64_t>(use->column)).EndObject();
      }
      json.EndArray().EndObject();
    }
  }
  json.EndArray();
  WriteNotes(&json, program);
  json.EndObject();
  return json.Take() + "\n";
}

std::string DryRunText(const hpdl_program& program, const Properties& properties) {
  const hpdl_workflow& workflow = program.workflows[0];
  std::string out = "properties:\n";
  for (const auto& [name, value] : properties) {
    out.append("  ").append(OneLine(name)).append(" = ");
    out.append(IsSecretName(name) ? "(not shown)" : OneLine(value)).append("\n");
  }
  out.append(properties.empty() ? "  none\n" : "").append("nodes:\n");
  Table table({"  NODE", "TYPE", "TO"});
  for (std::uint32_t i = 0; i < workflow.node_count; ++i) {
    const hpdl_node& node = workflow.nodes[i];
    std::string to;
    for (std::uint32_t j = 0; j < node.edge_count; ++j) {
      to.append(j == 0 ? "" : ", ")
          .append(OneLine(ToView(workflow.nodes[node.edges[j].target].name)));
    }
    table.Add({"  " + OneLine(ToView(node.name)), std::string(NodeTypeName(node)), to});
  }
  return out + table.Text() + NotesText(program) + "everything checked, nothing started\n";
}

std::string DryRunJson(const hpdl_program& program, const Properties& properties) {
  const hpdl_workflow& workflow = program.workflows[0];
  JsonWriter json;
  json.BeginObject().Member("version", std::int64_t{1}).Member("type", "dryrun");
  json.Member("name", WorkflowName(workflow)).Key("properties").BeginObject();
  for (const auto& [name, value] : properties) {
    json.Key(name);
    if (IsSecretName(name)) {
      json.Null();
    } else {
      json.Text(value);
    }
  }
  json.EndObject().Key("nodes").BeginArray();
  for (std::uint32_t i = 0; i < workflow.node_count; ++i) {
    const hpdl_node& node = workflow.nodes[i];
    json.BeginObject().Member("name", ToView(node.name)).Member("type", NodeTypeName(node));
    json.Key("to").BeginArray();
    for (std::uint32_t j = 0; j < node.edge_count; ++j) {
      json.Text(ToView(workflow.nodes[node.edges[j].target].name));
    }
    json.EndArray().EndObject();
  }
  json.EndArray();
  WriteNotes(&json, program);
  json.EndObject();
  return json.Take() + "\n";
}

}  // namespace hpdl::rt
