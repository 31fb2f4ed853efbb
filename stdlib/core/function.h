#ifndef HPDL_STDLIB_CORE_FUNCTION_H_
#define HPDL_STDLIB_CORE_FUNCTION_H_

#include <cstdint>
#include <span>
#include <string_view>

#include "runtime/ground/abi/hpdl_abi.h"

/// The words in which EL functions and constants are declared. Each overload has one declaration,
/// one symbol and one effect; sema binds it, codegen calls the symbol, nothing is looked up at run
/// time.
namespace hpdl::stdlib {

enum class Type : std::uint8_t {
  kAny,  ///< known at run time only
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
  kNote = HPDL_EFFECT_NOTE,  ///< rt::CoordinatorNotes, beside its value: it is not folded
  /// Of these a second evaluation may give another value.
  kMayChange = kWorld | kClock | kWrite,
};

/// What an argument means to the checks of sema.
enum class ArgumentRole : std::uint8_t {
  kValue,
  kNode,         ///< the name of a node of this workflow
  kProperty,     ///< the name of a job property
  kInputEvent,   ///< the name of an input event of this coordinator
  kOutputEvent,  ///< likewise
};

/// What a function needs of the node that an argument names.
enum class Asks : std::uint8_t {
  kNothing,  ///< or what every node has
  kOutput,   ///< data that the action captured
  kJob,      ///< the Hadoop job, and its counters
};

/// What a function tells or does that its result, effects and arguments do not say.
enum class FunctionRole : std::uint8_t {
  kNone,
  kErrorNode,    ///< tells the name of the node that failed
  kConcat,       ///< gives its arguments as one text, one after the other
  kTokenGet,     ///< gives what was put last into the token for the key that its argument is
  kTokenPut,     ///< puts a value into the token, for the key that its first argument is
  kTokenOfNode,  ///< gives something that the node of an argument has in the token
  kCheckOnly,    ///< stands for the function of its name that a later phase evaluates
};

struct ArgumentDecl {
  std::string_view name;
  Type type = Type::kString;
  ArgumentRole role = ArgumentRole::kValue;
};

/// What an expression stands in. Each place that may hold one has one environment; a function or
/// constant exists in a set of them. Those of coordinators are the phases in which Oozie evaluates
/// them: the same text is checked in an early phase and evaluated in a later one, by other
/// functions of the same names.
enum Environment : std::uint32_t {
  kScope = 0,  ///< of a declaration: none of its own
  kOozieWorkflow = 1 << 0,
  kHwsWorkflow = 1 << 1,
  kWorkflowSla = 1 << 2,                  ///< wf-sla-submit
  kCoordinatorFrequency = 1 << 3,         ///< coord-job-submit-freq
  kCoordinatorConstants = 1 << 4,         ///< coord-job-submit-nofuncs
  kCoordinatorTimeout = 1 << 5,           ///< coord-job-wait-timeout
  kCoordinatorInitialInstance = 1 << 6,   ///< coord-job-submit-initial-instance
  kCoordinatorInstances = 1 << 7,         ///< coord-job-submit-instances: checked, written back
  kCoordinatorData = 1 << 8,              ///< coord-job-submit-data: checked
  kCoordinatorSla = 1 << 9,               ///< coord-sla-submit: checked
  kCoordinatorActionRange = 1 << 10,      ///< coord-action-create-inst: ends of a range
  kCoordinatorActionInstances = 1 << 11,  ///< coord-action-create
  kCoordinatorActionSla = 1 << 12,        ///< coord-sla-create
  kCoordinatorActionStart = 1 << 13,      ///< coord-action-start
  kBundle = 1 << 14,                      ///< bundle-submit
};
using Environments = std::uint32_t;  ///< a bit set
inline constexpr Environments kWorkflows = kOozieWorkflow | kHwsWorkflow;

/// The phase in which Oozie looks at a text when the coordinator is submitted, if it evaluates it
/// in a later one; else the same.
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

/// One overload. `impl` converts its arguments to the declared types itself (null to String is "",
/// and so on: JSP.2.8), so that a caller passes values as they are. A result declared as kString
/// may be null.
struct FunctionDecl {
  std::string_view name;  ///< with prefix: "wf:conf"
  Type result = Type::kString;
  std::span<const ArgumentDecl> arguments;
  std::uint32_t effects = kPure;
  Environments environments = kWorkflows;
  std::string_view symbol;       ///< "hpdl_fn_wf_conf"
  hpdl_function impl = nullptr;  ///< the same, for folding and `hpdlc eval`
  std::string_view doc;          ///< one sentence and the section of the specification
  Asks asks = Asks::kNothing;    ///< of the argument whose role is kNode
  FunctionRole role = FunctionRole::kNone;
};

struct ConstantDecl {
  std::string_view name;
  Type type = Type::kLong;
  std::int64_t number = 0;
  std::string_view text;
  Environments environments = kWorkflows;
};

/// One family, one folder: stdlib/functions/<family>/<family>.fn.h defines `k<Family>`.
struct FunctionFamily {
  std::string_view name;
  std::span<const FunctionDecl> functions;
  std::span<const ConstantDecl> constants;
};

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_CORE_FUNCTION_H_
