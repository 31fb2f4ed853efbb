#include "runtime/ground/javascript/context.h"

#include <quickjs.h>
#include <time.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <set>
#include <utility>

#include "runtime/ground/javascript/access.h"
#include "runtime/ground/javascript/position.h"

namespace hpdl::rt::js {
namespace {

/// Global names that are removed, so that scripts do not see these objects. The objects Promise and
/// BigInt themselves stay in the engine, because the language's syntax needs them. Code that waits
/// for a promise never continues.
constexpr const char* kRemoved[] = {"Promise",
                                    "BigInt",
                                    "navigator",
                                    "queueMicrotask",
                                    "Atomics",
                                    "WeakRef",
                                    "FinalizationRegistry",
                                    "SharedArrayBuffer",
                                    "performance"};

constexpr std::size_t kCollectFrom = std::size_t{4} << 20;  // in bytes

std::chrono::nanoseconds ThreadTime() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
}

JSContext* NewContext(JSRuntime* runtime) {
  JSContext* context = JS_NewContextRaw(runtime);
  const bool good = context != nullptr && JS_AddIntrinsicBaseObjects(context) == 0 &&
                    JS_AddIntrinsicDate(context) == 0 && JS_AddIntrinsicEval(context) == 0 &&
                    JS_AddIntrinsicRegExp(context) == 0 && JS_AddIntrinsicJSON(context) == 0 &&
                    JS_AddIntrinsicMapSet(context) == 0 && JS_AddIntrinsicProxy(context) == 0 &&
                    JS_AddIntrinsicPromise(context) == 0 && JS_AddIntrinsicBigInt(context) == 0;
  if (!good) {
    std::fputs("cannot create a JavaScript context: out of memory\n", stderr);
    std::abort();
  }
  return context;
}

/// Replaces the engine's Date, Math.random and parseInt. Date gets the time from the host. It
/// parses the texts that Rhino parses and, like Rhino, refuses ISO 8601. Math.random throws.
/// parseInt handles leading zeroes like Rhino.
constexpr const char* kStandardObjects = R"js((function (host) {
  "use strict";
  const global = globalThis, Original = Date, apply = Reflect.apply, construct = Reflect.construct;
  const iso = /^\s*[+-]?\d{4,6}(-\d|\s*$|T)/, octal = /^\s*[+-]?0\d/, zeroes = /0/;
  const parse = Original.parse, integer = global.parseInt;
  const read = text => iso.test(text) ? NaN : parse(text);

  function HostDate(...parts) {
    if (new.target === undefined) return new Original(host.clock()).toString();
    if (parts.length === 0) parts = [host.clock()];
    if (parts.length === 1 && typeof parts[0] === "string") parts = [read(parts[0])];
    return construct(Original, parts, new.target);
  }
  Object.defineProperties(HostDate, {
    name: {value: "Date"},
    length: {value: 7},
    prototype: {value: Original.prototype, writable: false},
    now: {value: function now() { return host.clock(); }},
    parse: {value: function parse(text) { return read(String(text)); }},
    UTC: {value: Original.UTC},
  });
  Original.prototype.constructor = HostDate;
  const hidden = (object, name, value) =>
    Object.defineProperty(object, name, {value, writable: true, configurable: true, enumerable: false});
  hidden(global, "Date", HostDate);
  hidden(Math, "random", function random() {
    throw new Error("Math.random is not available: a definition must not depend on chance");
  });
  hidden(global, "parseInt", function parseInt(text, radix) {
    text = String(text);
    return radix === undefined && octal.test(text) ? integer(text.replace(zeroes, ""), 8) : integer(text, radix);
  });
  hidden(Number, "parseInt", global.parseInt);
}))js";

}  // namespace

struct Context::State {
  JSRuntime* runtime = nullptr;
  JSContext* context = nullptr;
  Limits limits;
  std::chrono::nanoseconds deadline{0};
  int depth = 0;  ///< number of calls by the host that are running, each inside the call before it
  bool too_late = false;
  std::set<std::string> sources;
  std::function<double()> clock;
  JSValue stack_of_error = JS_UNDEFINED;  ///< the getter of Error.prototype.stack

  static int Interrupt(JSRuntime* /*runtime*/, void* opaque) {
    State* state = static_cast<State*>(opaque);
    state->too_late = state->too_late || ThreadTime() > state->deadline;
    return state->too_late ? 1 : 0;
  }
  static State& Of(JSContext* context) {
    return *static_cast<State*>(JS_GetContextOpaque(context));
  }

