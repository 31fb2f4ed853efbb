#include "compiler/codegen/codegen.h"

#include <elf.h>
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <functional>
#include <map>
#include <regex>
#include <set>

#include "runtime/ground/abi/hpdl_abi.h"
#include "stdlib/core/common.h"
#include "stdlib/core/registry.h"

namespace hpdl::codegen {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const std::string kProgramSymbol = "hpdl_program_v" + std::to_string(HPDL_ABI_VERSION);
const stdlib::FunctionDecl kConf{.name = "wf:conf", .symbol = "hpdl_fn_wf_conf"};
const stdlib::KindDecl kShell{.name = "shell"};
const stdlib::KindDecl kMapReduce{.name = "map-reduce"};
const stdlib::KindEntry kWithLocalHalf{&kShell, true};
const stdlib::KindEntry kWithoutLocalHalf{&kMapReduce, false};

/// The base of the tests: a program whose workflow has a start node and an action. The tests add
/// expressions.
class CodegenTest : public ::testing::Test {
 protected:
  CodegenTest() {
    auto workflow = std::make_unique<hir::Workflow>();
    workflow_ = workflow.get();
    workflow_->source = &source_;
    workflow_->file_name = "flow.xml";
    workflow_->name = Text("demo");
    hir::Node start;
    start.name = ":start:";
    start.type = hir::NodeType::kStart;
    start.edges.push_back({.name = "", .target = hir::NodeId{1}});
    hir::Node action;
    action.name = "act";
    action.kind = &kWithLocalHalf;
    workflow_->nodes = {start, action};
    workflow_->start = hir::NodeId{0};
    program_.workflows.push_back(std::move(workflow));
  }

  hir::ExprId Add(hir::Expr expr) {
    workflow_->exprs.push_back(std::move(expr));
    return hir::ExprId{static_cast<std::uint32_t>(workflow_->exprs.size() - 1)};
  }
  hir::ExprId Number(std::int64_t number) {
    return Add({.type = hir::Type::kLong, .number = number});
  }
  hir::ExprId String(std::string text) {
    return Add({.type = hir::Type::kString, .text = std::move(text)});
  }
  hir::ExprId Binary(Op op, hir::ExprId left, hir::ExprId right) {
    return Add({.kind = hir::ExprKind::kBinary, .op = op, .operands = {left, right}});
  }
  hir::ValueId Text(std::string text) {
    workflow_->values.push_back({.text = std::move(text)});
    return hir::ValueId{static_cast<std::uint32_t>(workflow_->values.size() - 1)};
  }
  hir::ValueId Value(hir::ExprId expr, hir::Type target = hir::Type::kString) {
    workflow_->values.push_back(
        {.expr = expr, .text = "${as written}", .target = target, .range = {10, 12}});
    return hir::ValueId{static_cast<std::uint32_t>(workflow_->values.size() - 1)};
  }
  std::string Emit(Format format = Format::kLlvm) {
    const Result<std::string> output = Lower(program_, options_, format, &files_);
    EXPECT_TRUE(output) << output.error().message;
    return output ? *output : "";
  }

