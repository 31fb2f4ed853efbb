#include <unistd.h>

#include <algorithm>
#include <fstream>

#include "compiler/application/read_file.h"
#include "compiler/codegen/codegen.h"
#include "compiler/driver/celos/script_checks.h"
#include "compiler/driver/celos/script_program.h"
#include "compiler/driver/commands/command.h"
#include "compiler/driver/commands/options.h"
#include "compiler/driver/program/definition.h"
#include "compiler/driver/program/program.h"
#include "compiler/link/link.h"

namespace po = boost::program_options;

namespace hpdl::driver {
namespace {

constexpr char kAboutBuild[] =
    "Compiles an application into one executable: a workflow, a coordinator, a bundle, or a folder "
    "of scripts of\n"
    "Celos. The definitions that it starts are compiled in if they are found. Nothing is written "
    "if a definition has\n"
    "errors.\n"
    "Exit code: 0 done, 1 errors in a definition, 2 wrong usage, or something cannot be read or "
    "written.";

int Fail(const std::string& error) {
  PrintError(error);
  return kExitUsage;
}

/// True if a source of the program is at the output path. A program from an earlier build is not a
/// source.
bool IsSource(const std::string& output, const CompiledProgram& compiled) {
  return std::any_of(compiled.definitions.begin(), compiled.definitions.end(),
                     [&](const Compiled& each) {
                       const Application& application = each.application;
                       return output == application.identity ||
                              output == application::Canonical(application.definition_name);
                     });
}

/// Adds what decides about the included files of a definition: `<PATH` for each file, and `${NAME}`
/// for each property.
void AddIncludes(const Definition& definition, std::string* text) {
  for (const pipeline::IncludedSource& included : definition.included) {
    text->append("<").append(included.source->name()).append(1, '\0');
  }
  for (const std::string& name : definition.include_properties) {
    text->append("${").append(name).append("}").append(1, '\0');
  }
}

/// Writes to the file `path` each path by which a definition is named, with its links as written.
/// The operand of `build` is not among them. Also writes the included files, and the names of the
/// properties that decide which files are included.
bool WriteApplications(const std::string& path, const CompiledProgram& compiled) {
  std::string text;
  const std::size_t first = compiled.program.celos == nullptr ? 1 : 0;
  for (std::size_t i = first; i < compiled.definitions.size(); ++i) {
    for (const std::string& place : compiled.definitions[i].places) {
      text.append(place).push_back('\0');
    }
  }
  for (const Compiled& each : compiled.definitions) {
    AddIncludes(*each.definition, &text);
  }
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out << text;
  return out.flush().good();
}

/// Compiles a hir to the executable `options.output`.
int WriteProgram(const hir::Program& program, bool debug_info, link::Options options) {
  codegen::FileSection files;
  const rt::Result<std::string> object =
      codegen::Lower(program, CodegenOptions(debug_info), codegen::Format::kObject, &files);
  if (!object) {
    return Fail(object.error().message);
  }
  link::ScratchFile object_file(options.output);
  link::ScratchFile files_file(options.output);
  if (!object_file.ok() || !files_file.ok() || !object_file.Write(*object)) {
    return Fail("cannot write " + options.output +
                ": its temporary object files cannot be written");
  }
  options.objects = {object_file.path()};
  if (!files.empty()) {
    if (const rt::Result<void> written = files.WriteObject(files_file.fd()); !written) {
      return Fail(written.error().message);
    }
    options.objects.push_back(files_file.path());
  }
  options.celos = program.celos != nullptr;
  options.coordinator = program.bundle != nullptr || !program.coordinators.empty();
  options.input_directory = link::DefaultInputDirectory(program_path);
  const rt::Result<void> linked = link::Link(options);
  return linked ? kExitOk : Fail(linked.error().message);
}

/// Assembles a program of scripts. Checks the program's name first, because the program stores the
/// states of slots in a folder of this name.
int BuildScripts(const CommandLine& line, const celos::ScriptPath& path,
                 const std::string& leave_out, CompiledProgram* compiled) {
  const std::string output = line.Get("output");
  const std::string name =
      line.Has("name") ? line.Get("name") : output.substr(output.rfind('/') + 1);
  constexpr std::size_t kLongest = 200;
  const bool fits = !name.empty() && name.size() <= kLongest && name.front() != '.' &&
                    std::all_of(name.begin(), name.end(), [](unsigned char letter) {
                      return letter > ' ' && letter != '/' && letter != 0x7f;
                    });
  return fits ? AssembleScriptProgram(line, path, name, leave_out, compiled)
              : UsageError(line.name, "--name: '" + name + "' cannot be the name of a folder");
}

void DeclareBuild(CommandLine* line) {
  AddProgramOptions(line);
  line->options.add_options()("output,o", TakesOne("PROGRAM"), "write the executable to PROGRAM")(
      "link", TakesOne("static|glibc")->default_value("static"),
      "static: the program needs no library of the machine that it runs on; glibc: it uses libc "
      "and libm of that machine")("no-network", "leave out all network code")(
      "debug", "add line tables, so that a debugger shows lines of the definition")(
      "strip", "leave out the symbol table")(
      "served",
      "compile for hpdld, which finds and runs the definitions that the program starts and that "
      "hpdlc does not find")(
      "contained",
      "look for no definition outside of PATH; meant for packages that others have sent")(
      "applications", TakesOne("FILE"),
      "write to FILE the paths of the other definitions that are compiled in, <PATH for each file "
      "of data sets, and ${NAME} for each property on which the choice of these files depends; a "
      "NUL byte follows each of them")(
      "submitted", TakesOne("FILE"),
      "evaluate the URIs of <include> with the properties in FILE, too; a property that is missing "
      "is then an error; a workflow inherits the <global> that the properties contain");
  AddScriptOptions(line);
  line->options.add_options()("name", TakesOne("NAME"),
                              "for scripts: the name of the folder that keeps the states of their "
                              "slots (default: the name of PROGRAM)");
}

int RunBuild(const CommandLine& line) {
  if (line.operands.size() != 1) {
    return UsageError(line.name,
                      line.operands.empty() ? "no PATH given" : "more than one PATH given");
  }
  if (!line.Has("output") || line.Get("output").empty()) {
    return UsageError(line.name, "-o PROGRAM is missing");
  }
  link::Options link_options;
  link_options.mode = line.Get("link") == "static" ? link::Mode::kStatic : link::Mode::kGlibc;
  link_options.strip = line.Has("strip");
  link_options.output = line.Get("output");

  CompiledProgram compiled;
  // A program from an earlier build in the application's directory is not part of the application.
  const std::string leave_out = application::Canonical(link_options.output);
  const std::optional<celos::ScriptPath> scripts = ScriptsOnly(line.operands[0]);
  const int code = scripts ? BuildScripts(line, *scripts, leave_out, &compiled)
                           : AssembleProgram(line, line.operands[0], leave_out, &compiled);
  if (code != kExitOk) {
    return code;
  }
  if (!leave_out.empty() && IsSource(leave_out, compiled)) {
    return Fail("cannot write " + link_options.output + ": the program is made from this file");
  }
  if (line.Has("applications") && !WriteApplications(line.Get("applications"), compiled)) {
    return Fail("cannot write " + line.Get("applications"));
  }
  compiled.program.no_network = line.Has("no-network");
  return WriteProgram(compiled.program, line.Has("debug"), link_options);
}

}  // namespace

const Command kBuildCommand = {"build",
                               "compile an application into one executable",
                               "PATH -o PROGRAM [options]",
                               kAboutBuild,
                               &DeclareBuild,
                               &RunBuild};

}  // namespace hpdl::driver