  /// Starts the time limit of a call by the host. Each call makes an object of this class, which
  /// lives until the call returns. If calls are nested, only the outermost call starts the time
  /// limit.
  class Entered {
   public:
    explicit Entered(State* state) : state_(state) {
      if (state->depth++ == 0) {
        state->too_late = false;
        state->deadline = ThreadTime() + state->limits.time;
        JS_UpdateStackTop(state->runtime);
      }
    }
    ~Entered() { --state_->depth; }
    Entered(const Entered&) = delete;
    Entered& operator=(const Entered&) = delete;

   private:
    State* state_;
  };

  /// Evaluates a source, or only compiles it if `flags` contain JS_EVAL_FLAG_COMPILE_ONLY.
  Value Read(const std::string& source, const std::string& name, int flags) {
    sources.insert(name);
    const Entered entered(this);
    // In the first line only, the engine counts columns from 0. So an empty line is added before
    // the source.
    const std::string whole = "\n" + source;
    return Access::Own(context, JS_Eval(context, whole.c_str(), whole.size(), name.c_str(), flags));
  }

  Value Run(std::string_view code) {
    const Entered entered(this);
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(code.data());
    JSValue function = JS_ReadObject(context, bytes, code.size(), JS_READ_OBJ_BYTECODE);
    return Access::Own(context,
                       JS_IsException(function) ? function : JS_EvalFunction(context, function));
  }

  std::string TextOf(JSValueConst value) {
    std::size_t size = 0;
    const char* text = JS_ToCStringLen(context, &size, value);
    if (text == nullptr) {  // a toString() of the script has thrown an exception
      JS_FreeValue(context, JS_GetException(context));
      return "an object that has no text";
    }
    std::string copy(text, size);
    JS_FreeCString(context, text);
    return copy;
  }

  /// Returns the stack trace of an Error, even if the script has changed the members of the Error.
  /// The engine made the trace together with the Error.
  std::string TraceOf(JSValueConst error) {
    JSValue stack = JS_IsUndefined(stack_of_error)
                        ? JS_UNDEFINED
                        : JS_Call(context, stack_of_error, error, 0, nullptr);
    std::string trace = JS_IsString(stack) ? TextOf(stack) : "";
    if (JS_IsException(stack)) {
      JS_FreeValue(context, JS_GetException(context));
    }
    JS_FreeValue(context, stack);
    return trace;
  }

  std::size_t MemoryUsed() {
    JSMemoryUsage usage{};
    JS_ComputeMemoryUsage(runtime, &usage);
    return static_cast<std::size_t>(usage.malloc_size);
  }

  /// Returns the stack trace of the last exception that was not caught, and removes the trace from
  /// the engine.
  std::string TraceOfThrow() {
    JSValue trace = JS_UNDEFINED;
    constexpr int kTakeTrace = 2;
    js_std_cmd(kTakeTrace, context, &trace);
    std::string text = JS_IsString(trace) ? TextOf(trace) : "";
    JS_FreeValue(context, trace);
    return text;
  }

  void FindStackGetter() {
    const Value error = Access::Own(context, JS_GetGlobalObject(context)).Get("Error");
    const Value prototype = error.Get("prototype");
    const JSAtom name = JS_NewAtom(context, "stack");
    JSPropertyDescriptor found{};
    if (JS_GetOwnProperty(context, &found, Access::See(prototype), name) > 0) {
      stack_of_error = found.getter;
      JS_FreeValue(context, found.setter);
      JS_FreeValue(context, found.value);
    }
    JS_FreeAtom(context, name);
  }

  void RemoveNames() {
    JSValue global = JS_GetGlobalObject(context);
    for (const char* name : kRemoved) {
      const JSAtom atom = JS_NewAtom(context, name);
      JS_DeleteProperty(context, global, atom, 0);
      JS_FreeAtom(context, atom);
    }
    JS_FreeValue(context, global);
  }

  /// Seals the objects that have a global name, and their prototypes.
  void Seal() {
    JSValue global = JS_GetGlobalObject(context);
    JSPropertyEnum* names = nullptr;
    std::uint32_t count = 0;
    JS_GetOwnPropertyNames(context, &names, &count, global, JS_GPN_STRING_MASK);
    for (std::uint32_t i = 0; i < count; ++i) {
      const Value object = Access::Own(context, JS_GetProperty(context, global, names[i].atom));
      if (!object.IsObject() || JS_IsStrictEqual(context, Access::See(object), global)) {
        continue;
      }
      JS_SealFully(Access::See(object));
      JS_SealFully(Access::See(object.Get("prototype")));
    }
    JS_FreePropertyEnum(context, names, count);
    JS_FreeValue(context, global);
  }
};

