// The texts about the program itself: its version, its files and its workflows.
#include <cstdio>

#include "runtime/ground/abi/text_view.h"
#include "runtime/ground/base/hex.h"
#include "runtime/ground/base/json_writer.h"
#include "runtime/ground/base/terminal_text.h"
#include "runtime/ground/sbom/bill_of_materials.h"
#include "runtime/ground/sbom/libraries.h"
#include "runtime/programs/program/text.h"
#include "runtime/programs/program/views.h"

namespace hpdl::rt {

std::string FileOf(const hpdl_workflow& workflow) {
  const std::string_view path = ToView(workflow.app_path);
  std::string out(path);
  out.append(path.empty() || path.back() == '/' ? "" : "/");
  return out.append(ToView(workflow.file_name));
}

std::string WorkflowName(const hpdl_workflow& workflow) {
  return workflow.name < workflow.expr_count
             ? std::string(ToView(workflow.exprs[workflow.name].text))
             : std::string(ToView(workflow.file_name));
}

std::string FilesText(const hpdl_program& program) {
  Table table({"WORKFLOW", "SIZE", "SHA-256", "PATH"});
  for (std::uint32_t i = 0; i < program.workflow_count; ++i) {
    const hpdl_workflow& workflow = program.workflows[i];
    table.Add({std::to_string(i), std::to_string(workflow.source.size), "-",
               OneLine(FileOf(workflow)) + " (the definition)"});
    for (std::uint32_t j = 0; j < workflow.file_count; ++j) {
      const hpdl_file& file = workflow.files[j];
      table.Add({std::to_string(i), std::to_string(file.size), HexText(file.sha256),
                 OneLine(ToView(file.path))});
    }
  }
  return table.Text();
}

std::string FilesJson(const hpdl_program& program) {
  JsonWriter json;
  json.BeginObject().Member("version", std::int64_t{1}).Key("workflows").BeginArray();
  for (std::uint32_t i = 0; i < program.workflow_count; ++i) {
    const hpdl_workflow& workflow = program.workflows[i];
    json.BeginObject().Member("definition", FileOf(workflow));
    json.Member("size", static_cast<std::int64_t>(workflow.source.size)).Key("files").BeginArray();
    for (std::uint32_t j = 0; j < workflow.file_count; ++j) {
      const hpdl_file& file = workflow.files[j];
      json.BeginObject().Member("path", ToView(file.path));
      json.Member("size", static_cast<std::int64_t>(file.size));
      json.Member("sha256", HexText(file.sha256)).EndObject();
    }
    json.EndArray().EndObject();
  }
  json.EndArray().EndObject();
  return json.Take() + "\n";
}

std::string VersionText(const hpdl_program& program) {
  std::string out;
  for (std::uint32_t i = 0; i < program.workflow_count; ++i) {
    const hpdl_workflow& workflow = program.workflows[i];
    const bool is_root = i == 0 || program.coordination != nullptr;
    out.append(is_root ? "workflow " : "  with sub-workflow ")
        .append(OneLine(WorkflowName(workflow)));
    out.append(" (").append(workflow.dialect == HPDL_DIALECT_HWS ? "hadoop-workflow"
                                                                 : ToView(workflow.schema));
    out.append("), ").append(std::to_string(workflow.node_count)).append(" nodes\n");
  }
  out.append("compiled by ").append(ToView(program.compiler_version)).append(", ABI ");
  out.append(std::to_string(program.abi_version)).append("\ncontent ");
  out.append(ToView(program.content_hash)).append("\n");
  if ((program.flags & HPDL_PROGRAM_NO_NETWORK) != 0) {
    out.append("built with --no-network\n");
  }
  return out;
}

std::string VersionJson(const hpdl_program& program) {
  const std::string_view hash = ToView(program.content_hash);
  const std::string_view compiler = ToView(program.compiler_version);
  const std::string name =
      program.workflow_count > 0 ? WorkflowName(program.workflows[0]) : "program";
  BillOfMaterials bill(name, hash, compiler);
  bill.Property("compilerVersion", compiler);
  bill.Property("abi", std::to_string(program.abi_version));
  bill.Property("contentHash", hash);
  bill.Property("network", (program.flags & HPDL_PROGRAM_NO_NETWORK) == 0 ? "true" : "false");
  for (std::uint32_t i = 0; i < program.workflow_count; ++i) {
    const hpdl_workflow& workflow = program.workflows[i];
    bill.Definition(WorkflowName(workflow));
    if (const std::string_view schema = ToView(workflow.schema); !schema.empty()) {
      bill.Property("schema", schema);
    }
    bill.Property("dialect", workflow.dialect == HPDL_DIALECT_HWS ? "hws" : "oozie");
    bill.Property("file", FileOf(workflow));
    bill.Property("nodes", std::to_string(workflow.node_count));
  }
  return bill.End(LibrariesInside());
}

}  // namespace hpdl::rt