  SourceBuffer source_{"flow.xml", "<a>\n  <b>${}</b>\n</a>\n"};
  hir::Program program_;
  hir::Workflow* workflow_;
  FileSection files_;
  Options options_{.directory = "/apps/demo", .compiler_version = "hpdlc test"};
};

TEST_F(CodegenTest, DefinesTheProgramSymbolOfTheAbiVersion) {
  const std::string ir = Emit();
  EXPECT_THAT(ir, HasSubstr("@" + kProgramSymbol + " = dso_local constant %hpdl_program { i32 " +
                            std::to_string(HPDL_ABI_VERSION) + ", i32 1"));
  EXPECT_THAT(ir, HasSubstr("hpdlc test"));
  EXPECT_THAT(ir, HasSubstr("<a>\\0A  <b>"));
}

TEST_F(CodegenTest, NamesTheNetworkUnlessTold) {
  EXPECT_THAT(
      Emit(),
      HasSubstr("ptr @hpdl_network_curl, ptr @hpdl_hadoop_web, ptr null, ptr null, ptr null, "
                "ptr null, i32 0, i32 0, ptr null }"));
  program_.no_network = true;
  EXPECT_THAT(Emit(), Not(AnyOf(HasSubstr("hpdl_network_curl"), HasSubstr("hpdl_hadoop"))));
}

TEST_F(CodegenTest, HasNamesIfFilesWithExpressionsAreRead) {
  EXPECT_THAT(Emit(), Not(AnyOf(HasSubstr("hpdl_names"), HasSubstr("@hpdl_fn_"))));
  const auto job_xml = std::find_if(
      stdlib::kGlobalDecl.elements.begin(), stdlib::kGlobalDecl.elements.end(),
      [](const auto& element) { return element.role == stdlib::ElementRole::kJobXml; });
  const auto field = static_cast<std::uint32_t>(job_xml - stdlib::kGlobalDecl.elements.begin());
  workflow_->global_args = {{.field = field, .end = 1, .value = Text("hdfs://nn/a.xml")}};
  const std::string ir = Emit();
  EXPECT_THAT(ir, HasSubstr("@hpdl_names_v1 = dso_local constant %hpdl_names { ptr "
                            "@hpdl_expression_interpreter, ptr @functions, ptr @constants, i32 "));
  // For each symbol: true if one of its declarations is for Oozie workflows.
  std::map<std::string, bool> of_oozie;
  for (const stdlib::FunctionFamily* family : stdlib::AllFunctions()) {
    for (const stdlib::FunctionDecl& function : family->functions) {
      bool& oozie = of_oozie["ptr @" + std::string(function.symbol) + ", i32 " +
                             std::to_string(function.arguments.size()) + ", i32 0 }"];
      oozie = oozie || (function.environments & stdlib::kOozieWorkflow) != 0;
    }
  }
  for (const auto& [row, oozie] : of_oozie) {
    EXPECT_EQ(ir.find(row) != std::string::npos, oozie) << row;
  }
  EXPECT_THAT(ir, HasSubstr("%hpdl_value { i32 2, i32 0, i64 1048576 }"));
  EXPECT_THAT(ir, HasSubstr("%hpdl_value { i32 4, i32 17, i64 ptrtoint (ptr @"));
  workflow_->files.push_back({.path = "a.xml"});
  workflow_->global_args[0].value = Text("./a.xml");
  EXPECT_THAT(Emit(), Not(HasSubstr("hpdl_names")));
}

TEST_F(CodegenTest, HasWhatIsTakenFromGlobalAndHandedOn) {
  workflow_->nodes[1].takes_global = true;
  workflow_->nodes[1].unused_global = {7, 9};
  workflow_->handed_global = "handed section";
  const std::string ir = Emit();
  EXPECT_THAT(ir, HasSubstr("constant [2 x i32] [i32 7, i32 9]"));
  EXPECT_THAT(ir, HasSubstr("handed section"));
  workflow_->inherited_global = "inherited section";
  EXPECT_NE(Emit(), ir) << "it is another program, with another hash";
}

TEST_F(CodegenTest, NamesTheLocalHalfOfAKindWithoutNetwork) {
  workflow_->nodes[1].kind = &kWithLocalHalf;
  EXPECT_THAT(Emit(), HasSubstr("@hpdl_kind_shell = external dso_local constant"));
  program_.no_network = true;
  EXPECT_THAT(Emit(), HasSubstr("@hpdl_local_kind_shell = external dso_local constant"));
  workflow_->nodes[1].kind = &kWithoutLocalHalf;
  EXPECT_THAT(Emit(), HasSubstr("@hpdl_kind_map_reduce = external dso_local constant"));
}

TEST_F(CodegenTest, ConstantTextIsDataWithoutFunction) {
  Value(String("folded text"));
  const std::string ir = Emit();
  EXPECT_THAT(ir, Not(HasSubstr("define ")));
  EXPECT_THAT(ir, HasSubstr("folded text"));
  EXPECT_THAT(ir, Not(HasSubstr("${as written}")));
}

TEST_F(CodegenTest, EqualTextsAreOneConstant) {
  Text("twice");
  Text("twice");
  const std::string ir = Emit();
  const std::size_t first = ir.find("c\"twice\"");
  ASSERT_NE(first, std::string::npos);
  EXPECT_EQ(ir.find("c\"twice\"", first + 1), std::string::npos);
}

TEST_F(CodegenTest, CallsOperatorsAndFunctionsAndChecksEach) {
  const auto call =
      Add({.kind = hir::ExprKind::kCall, .function = &kConf, .operands = {String("key")}});
  Value(Binary(Op::kAdd, call, Number(2)));
  const std::string ir = Emit();
  EXPECT_THAT(ir, HasSubstr("define internal i32 @hpdl_expr_0_1(ptr %0, ptr %1)"));
  EXPECT_THAT(ir, HasSubstr("call i32 @hpdl_fn_wf_conf(ptr %0, ptr"));
  EXPECT_THAT(ir, HasSubstr("call i32 @hpdl_op_add(ptr %0, ptr"));
  EXPECT_THAT(ir, HasSubstr("call i32 @hpdl_op_to_string(ptr %0, ptr"));
  EXPECT_THAT(ir, HasSubstr("label %failed"));
}

TEST_F(CodegenTest, AndSkipsItsRightSide) {
  const auto parameter = Add({.kind = hir::ExprKind::kParameter, .parameter = 7});
  Value(Binary(Op::kAnd, parameter, parameter), hir::Type::kBoolean);
  const std::string ir = Emit();
  EXPECT_THAT(ir, HasSubstr("call i32 @hpdl_op_parameter(ptr %0, i32 7"));
  EXPECT_THAT(ir, HasSubstr("label %right, label %done"));
}

TEST_F(CodegenTest, TemplatesAndConditionals) {
  const auto parameter = Add({.kind = hir::ExprKind::kParameter, .parameter = 0});
  const auto choice =
      Add({.kind = hir::ExprKind::kConditional, .operands = {parameter, Number(1), String("two")}});
  Value(Add({.kind = hir::ExprKind::kConcat, .operands = {String("/out/"), choice}}));
  const std::string ir = Emit();
  EXPECT_THAT(ir, HasSubstr("alloca %hpdl_value, i32 2"));
  EXPECT_THAT(ir, HasSubstr("label %yes, label %no"));
  EXPECT_THAT(ir, HasSubstr("@hpdl_op_concat(ptr %0, ptr"));
  EXPECT_THAT(ir, Not(HasSubstr("hpdl_op_to_string")));  // a template needs no conversion to a text
}

TEST_F(CodegenTest, DebugInfoPointsAtTheLine) {
  Value(Add({.kind = hir::ExprKind::kParameter}));
  options_.debug_info = true;
  const std::string ir = Emit();
  EXPECT_THAT(ir, HasSubstr("!DIFile(filename: \"flow.xml\", directory: \"/apps/demo\")"));
  EXPECT_THAT(ir, HasSubstr("line: 2"));
  options_.debug_info = false;
  EXPECT_THAT(Emit(), Not(HasSubstr("!DI")));
}

TEST_F(CodegenTest, ObjectAndAssembly) {
  Value(Add({.kind = hir::ExprKind::kParameter}));
  EXPECT_EQ(Emit(Format::kObject).substr(0, 4), ELFMAG);
  EXPECT_THAT(Emit(Format::kAssembly), HasSubstr(kProgramSymbol + ":"));
}

TEST_F(CodegenTest, EqualFilesAreStoredOnce) {
  workflow_->files = {{.path = "lib/a.jar", .data = "bytes"},
                      {.path = "lib/b.jar", .data = "bytes"},
                      {.path = "c", .data = "other"}};
  const std::string ir = Emit();
  EXPECT_THAT(ir, HasSubstr("@hpdl_file_1 = external dso_local constant i8"));
  EXPECT_THAT(ir, Not(HasSubstr("@hpdl_file_2")));
  EXPECT_EQ(files_.size(), 21u);  // 5 bytes, aligned to 16, then 5 bytes

  const int fd = ::memfd_create("object", 0);
  const Result<void> written = files_.WriteObject(fd);
  ASSERT_TRUE(written) << written.error().message;
  std::string object(static_cast<std::size_t>(::lseek(fd, 0, SEEK_END)), '\0');
  ASSERT_EQ(::pread(fd, object.data(), object.size(), 0), static_cast<ssize_t>(object.size()));
  ::close(fd);
  const auto* header = reinterpret_cast<const Elf64_Ehdr*>(object.data());
  const auto* sections = reinterpret_cast<const Elf64_Shdr*>(object.data() + header->e_shoff);
  ASSERT_EQ(header->e_shoff + header->e_shnum * sizeof(Elf64_Shdr), object.size());
  const char* names = object.data() + sections[header->e_shstrndx].sh_offset;
  EXPECT_STREQ(names + sections[1].sh_name, ".hpdl.files");
  EXPECT_STREQ(names + sections[5].sh_name, ".note.GNU-stack");
  EXPECT_EQ(sections[1].sh_flags, std::uint64_t{SHF_ALLOC});
  EXPECT_EQ(object.substr(sections[1].sh_offset, 5), "bytes");
  EXPECT_EQ(object.substr(sections[1].sh_offset + 16, 5), "other");
}

TEST_F(CodegenTest, UnreadableFileIsAnError) {
  workflow_->files = {{.path = "gone", .disk_path = "/nowhere/gone"}};
  const Result<std::string> output = Lower(program_, options_, Format::kObject, &files_);
  ASSERT_FALSE(output);
  EXPECT_THAT(output.error().message, HasSubstr("/nowhere/gone: No such file"));
}

TEST_F(CodegenTest, FileThatChangesIsAnError) {
  const std::string path = ::testing::TempDir() + "hpdl_changing";
  std::ofstream(path) << "first";
  workflow_->files = {{.path = "f", .disk_path = path}};
  Emit();
  std::ofstream(path) << "later";
  const int fd = ::memfd_create("object", 0);
  const Result<void> written = files_.WriteObject(fd);
  ASSERT_FALSE(written);
  EXPECT_THAT(written.error().message, HasSubstr("changed while it was read"));
  ::close(fd);
  ::unlink(path.c_str());
}

TEST_F(CodegenTest, ContentHashDependsOnEverythingInTheProgram) {
  std::set<std::string> hashes;
  const auto add = [&] {
    const std::string ir = Emit();
    const std::size_t at = ir.find("[64 x i8] c\"");
    ASSERT_NE(at, std::string::npos);
    hashes.insert(ir.substr(at + 12, 64));
  };
  add();
  workflow_->file_name = "elsewhere/workflow.xml";
  options_.debug_info = !options_.debug_info;
  add();
  EXPECT_EQ(hashes.size(), 1U) << "the place of the sources and the line tables do not matter";
  const std::vector<std::function<void()>> changes = {
      [&] { workflow_->files = {{.path = "a", .data = "b"}}; },
      [&] { workflow_->files = {{.path = "a", .data = "c"}}; },
      [&] { program_.properties = {{"a", "1"}}; },
      [&] { program_.properties = {{"a", "2"}}; },
      [&] { workflow_->defaults = {{"d", "1"}}; },
      [&] { workflow_->defaults = {{"d", "2"}}; },
      [&] { options_.compiler_version = "another"; },
      [&] { program_.no_network = !program_.no_network; },
  };
  for (const auto& change : changes) {
    const std::size_t before = hashes.size();
    change();
    add();
    EXPECT_EQ(hashes.size(), before + 1);
  }
}

/// The base of the tests of coordinators and bundles. It makes a coordinator with two inputs and
/// one output.
class SubmittedTest : public ::testing::Test {
 protected:
  static hir::ValueId Text(hir::Definition& definition, std::string text) {
    definition.values.push_back({.text = std::move(text)});
    return hir::ValueId{static_cast<std::uint32_t>(definition.values.size() - 1)};
  }
  /// Adds a call without arguments.
  static hir::ValueId Call(hir::Definition& definition, const stdlib::FunctionDecl* function) {
    definition.exprs.push_back({.kind = hir::ExprKind::kCall, .function = function});
    definition.values.push_back(
        {.expr = {static_cast<std::uint32_t>(definition.exprs.size() - 1)}, .text = "${call}"});
    return hir::ValueId{static_cast<std::uint32_t>(definition.values.size() - 1)};
  }

