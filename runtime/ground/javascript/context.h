#ifndef HPDL_RUNTIME_GROUND_JAVASCRIPT_CONTEXT_H_
#define HPDL_RUNTIME_GROUND_JAVASCRIPT_CONTEXT_H_

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/javascript/value.h"

namespace hpdl::rt::js {

/// What a script may use up.
struct Limits {
  std::size_t memory_bytes = std::size_t{64} << 20;
  std::size_t stack_bytes = std::size_t{512} << 10;
  /// Time of the processor from when it is called from outside until it returns there. A few
  /// functions of the engine over huge sparse arrays do not look at the clock; who runs scripts of
  /// strangers limits the process too.
  std::chrono::milliseconds time{1000};
};

/// A place in a source.
struct Position {
  std::string source;  ///< the name that it was evaluated under; "": not known
  int line = 0;        ///< from 1
  int column = 0;      ///< from 1, in bytes
};

/// What a script has thrown and nobody has caught.
struct Thrown {
  enum class Reason : std::uint8_t { kScript, kTime, kMemory };
  Reason reason = Reason::kScript;
  std::string message;  ///< "TypeError: not a function"; the text itself of a text
  Position position;    ///< the innermost one in a source that is not of the host
};

/// A source of the host's own, made ready once for all contexts.
class Compiled {
 public:
  /// `name` begins with '<': positions are never in it. The source is right: an error ends the
  /// program.
  Compiled(const std::string& source, const std::string& name);

 private:
  friend class Context;
  std::string bytecode_;
};

/// One global scope with the standard objects of JavaScript, and an engine of its own: nothing that
/// one context does can be seen in another. There are no files, no network, no modules, no
/// promises, no threads, and no clock and no randomness but what the host lends: Date is told the
/// time by the function `SetClock` was given, Math.random throws.
///
/// Standard objects are sealed: changing one, as String.prototype, throws. Global names can be
/// defined anew.
///
/// Not thread-safe; belongs to the thread that has made it.
class Context {
 public:
  explicit Context(const Limits& limits);
  ~Context();
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  /// Evaluates a source in the global scope, also from within a host function. `name` is what
  /// positions call it; it does not begin with '<'.
  Value Evaluate(const std::string& source, const std::string& name);
  Value Evaluate(const Compiled& program);
  /// What Compile() of the same engine has made of a source, wherever that was: nothing else may
  /// ever be given to this, for the engine believes all that it says. `name` as above.
  Value EvaluateCode(std::string_view code, const std::string& name);
  /// A source as code of the engine, with its positions and without its text. Nothing of it runs.
  /// Nothing: thrown() has happened, as TakeThrown() tells.
  std::optional<std::string> Compile(const std::string& source, const std::string& name);
  /// Whether a source could be evaluated: thrown() if its syntax is wrong, else undefined. Nothing
  /// of it runs.
  Value CheckSyntax(const std::string& source, const std::string& name);
  /// Milliseconds since 1970, asked each time that a script wants to know the time.
  void SetClock(std::function<double()> clock);

  Value Global();
  void SetGlobal(const char* name, const Value& value);
  Value Null();
  Value Boolean(bool value);
  Value Number(double value);
  Value BigInt(std::int64_t value);
  Value Text(std::string_view text);  ///< UTF-8
  Value Array(const std::vector<Value>& elements);
  Value Object();
  void Set(const Value& object, const char* name, const Value& value);

  /// A function of the host. What it returns thrown() is thrown where it was called.
  using HostFunction = std::function<Value(const std::vector<Value>& arguments)>;
  Value Function(const char* name, HostFunction function);

  /// Throws a text, as `throw "..."` does.
  Value Throw(std::string_view text);
  /// Throws an Error.
  Value ThrowError(std::string_view message);
  /// What was thrown, which counts as caught.
  Thrown TakeThrown();
  /// Where in the sources that are not of the host the script is just now.
  Position CallerPosition();

 private:
  friend class Value;
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace hpdl::rt::js

#endif  // HPDL_RUNTIME_GROUND_JAVASCRIPT_CONTEXT_H_