Context::Context(const Limits& limits) : state_(std::make_unique<State>()) {
  State& state = *state_;
  state.limits = limits;
  state.runtime = JS_NewRuntime();
  if (state.runtime == nullptr) {
    std::fputs("cannot create a JavaScript context: out of memory\n", stderr);
    std::abort();
  }
  // A low limit would only cost time, because most scripts end before there is garbage to collect.
  JS_SetGCThreshold(state.runtime, kCollectFrom);
  state.context = NewContext(state.runtime);
  JS_SetContextOpaque(state.context, &state);
  state.FindStackGetter();
  state.RemoveNames();
  static const Compiled standard_objects(kStandardObjects, "<standard objects>");
  const Value host = Object();
  Set(host, "clock", Function("clock", [&state, this](const std::vector<Value>&) {
        return Number(state.clock ? state.clock() : 0);
      }));
  Evaluate(standard_objects).Call({host});
  state.Seal();
  JS_SetMemoryLimit(state.runtime, limits.memory_bytes);
  JS_SetMaxStackSize(state.runtime, limits.stack_bytes);
  JS_SetInterruptHandler(state.runtime, &State::Interrupt, &state);
}

Context::~Context() {
  JS_FreeValue(state_->context, state_->stack_of_error);
  JS_FreeValue(state_->context, JS_GetException(state_->context));
  JS_FreeContext(state_->context);
  JS_FreeRuntime(state_->runtime);
}

void Context::SetClock(std::function<double()> clock) {
  state_->clock = std::move(clock);
}

Value Context::Evaluate(const std::string& source, const std::string& name) {
  return state_->Read(source, name, JS_EVAL_TYPE_GLOBAL);
}

Value Context::CheckSyntax(const std::string& source, const std::string& name) {
  const Value read = state_->Read(source, name, JS_EVAL_TYPE_GLOBAL | JS_EVAL_FLAG_COMPILE_ONLY);
  return read.thrown() ? read : Value();
}

Value Context::Evaluate(const Compiled& program) {
  return state_->Run(program.bytecode_);
}

Value Context::EvaluateCode(std::string_view code, const std::string& name) {
  state_->sources.insert(name);
  return state_->Run(code);
}

std::optional<std::string> Context::Compile(const std::string& source, const std::string& name) {
  const Value function =
      state_->Read(source, name, JS_EVAL_TYPE_GLOBAL | JS_EVAL_FLAG_COMPILE_ONLY);
  if (function.thrown()) {
    return {};
  }
  std::size_t size = 0;
  std::uint8_t* bytes = JS_WriteObject(state_->context, &size, Access::See(function),
                                       JS_WRITE_OBJ_BYTECODE | JS_WRITE_OBJ_STRIP_SOURCE);
  if (bytes == nullptr) {
    return {};
  }
  std::string code(reinterpret_cast<const char*>(bytes), size);
  js_free(state_->context, bytes);
  return code;
}

Value Value::Call(const std::vector<Value>& arguments) const {
  if (context_ == nullptr) {
    return {};
  }
  std::vector<JSValueConst> seen;
  for (const Value& argument : arguments) {
    if (argument.thrown()) {
      return argument;
    }
    seen.push_back(Access::See(argument));
  }
  const Context::State::Entered entered(&Context::State::Of(context_));
  return Access::Own(context_, JS_Call(context_, Access::See(*this), JS_UNDEFINED,
                                       static_cast<int>(seen.size()), seen.data()));
}

Value Context::Global() {
  return Access::Own(state_->context, JS_GetGlobalObject(state_->context));
}

void Context::SetGlobal(const char* name, const Value& value) {
  JS_DefinePropertyValueStr(state_->context, Access::See(Global()), name, Access::Give(value),
                            JS_PROP_WRITABLE | JS_PROP_CONFIGURABLE);
}

Value Context::Null() {
  return Access::Own(state_->context, JS_NULL);
}

Value Context::Boolean(bool value) {
  return Access::Own(state_->context, JS_NewBool(state_->context, value));
}

Value Context::Number(double value) {
  return Access::Own(state_->context, JS_NewNumber(state_->context, value));
}

Value Context::BigInt(std::int64_t value) {
  return Access::Own(state_->context, JS_NewBigInt64(state_->context, value));
}

Value Context::Text(std::string_view text) {
  return Access::Own(state_->context, JS_NewStringLen(state_->context, text.data(), text.size()));
}

Value Context::Array(const std::vector<Value>& elements) {
  Value array = Access::Own(state_->context, JS_NewArray(state_->context));
  std::uint32_t index = 0;
  for (const Value& element : elements) {
    if (element.thrown()) {
      return element;
    }
    JS_DefinePropertyValueUint32(state_->context, Access::See(array), index++,
                                 Access::Give(element), JS_PROP_C_W_E);
  }
  return array;
}