  std::unique_ptr<hir::Coordinator> MakeCoordinator() {
    auto made = std::make_unique<hir::Coordinator>();
    hir::Coordinator& c = *made;
    c.source = &source_;
    c.file_name = "coordinator.xml";
    c.schema = "uri:oozie:coordinator:0.4";
    c.name = Text(c, "daily");                                   // id 0 in c.values
    c.frequency = c.start = c.end = c.timezone = Text(c, "10");  // id 1
    c.app_path = Text(c, "/apps/w");                             // id 2
    c.datasets = {{.name = "logs", .frequency = c.frequency, .range = {4, 5}}};
    const hir::ValueId first = Text(c, "-1"), last = Text(c, "0");               // ids 3 and 4
    const hir::ValueId current = Call(c, &kCurrent), text = Call(c, &kCurrent);  // ids 5 and 6
    c.inputs = {{.name = "in",
                 .dataset = c.name,
                 .instances = {{.text = first}, {.text = last}},
                 .is_range = true},
                {.name = "more", .dataset = c.name, .instances = {{.text = text, .waits = true}}}};
    c.outputs = {
        {.name = "out", .dataset = c.name, .instances = {{.text = current}}, .nocleanup = true}};
    c.logic = {{.kind = LogicKind::kOr, .end = 2},
               {.kind = LogicKind::kDataIn, .end = 2, .dataset = c.name}};
    c.configuration = {{c.name, c.app_path}};
    return made;
  }
  std::string Emit(Format format = Format::kLlvm) {
    const Result<std::string> output = Lower(program_, options_, format, &files_);
    EXPECT_TRUE(output) << output.error().message;
    return output ? *output : "";
  }
  std::string Hash() {
    const std::string ir = Emit();
    const std::size_t at = ir.find("[64 x i8] c\"");
    return at == std::string::npos ? std::string() : ir.substr(at + 12, 64);
  }

