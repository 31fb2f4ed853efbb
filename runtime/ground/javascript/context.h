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

/// The resources that a script may use.
struct Limits {
  std::size_t memory_bytes = std::size_t{64} << 20;
  std::size_t stack_bytes = std::size_t{512} << 10;
  /// The processor time that one call by the host may take. A few functions of the engine do not
  /// check this limit while they walk over huge sparse arrays. So a host that runs untrusted
  /// scripts must also limit its process.
  std::chrono::milliseconds time{1000};
};

/// A position in the source of a script.
struct Position {
  /// The name under which the source was evaluated; "": the position is not known.
  std::string source;
  int line = 0;    ///< counts from 1
  int column = 0;  ///< in bytes, from 1
};

/// An exception that a script has thrown and not caught.
struct Thrown {
  enum class Reason : std::uint8_t { kScript, kTime, kMemory };
  Reason reason = Reason::kScript;
  /// The message, for example "TypeError: not a function". If the script threw a text, the message
  /// is that text.
  std::string message;
  Position position;  ///< the innermost position that is not in a source of the host
};

/// A script of the host, compiled once for all contexts.
class Compiled {
 public:
  /// `name` must begin with '<'. Reported positions are never in this source. The source must not
  /// have errors: an error ends the program.
  Compiled(const std::string& source, const std::string& name);

 private:
  friend class Context;
  std::string bytecode_;
};

/// One global scope with the standard objects of JavaScript and with its own engine. A script in it
/// cannot use other contexts, files, the network, modules, promises or threads. Date gets the time
/// from the function that was passed to SetClock(), and Math.random throws. Standard objects are
/// sealed: a change of a standard object, for example of String.prototype, throws. Scripts may
/// redefine global names. The class is not thread-safe: only the thread that made a context may use
/// it.
class Context {
 public:
  explicit Context(const Limits& limits);
  ~Context();
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  /// Evaluates a source in the global scope. Functions of the host may call it too. `name` is the
  /// name of the source in positions and must not begin with '<'.
  Value Evaluate(const std::string& source, const std::string& name);
  Value Evaluate(const Compiled& program);
  /// Evaluates code that Compile() has made, in this process or in another process with the same
  /// engine. Other code is not allowed, because the engine does not check it. `name` is as in
  /// Evaluate().
  Value EvaluateCode(std::string_view code, const std::string& name);
  /// Compiles a source to code of the engine and does not run it. The code contains the positions,
  /// but not the text of the source. Returns nullopt if the source cannot be compiled; TakeThrown()
  /// then returns the exception.
  std::optional<std::string> Compile(const std::string& source, const std::string& name);
  /// Checks the syntax of a source and does not run it. If the syntax is wrong, thrown() is true
  /// for the result. Otherwise the result is undefined.
  Value CheckSyntax(const std::string& source, const std::string& name);
  /// Sets the clock, which returns milliseconds since 1970. The engine calls it each time that a
  /// script reads the time.
  void SetClock(std::function<double()> clock);

  Value Global();
  void SetGlobal(const char* name, const Value& value);
  Value Null();
  Value Boolean(bool value);
  Value Number(double value);
  Value BigInt(std::int64_t value);
  Value Text(std::string_view text);  ///< `text` is UTF-8
  Value Array(const std::vector<Value>& elements);
  Value Object();
  void Set(const Value& object, const char* name, const Value& value);

  /// A function of the host that scripts can call. If thrown() is true for its result, the call
  /// throws the exception in the script.
  using HostFunction = std::function<Value(const std::vector<Value>& arguments)>;
  Value Function(const char* name, HostFunction function);

  /// Throws a text, like the statement `throw "..."`.
  Value Throw(std::string_view text);
  /// Throws an Error.
  Value ThrowError(std::string_view message);
  /// Returns the exception that was thrown, and removes it from the context.
  Thrown TakeThrown();
  /// Returns the current position of the script: the innermost position that is not in a source of
  /// the host.
  Position CallerPosition();

 private:
  friend class Value;
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace hpdl::rt::js

#endif  // HPDL_RUNTIME_GROUND_JAVASCRIPT_CONTEXT_H_