Value Context::Object() {
  return Access::Own(state_->context, JS_NewObject(state_->context));
}

void Context::Set(const Value& object, const char* name, const Value& value) {
  if (object.IsObject() && !value.thrown()) {
    JS_SetPropertyStr(state_->context, Access::See(object), name, Access::Give(value));
  }
}

Value Context::Function(const char* name, HostFunction function) {
  const auto call = [](JSContext* context, JSValueConst, int count, JSValueConst* given, int,
                       void* opaque) -> JSValue {
    std::vector<Value> arguments;
    arguments.reserve(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) {
      arguments.push_back(Access::Share(context, given[i]));
    }
    return Access::Give((*static_cast<HostFunction*>(opaque))(arguments));
  };
  const auto forget = [](void* opaque) { delete static_cast<HostFunction*>(opaque); };
  return Access::Own(state_->context,
                     JS_NewCClosure(state_->context, call, name, forget, 0, 0,
                                    std::make_unique<HostFunction>(std::move(function)).release()));
}

Value Context::Throw(std::string_view text) {
  state_->TraceOfThrow();  // drops the trace of an earlier Error
  Value value = Text(text);
  return value.thrown() ? value
                        : Access::Own(state_->context,
                                      JS_Throw(state_->context, Access::Give(std::move(value))));
}

Value Context::ThrowError(std::string_view message) {
  return Access::Own(state_->context,
                     JS_ThrowPlainError(state_->context, "%s", std::string(message).c_str()));
}

Thrown Context::TakeThrown() {
  State& state = *state_;
  const bool late = state.too_late;
  const State::Entered entered(&state);
  const Value value = Access::Own(state.context, JS_GetException(state.context));
  const JSValue exception = Access::See(value);
  Thrown thrown;
  const std::string trace = state.TraceOfThrow();
  const bool is_error = JS_IsError(exception);
  std::optional<Position> position;
  if (is_error) {
    position = PositionInTrace(state.TraceOf(exception), state.sources);
  }
  if (!position) {
    position = PositionInTrace(trace, state.sources);
  }
  thrown.position = position.value_or(Position{});
  thrown.message = late ? "" : state.TextOf(exception);
  if (late || state.too_late) {
    thrown.reason = Thrown::Reason::kTime;
    thrown.message =
        "the script ran for more than " + std::to_string(state.limits.time.count()) + " ms";
    return thrown;
  }
  if (is_error && thrown.message.starts_with("Error: ")) {
    thrown.message.erase(0, std::strlen("Error: "));
  }
  // If there is not even enough memory for an Error, the engine throws null.
  if ((JS_IsNull(exception) && state.MemoryUsed() > state.limits.memory_bytes / 2) ||
      thrown.message == "InternalError: out of memory") {
    thrown.reason = Thrown::Reason::kMemory;
    thrown.message = "the script needed more than " +
                     std::to_string(state.limits.memory_bytes >> 20) + " MiB of memory";
  }
  return thrown;
}

Position Context::CallerPosition() {
  State& state = *state_;
  JSValue error = JS_NewPlainError(state.context, "position");
  const std::optional<Position> position = PositionInTrace(state.TraceOf(error), state.sources);
  JS_FreeValue(state.context, error);
  state.TraceOfThrow();  // drops the trace, because this Error is not thrown
  return position.value_or(Position{});
}

Compiled::Compiled(const std::string& source, const std::string& name) {
  JSRuntime* runtime = JS_NewRuntime();
  JSContext* context = NewContext(runtime);
  JSValue function = JS_Eval(context, source.c_str(), source.size(), name.c_str(),
                             JS_EVAL_TYPE_GLOBAL | JS_EVAL_FLAG_COMPILE_ONLY);
  if (JS_IsException(function)) {
    JSValue error = JS_GetException(context);
    std::fprintf(stderr, "%s: %s\n", name.c_str(), JS_ToCString(context, error));
    std::abort();
  }
  std::size_t size = 0;
  std::uint8_t* bytes =
      JS_WriteObject(context, &size, function,
                     JS_WRITE_OBJ_BYTECODE | JS_WRITE_OBJ_STRIP_SOURCE | JS_WRITE_OBJ_STRIP_DEBUG);
  bytecode_.assign(reinterpret_cast<const char*>(bytes), size);
  js_free(context, bytes);
  JS_FreeValue(context, function);
  JS_FreeContext(context);
  JS_FreeRuntime(runtime);
}

}  // namespace hpdl::rt::js
