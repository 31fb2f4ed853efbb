#ifndef HPDL_STDLIB_CORE_FUNCTION_H_
#define HPDL_STDLIB_CORE_FUNCTION_H_

#include <cstdint>
#include <span>
#include <string_view>

#include "runtime/ground/abi/hpdl_abi.h"

/// The types that declare EL functions and constants. Each overload has one declaration, one symbol
/// and one effect. sema chooses the overload, and codegen calls the symbol. A function's name is
/// looked up at run time only for expressions in <job-xml> files that the compiler did not see.
namespace hpdl::stdlib {

enum class Type : std::uint8_t {
  kAny,  ///< the type is known only at run time
  kNull,
  kBoolean,
  kLong,
  kDouble,
  kString,
  kMap,
};

enum Effect : std::uint32_t {
  kPure = 0,
  kRunState = HPDL_EFFECT_RUN_STATE,
  kWorld = HPDL_EFFECT_WORLD,
  kClock = HPDL_EFFECT_CLOCK,
  kWrite = HPDL_EFFECT_WRITE,
  /// The function sets rt::CoordinatorNotes in addition to its result, so the compiler does not
  /// fold it.
  kNote = HPDL_EFFECT_NOTE,
  /// A second evaluation of an expression with one of these effects may give another value.
  kMayChange = kWorld | kClock | kWrite,
};

/// The meaning of an argument for the checks of sema.
enum class ArgumentRole : std::uint8_t {
  kValue,
  kNode,         ///< the name of a node of this workflow
  kProperty,     ///< the name of a job property
  kInputEvent,   ///< the name of an input event of this coordinator
  kOutputEvent,  ///< the name of an output event of this coordinator
};

/// The data that a function reads from the node that an argument names.
enum class Asks : std::uint8_t {
  kNothing,  ///< nothing, or data that every node has
  kOutput,   ///< data that the action captured
  kJob,      ///< the Hadoop job and the job's counters
};

/// A special role of a function, which its result, effects and arguments do not show.
enum class FunctionRole : std::uint8_t {
  kNone,
  kErrorNode,  ///< returns the name of the node that failed
  kConcat,     ///< returns the text of all its arguments, joined
  /// Puts a value into the workflow token. The key is in the first argument.
  kTokenPut,
  kCheckOnly,  ///< only checks a call; a function of the same name evaluates it in a later phase
  kFails,      ///< always fails, with its argument as the reason; no definition can call it
};

struct ArgumentDecl {
  std::string_view name;
  Type type = Type::kString;
  ArgumentRole role = ArgumentRole::kValue;
};

/// The environment of an expression decides which functions and constants the expression may use.
/// The place of the expression in a definition decides its environment. The environments of
/// coordinators are the phases in which Oozie evaluates expressions; the comments of the members
/// give Oozie's names of these phases. Oozie may check a text in an early phase and evaluate it in
/// a later phase. Then the text has two environments, which have different functions of the same
/// names.
enum Environment : std::uint32_t {
  kScope = 0,  ///< a declaration uses the environment of its owner
  kOozieWorkflow = 1 << 0,
  kHwsWorkflow = 1 << 1,
  kWorkflowSla = 1 << 2,                 ///< wf-sla-submit
  kCoordinatorFrequency = 1 << 3,        ///< coord-job-submit-freq
  kCoordinatorConstants = 1 << 4,        ///< coord-job-submit-nofuncs
  kCoordinatorTimeout = 1 << 5,          ///< coord-job-wait-timeout
  kCoordinatorInitialInstance = 1 << 6,  ///< coord-job-submit-initial-instance
  kCoordinatorInstances = 1 << 7,  ///< coord-job-submit-instances: checked and written back as text
  kCoordinatorData = 1 << 8,       ///< coord-job-submit-data: checked
  kCoordinatorSla = 1 << 9,        ///< coord-sla-submit: checked
  kCoordinatorActionRange = 1 << 10,      ///< coord-action-create-inst: the ends of a range
  kCoordinatorActionInstances = 1 << 11,  ///< coord-action-create
  kCoordinatorActionSla = 1 << 12,        ///< coord-sla-create
  kCoordinatorActionStart = 1 << 13,      ///< coord-action-start
  kBundle = 1 << 14,                      ///< bundle-submit
};
using Environments = std::uint32_t;  ///< a set of bits of Environment
inline constexpr Environments kWorkflows = kOozieWorkflow | kHwsWorkflow;

/// Returns the phase in which Oozie checks a text when the coordinator is submitted. Returns
/// `evaluated` if the text has no earlier phase.
constexpr Environment CheckedIn(Environment evaluated) {
  switch (evaluated) {
    case kCoordinatorActionRange:
    case kCoordinatorActionInstances:
      return kCoordinatorInstances;
    case kCoordinatorActionSla:
      return kCoordinatorSla;
    case kCoordinatorActionStart:
      return kCoordinatorData;
    default:
      return evaluated;
  }
}

/// One overload of a function. `impl` converts its arguments to the declared types (null to String
/// is "", and so on: JSP.2.8), so a caller passes values unchanged. A result declared as kString
/// may be null.
struct FunctionDecl {
  std::string_view name;  ///< the function's name with the prefix: "wf:conf"
  Type result = Type::kString;
  std::span<const ArgumentDecl> arguments;
  std::uint32_t effects = kPure;
  Environments environments = kWorkflows;
  std::string_view symbol;  ///< "hpdl_fn_wf_conf"
  /// The address of the function `symbol`, for folding and `hpdlc eval`.
  hpdl_function impl = nullptr;
  /// One sentence about the function, with the section of the specification that defines it.
  std::string_view doc;
  /// The data that the function reads from the node of its kNode argument.
  Asks asks = Asks::kNothing;
  FunctionRole role = FunctionRole::kNone;
};

struct ConstantDecl {
  std::string_view name;
  Type type = Type::kLong;
  std::int64_t number = 0;
  std::string_view text;
  Environments environments = kWorkflows;
};

/// One family of functions, in a folder of its own: stdlib/functions/<family>/<family>.fn.h defines
/// `k<Family>Functions`.
struct FunctionFamily {
  std::string_view name;
  std::span<const FunctionDecl> functions;
  std::span<const ConstantDecl> constants;
};

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_CORE_FUNCTION_H_
