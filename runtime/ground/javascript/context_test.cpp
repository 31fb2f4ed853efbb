#include "runtime/ground/javascript/context.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace hpdl::rt::js {
namespace {

std::string Shown(Context& context, const Value& value) {
  if (value.thrown()) {
    const Thrown thrown = context.TakeThrown();
    return "throws " + thrown.message + " at " + thrown.position.source + ":" +
           std::to_string(thrown.position.line) + ":" + std::to_string(thrown.position.column);
  }
  return value.IsUndefined() ? "undefined"
         : value.IsNumber()  ? std::to_string(value.Integer())
         : value.IsBoolean() ? (value.Boolean() ? "true" : "false")
         : value.IsString()  ? value.Text()
                             : "something else";
}

/// Evaluates a source in a new context and returns the result as text.
std::string Result(const std::string& source, Limits limits = {}) {
  Context context(limits);
  context.SetClock([] { return 1441083600000.0; });
  return Shown(context, context.Evaluate(source, "a.js"));
}

TEST(Context, GivesTheLastValue) {
  EXPECT_EQ(Result("var a = 1; a + 1"), "2");
  EXPECT_EQ(Result("'ü' + '\\ud83d'"), "ü\xEF\xBF\xBD");
  EXPECT_EQ(Result("[1, 2].map(function (x) { return x * 2; }).join()"), "2,4");
}

TEST(Context, TellsWhereAnythingWasThrown) {
  EXPECT_EQ(Result("var a;\n  a.b"),
            "throws TypeError: cannot read property 'b' of undefined at a.js:2:3");
  EXPECT_EQ(Result("\n throw 'text'"), "throws text at a.js:2:8");
  EXPECT_EQ(Result("function f() {\n throw {a: 1}; }\nf()"), "throws [object Object] at a.js:2:8");
  EXPECT_EQ(Result("var a = ;"),
            "throws SyntaxError: unexpected token in expression: ';' at a.js:1:9");
  EXPECT_EQ(Result("throw null"), "throws null at a.js:1:7");
  EXPECT_EQ(Result("try { throw 'x' } catch (e) { }\nthrow 'y'"), "throws y at a.js:2:7");
  EXPECT_EQ(Result("'ü'; throw 1"), "throws 1 at a.js:1:13");  // columns are counted in bytes
  EXPECT_EQ(Result("var e = new Error('x');\nthrow 'y'"), "throws y at a.js:2:7");
  EXPECT_EQ(Result("function f(o) { throw 'x'; }\nf({a: f.name,\n b: f.toString()})"),
            "throws x at a.js:1:23");
  EXPECT_EQ(Result("var n = null;\nf({a: 1,\n b: g()}); function f(o) { n.x(\nf.name.trim()) } "
                   "function g() {}"),
            "throws TypeError: cannot read property 'x' of null at a.js:3:28");
  EXPECT_EQ(Result("throw {toString: function () { throw 1; }}"),
            "throws an object that has no text at a.js:1:7");
  EXPECT_EQ(Result("var e = new Error('x');\n e.stack = 'at b.js:7:7'; throw e"),
            "throws x at a.js:1:9");
  EXPECT_EQ(Result("throw Object.create(new Error('x'))"), "throws Error: x at a.js:1:7");
}

TEST(Context, ChecksSyntaxWithoutRunningAnything) {
  Context context({});
  EXPECT_EQ(Shown(context, context.CheckSyntax("throw 1; while (true) {}", "a.js")), "undefined");
  EXPECT_EQ(Shown(context, context.CheckSyntax("var a = 1;\n  var b = ;", "a.js")),
            "throws SyntaxError: unexpected token in expression: ';' at a.js:2:11");
  EXPECT_EQ(Shown(context, context.CheckSyntax("/(/", "a.js")).substr(0, 18), "throws SyntaxError");
  EXPECT_EQ(Shown(context, context.Evaluate("typeof a", "b.js")), "undefined");
}

TEST(Context, CodeOfASourceIsAsTheSource) {
  Context compiler({});
  EXPECT_EQ(compiler.Compile("var a = ;", "a.js"), std::nullopt);
  EXPECT_EQ(Shown(compiler, compiler.Throw("x")), "throws x at :0:0") << "nothing is left of that";
  const auto code = compiler.Compile(
      "var n = 40; function f(x) { return n + x; }\nfunction g(x) {\n  return x.y.z; }\nf(2)",
      "a.js");
  ASSERT_TRUE(code);
  EXPECT_EQ(Shown(compiler, compiler.Evaluate("typeof n", "b.js")), "undefined");
  Context context({});
  EXPECT_EQ(Shown(context, context.EvaluateCode(*code, "a.js")), "42");
  EXPECT_EQ(Shown(context, context.Evaluate("n = 1; f(2)", "b.js")), "3");
  EXPECT_EQ(Shown(context, context.Evaluate("g({})", "b.js")),
            "throws TypeError: cannot read property 'z' of undefined at a.js:3:10");
}

TEST(Context, CallsFunctionsOfTheHost) {
  Context context({});
  context.SetGlobal("twice", context.Function("twice", [&](const std::vector<Value>& arguments) {
    return arguments.empty() ? context.Throw("nothing to double")
                             : context.Number(2 * arguments[0].Number());
  }));
  EXPECT_EQ(Shown(context, context.Evaluate("twice(4)", "a.js")), "8");
  EXPECT_EQ(
      Shown(context, context.Evaluate("try { twice() } catch (e) { typeof e + ': ' + e }", "a.js")),
      "string: nothing to double");
  EXPECT_EQ(Shown(context, context.Evaluate("\n\n  twice()", "b.js")),
            "throws nothing to double at b.js:3:3");
}

TEST(Context, PositionsSkipSourcesOfTheHost) {
  const Compiled prelude("(function () { throw new Error('no'); })", "<prelude>");
  Context context({});
  context.SetGlobal("refuse", context.Evaluate(prelude));
  EXPECT_EQ(Shown(context, context.Evaluate("\nrefuse()", "a.js")), "throws no at a.js:2:1");
}

TEST(Context, TellsWhoCalls) {
  Context context({});
  Position position;
  context.SetGlobal("here", context.Function("here", [&](const std::vector<Value>&) {
    position = context.CallerPosition();
    return Value();
  }));
  context.Evaluate("function f() { here(); }", "defaults/a (b).js");
  context.Evaluate("\nf()", "b.js");
  EXPECT_EQ(position.source, "defaults/a (b).js");
  EXPECT_EQ(position.line, 1);
  EXPECT_EQ(position.column, 16);
}

TEST(Context, SourcesShareTheGlobalScope) {
  Context context({});
  context.Evaluate("var a = 1; function f() { return a + b; } c = 3;", "a.js");
  context.Evaluate("var b = 2;", "b.js");
  EXPECT_EQ(Shown(context, context.Evaluate("f() + c", "c.js")), "6");
}

TEST(Context, ContextsShareNothing) {
  Context first({}), second({});
  first.Evaluate("a = 1; globalThis.JSON = 5; Math.x = 1", "a.js");
  EXPECT_EQ(Shown(second, second.Evaluate("typeof a + typeof JSON", "a.js")), "undefinedobject");
}

TEST(Context, StandardObjectsAreSealed) {
  const auto refused = [](const std::string& source) {
    return Result(source).starts_with(
        "throws TypeError: Cannot modify a property of a sealed object: ");
  };
  EXPECT_TRUE(refused("String.prototype.x = 1"));
  EXPECT_TRUE(refused("Array.prototype[0] = 1"));
  EXPECT_TRUE(refused("Object.prototype.toString = 1"));
  EXPECT_TRUE(refused("delete Math.sin"));
  EXPECT_TRUE(refused("Object.defineProperty(JSON, 'x', {value: 1})"));
  EXPECT_TRUE(refused("Error.prepareStackTrace = 1"));
  EXPECT_EQ(Result("Object.setPrototypeOf(Array.prototype, null)").substr(0, 16),
            "throws TypeError");
  EXPECT_EQ(Result("var o = {}; o.toString = function () { return 'mine'; }; '' + o"), "mine");
  EXPECT_EQ(Result("var a = []; a[3] = 1; a.x = 2; a.length + a.x"), "6");
  EXPECT_EQ(Result("var o = Object.freeze({}); o.x = 1; typeof o.x"), "undefined");
}

TEST(Context, TheClockIsTheHosts) {
  EXPECT_EQ(Result("new Date().toISOString()"), "2015-09-01T05:00:00.000Z");
  EXPECT_EQ(Result("Date.now()"), "1441083600000");
  EXPECT_EQ(Result("Date().slice(0, 15)"), "Tue Sep 01 2015");
  EXPECT_EQ(Result("new Date(2015, 0, 1).getTime() + ''"), "1420070400000");
  EXPECT_EQ(Result("new Date(0) instanceof Date && new Date(0).constructor === Date"), "true");
  EXPECT_EQ(Result("Date.UTC(1970, 0, 2)"), "86400000");
  EXPECT_EQ(
      Result("new (function () { return this.constructor; }.call(new Date(0)))().getTime() + ''"),
      "1441083600000");
}

TEST(Context, ReadsNumbersAndDatesAsRhinoDoes) {
  EXPECT_EQ(Result("'' + Date.parse('2015-09-01T00:00:00Z')"), "NaN");
  EXPECT_EQ(Result("'' + new Date('2015-09-01').getTime()"), "NaN");
  EXPECT_EQ(Result("'' + Date.parse('Tue, 01 Sep 2015 05:00:00 GMT')"), "1441083600000");
  EXPECT_EQ(Result("'' + parseInt('08')"), "NaN");
  EXPECT_EQ(Result("parseInt('010')"), "8");
  EXPECT_EQ(Result("parseInt('08', 10)"), "8");
  EXPECT_EQ(Result("parseInt('0')"), "0");
  EXPECT_EQ(Result("parseInt('0x10')"), "16");
}

TEST(Context, ThereIsNoChanceAndNoMachine) {
  EXPECT_EQ(
      Result("Math.random()"),
      "throws Math.random is not available: a definition must not depend on chance at a.js:1:6");
  for (const char* name : {"Promise", "setTimeout", "print", "console", "std", "os", "require",
                           "performance", "navigator", "BigInt", "WeakRef", "Uint8Array",
                           "SharedArrayBuffer", "Atomics", "queueMicrotask"}) {
    EXPECT_EQ(Result(std::string("typeof ") + name), "undefined") << name;
  }
  EXPECT_NE(Result("import x from 'x'").find("throws"), std::string::npos);
  // Code that waits for a promise never continues.
  EXPECT_EQ(Result("var a = 1; (async function () { await 1; a = 2; })(); a"), "1");
  EXPECT_EQ(Result("(async function* () { yield 1; })().next()"), "something else");
  EXPECT_EQ(Result("import('x')"), "something else");
}

const std::string kTooLong = "throws the script ran for more than 50 ms at ";
constexpr Limits kShort{
    .memory_bytes = 16 << 20, .stack_bytes = 256 << 10, .time = std::chrono::milliseconds(50)};

TEST(ContextLimits, EndlessLoops) {
  EXPECT_TRUE(Result("for (;;) { }", kShort).starts_with(kTooLong));
  EXPECT_TRUE(
      Result("try { for (;;) { } } finally { for (;;) { } }", kShort).starts_with(kTooLong));
  EXPECT_TRUE(
      Result("for (;;) { try { for (;;) { } } catch (e) { } }", kShort).starts_with(kTooLong));
  EXPECT_TRUE(Result("/(a+)+$/.test('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab')", kShort)
                  .starts_with(kTooLong));
  EXPECT_TRUE(
      Result("throw {toString: function () { for (;;) { } }}", kShort).starts_with(kTooLong));
}

TEST(ContextLimits, TheTimeBeginsAnewWithEachCall) {
  Limits limits = kShort;
  limits.time = std::chrono::milliseconds(1000);
  Context context(limits);
  EXPECT_TRUE(context.Evaluate("for (;;) { }", "a.js").thrown());
  EXPECT_EQ(context.TakeThrown().reason, Thrown::Reason::kTime);
  EXPECT_EQ(Shown(context, context.Evaluate("1", "a.js")), "1");
}

TEST(ContextLimits, Memory) {
  for (const char* bomb :
       {"var a = []; for (;;) a.push(new Array(1000).join('x'))",
        "var s = 'x'; for (;;) s += s + 'y' + s.length; s.indexOf('z')", "'x'.repeat(1 << 29)",
        "var a = 'x'; for (;;) { a = [a, a]; JSON.stringify(a) }"}) {
    const std::string result = Result(bomb, {.memory_bytes = 16 << 20});
    EXPECT_TRUE(result.starts_with("throws the script needed more than 16 MiB of memory") ||
                result.find("string too long") != std::string::npos ||
                result.find("ran for more") != std::string::npos)
        << bomb << ": " << result;
  }
}

TEST(ContextLimits, Recursion) {
  EXPECT_NE(Result("function f() { f(); } f()").find("stack"), std::string::npos);
  EXPECT_NE(Result("var o = {get a() { return this.a; }}; o.a").find("stack"), std::string::npos);
  EXPECT_NE(Result("eval(new Array(100000).join('['))").find("throws"), std::string::npos);
  EXPECT_NE(Result("JSON.parse(new Array(100000).join('['))").find("throws"), std::string::npos);
  EXPECT_NE(Result("new RegExp(new Array(100000).join('('))").find("throws"), std::string::npos);
}

}  // namespace
}  // namespace hpdl::rt::js
