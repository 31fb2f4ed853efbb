#include "compiler/codegen/codegen.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/SHA256.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>

#include <array>
#include <cstdlib>
#include <memory>
#include <utility>

#include "compiler/codegen/tables.h"

// The functions of LLVM that initialize x86-64, the only machine for which hpdlc makes programs.
extern "C" {
void LLVMInitializeX86TargetInfo();
void LLVMInitializeX86Target();
void LLVMInitializeX86TargetMC();
void LLVMInitializeX86AsmPrinter();
}

namespace hpdl::codegen {
namespace {

constexpr const char* kTriple = "x86_64-pc-linux-gnu";

/// Makes the target machine. Fails if this build of LLVM does not support the machine.
Result<std::unique_ptr<llvm::TargetMachine>> MakeMachine() {
  LLVMInitializeX86TargetInfo();
  LLVMInitializeX86Target();
  LLVMInitializeX86TargetMC();
  LLVMInitializeX86AsmPrinter();
  std::string error;
  const llvm::Target* target = llvm::TargetRegistry::lookupTarget(kTriple, error);
  if (target == nullptr) {
    return Failure(std::move(error));
  }
  // The program runs this code seldom, so the quick instruction selector is enough. Compilation
  // with optimization takes ten times as long (docs/design).
  return std::unique_ptr<llvm::TargetMachine>(
      target->createTargetMachine(kTriple, "x86-64", "", llvm::TargetOptions(), llvm::Reloc::PIC_,
                                  llvm::CodeModel::Small, llvm::CodeGenOptLevel::None));
}

/// Returns the assembly or the object file of the module.
Result<std::string> EmitMachineCode(llvm::Module& module, llvm::TargetMachine& machine,
                                    Format format) {
  llvm::SmallString<0> buffer;
  llvm::raw_svector_ostream stream(buffer);
  llvm::legacy::PassManager passes;
  const auto type = format == Format::kObject ? llvm::CodeGenFileType::ObjectFile
                                              : llvm::CodeGenFileType::AssemblyFile;
  if (machine.addPassesToEmitFile(passes, stream, nullptr, type)) {
    return Failure("this LLVM cannot emit machine code");
  }
  passes.run(module);
  return std::string(buffer.begin(), buffer.end());
}

/// Returns a SHA-256 in hex of everything that the compiler puts into the program: the definitions,
/// the properties, the hashes of the files, the generated code and the version of the compiler,
/// which stands for the linked libraries. It leaves out the paths of the definitions, the line
/// tables and the time of the build. So programs with the same hash do the same.
Result<std::string> ContentHash(const hir::Program& program, Options options,
                                const llvm::DataLayout& layout, FileSection* files) {
  options.debug_info = false;
  llvm::LLVMContext context;
  context.setDiscardValueNames(true);
  llvm::Module module("workflow", context);
  module.setDataLayout(layout);
  TableLowering tables(module, options, *files, "");
  HPDL_TRY(tables.Lower(program));
  llvm::SmallString<0> bitcode;
  llvm::raw_svector_ostream stream(bitcode);
  llvm::WriteBitcodeToFile(module, stream);
  const std::array<std::uint8_t, 32> hash =
      llvm::SHA256::hash(llvm::arrayRefFromStringRef(bitcode));
  return llvm::toHex(hash, /*LowerCase=*/true);
}

}  // namespace

Result<std::string> Lower(const hir::Program& program, const Options& options, Format format,
                          FileSection* files) {
  const Result<std::unique_ptr<llvm::TargetMachine>> machine = MakeMachine();
  HPDL_TRY(machine);
  llvm::LLVMContext context;
  context.setDiscardValueNames(format != Format::kLlvm);
  llvm::Module module("workflow", context);
  module.setTargetTriple(kTriple);
  module.setDataLayout((*machine)->createDataLayout());
  module.setPICLevel(llvm::PICLevel::BigPIC);
  module.setPIELevel(llvm::PIELevel::Large);
  module.setSourceFileName(program.celos != nullptr ? program.celos->name
                                                    : program.root().file_name);
  Result<std::string> hash = ContentHash(program, options, module.getDataLayout(), files);
  HPDL_TRY(hash);
  TableLowering tables(module, options, *files, std::move(*hash));
  HPDL_TRY(tables.Lower(program));
#ifndef NDEBUG
  if (llvm::verifyModule(module, &llvm::errs())) {
    std::abort();
  }
#endif
  if (format == Format::kLlvm) {
    std::string output;
    llvm::raw_string_ostream stream(output);
    module.print(stream, nullptr);
    return output;
  }
  return EmitMachineCode(module, **machine, format);
}

}  // namespace hpdl::codegen
