#include <unistd.h>

#include <cstdio>

#include "compiler/ast/print.h"
#include "compiler/driver/commands/command.h"
#include "compiler/driver/program/program.h"

namespace po = boost::program_options;

namespace hpdl::driver {
namespace {

constexpr char kAboutEmit[] =
    "Compiles an application and prints the output of one compiler phase: the definition as read, "
    "the checked\n"
    "program, LLVM assembly, machine assembly, or the relocatable object.";

int Print(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
  if (std::fflush(stdout) != 0) {
    std::perror("hpdlc: cannot write the output");
    return kExitUsage;
  }
  return kExitOk;
}

int EmitAst(const CommandLine& line) {
  const CompileOptions options;
  rt::Result<Application> application = LoadApplication(line.operands[0], options);
  if (!application) {
    PrintError(application.error().message);
    return kExitUsage;
  }
  const std::unique_ptr<Definition> definition =
      pipeline::Read(application->definition_name, std::move(application->definition), options);
  PrintDiagnostics(definition->diagnostics.Sorted(), "text");
  const auto print = [&](const auto* written) {
    if (written != nullptr) {
      Print(ast::Print(*written, *definition->source));
    }
  };
  print(definition->workflow());
  print(definition->coordinator());
  print(definition->bundle());
  return definition->diagnostics.HasErrors() ? kExitInvalid : kExitOk;
}

int EmitHir(const hir::Program& program) {
  std::string text;
  if (program.bundle != nullptr) {
    text += hir::Print(*program.bundle);
  }
  for (const auto& coordinator : program.coordinators) {
    text += hir::Print(*coordinator);
  }
  for (const auto& workflow : program.workflows) {
    text += hir::Print(*workflow);
  }
  return Print(text);
}

int EmitCode(const CommandLine& line, const hir::Program& program) {
  const codegen::Format format = line.Has("llvm")  ? codegen::Format::kLlvm
                                 : line.Has("asm") ? codegen::Format::kAssembly
                                                   : codegen::Format::kObject;
  if (format == codegen::Format::kObject && ::isatty(STDOUT_FILENO) != 0) {
    return UsageError(line.name,
                      "an object file cannot be shown on a terminal; redirect the output");
  }
  codegen::FileSection files;
  const rt::Result<std::string> output =
      codegen::Lower(program, CodegenOptions(line.Has("debug")), format, &files);
  if (!output) {
    PrintError(output.error().message);
    return kExitUsage;
  }
  return Print(*output);
}

void DeclareEmit(CommandLine* line) {
  line->options.add_options()("ast", "print the definition as read")(
      "hir", "print the checked program")("llvm", "print LLVM assembly")(
      "asm", "print machine assembly")("obj", "print a relocatable ELF object")(
      "debug", "add line tables")("served",
                                  "compile for hpdld, which finds and runs the definitions that "
                                  "the program starts and that hpdlc does not find")(
      "contained", "look for no definition outside of PATH");
  AddProgramOptions(line);
}

int RunEmit(const CommandLine& line) {
  int forms = 0;
  for (const char* form : {"ast", "hir", "llvm", "asm", "obj"}) {
    forms += line.Has(form) ? 1 : 0;
  }
  if (forms != 1 || line.operands.size() != 1) {
    return UsageError(line.name, "give one of --ast, --hir, --llvm, --asm, --obj, and one PATH");
  }
  if (line.Has("ast")) {
    return EmitAst(line);
  }
  CompiledProgram compiled;
  compiled.alone = line.Has("hir");
  if (const int code = AssembleProgram(line, line.operands[0], "", &compiled); code != kExitOk) {
    return code;
  }
  return line.Has("hir") ? EmitHir(compiled.program) : EmitCode(line, compiled.program);
}

}  // namespace

const Command kEmitCommand = {"emit",
                              "print the output of a compiler phase",
                              "--ast|--hir|--llvm|--asm|--obj PATH",
                              kAboutEmit,
                              &DeclareEmit,
                              &RunEmit};

}  // namespace hpdl::driver