  const stdlib::FunctionDecl kCurrent{.name = "coord:current", .symbol = "hpdl_fn_coord_current"};
  SourceBuffer source_{"coordinator.xml", "<a>\n  <b/>\n</a>\n"};
  hir::Program program_;
  FileSection files_;
  Options options_{.directory = "/apps/demo", .compiler_version = "hpdlc test"};
};

TEST_F(SubmittedTest, CoordinatorIsAProgramWithoutWorkflows) {
  program_.coordinators.push_back(MakeCoordinator());
  const std::string ir = Emit();
  EXPECT_THAT(ir, HasSubstr("constant %hpdl_program { i32 " + std::to_string(HPDL_ABI_VERSION) +
                            ", i32 0, ptr null,"));
  EXPECT_THAT(ir, HasSubstr("ptr @coordinators, ptr null, ptr @hpdl_coordination_engine, ptr null, "
                            "i32 0, i32 0, ptr null }"));
  // This text is the end of the coordinator's row: the ids of expressions, no SLA, the tables and
  // their lengths, and no workflow.
  EXPECT_THAT(ir, HasSubstr("i32 1, i32 1, i32 1, i32 1, i32 -1, i32 -1, i32 -1, i32 -1, i32 2, "
                            "i32 0, ptr @datasets, ptr @inputs, ptr @outputs, ptr @logic, "
                            "ptr @configuration, ptr null, i32 1, i32 2, i32 1, "
                            "i32 2, i32 1, i32 0, i32 -1 }"));
  program_.coordinators[0]->workflow = 7;
  EXPECT_THAT(Emit(), HasSubstr("i32 0, i32 7 }"));
}

TEST_F(SubmittedTest, EventsAndInstances) {
  program_.coordinators.push_back(MakeCoordinator());
  // Equal names of constants get numbers, which the regular expression removes.
  const std::string ir = std::regex_replace(Emit(), std::regex("@(text|instances)[.0-9]+"), "@$1");
  for (const char* row : {"[2 x i32] [i32 3, i32 4]", "[1 x i32] [i32 6]", "[1 x i32] [i32 5]"}) {
    EXPECT_THAT(ir, HasSubstr("@instances = private unnamed_addr constant " + std::string(row)));
  }
  // The event is a range.
  EXPECT_THAT(ir, HasSubstr("i32 0, i32 1, ptr @instances, i32 2, i32 0 }"));
  // The event has nocleanup.
  EXPECT_THAT(ir, HasSubstr("i32 0, i32 0, ptr @instances, i32 1, i32 1 }"));
  EXPECT_THAT(ir, HasSubstr("%hpdl_dataset { %hpdl_str { ptr @text, i64 4 }, i32 1, i32 -1, "
                            "i32 -1, i32 -1, i32 -1, i32 2 }"));
  EXPECT_THAT(ir, HasSubstr("[%hpdl_logic { i32 1, i32 2, i32 -1, i32 -1, i32 -1, i32 -1 }, "
                            "%hpdl_logic { i32 3, i32 2, i32 -1, i32 -1, i32 -1, i32 0 }]"));
  EXPECT_THAT(ir, HasSubstr("call i32 @hpdl_fn_coord_current(ptr %0, ptr null, ptr"));
}

TEST_F(SubmittedTest, SlaHasItsVersion) {
  program_.coordinators.push_back(MakeCoordinator());
  hir::Coordinator& c = *program_.coordinators[0];
  c.sla = {.version = stdlib::kV0_1, .args = {{.field = 4, .end = 1, .value = c.name}}};
  EXPECT_THAT(Emit(), HasSubstr("i32 2, i32 1, ptr @datasets"));
  c.sla.version = stdlib::kV0_2;
  const std::string ir = Emit();
  EXPECT_THAT(ir, HasSubstr("i32 2, i32 2, ptr @datasets"));
  EXPECT_THAT(ir, HasSubstr("[%hpdl_arg { i32 4, i32 1, i32 0, i32 1 }]"));
}

TEST_F(SubmittedTest, BundleHasItsCoordinators) {
  auto bundle = std::make_unique<hir::Bundle>();
  bundle->source = &source_;
  bundle->file_name = "bundle.xml";
  bundle->name = Text(*bundle, "all");
  bundle->coordinators = {{.name = bundle->name, .app_path = Call(*bundle, &kCurrent)},
                          {.name = bundle->name, .app_path = bundle->name, .coordinator = 0}};
  program_.bundle = std::move(bundle);
  EXPECT_THAT(Emit(), HasSubstr("ptr @bundled, ptr null, i32 0, i32 0 }"));
  program_.coordinators.push_back(MakeCoordinator());
  const std::string ir = Emit();
  EXPECT_THAT(ir, HasSubstr("ptr null, ptr @bundle, ptr @hpdl_coordination_engine, ptr null, i32 "
                            "0, i32 0, ptr null }"));
  EXPECT_THAT(ir, HasSubstr("i32 -1, i32 2, ptr @bundled, ptr @coordinators, i32 1, i32 0 }"));
  EXPECT_THAT(ir,
              HasSubstr("[%hpdl_bundled { i32 0, i32 1, i32 -1, i32 -1, ptr null, i32 0, i32 -1 }, "
                        "%hpdl_bundled { i32 0, i32 0, i32 -1, i32 -1, ptr null, i32 0, i32 0 }]"));
  // The functions of the bundle and of the coordinator have different names.
  EXPECT_THAT(ir, HasSubstr("define internal i32 @hpdl_bundle_expr_1("));
  EXPECT_THAT(ir, HasSubstr("define internal i32 @hpdl_coordinator_expr_0_5("));
}

TEST_F(SubmittedTest, ContentHashDependsOnDefaults) {
  program_.coordinators.push_back(MakeCoordinator());
  hir::Coordinator& c = *program_.coordinators[0];
  const std::string plain = Hash();
  EXPECT_EQ(plain.size(), 64u);
  c.defaults = {{"name", "value"}};
  const std::string with_default = Hash();
  EXPECT_NE(with_default, plain);
  c.defaults = {{"name", "other"}};
  EXPECT_NE(Hash(), with_default);
}

TEST_F(SubmittedTest, DebugInfoAndObject) {
  program_.coordinators.push_back(MakeCoordinator());
  options_.debug_info = true;
  EXPECT_THAT(Emit(),
              HasSubstr("!DIFile(filename: \"coordinator.xml\", directory: \"/apps/demo\")"));
  EXPECT_EQ(Emit(Format::kObject).substr(0, 4), ELFMAG);
}

}  // namespace
}  // namespace hpdl::codegen
