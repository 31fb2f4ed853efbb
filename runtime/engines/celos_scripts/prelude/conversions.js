// How Rhino gives values of a script to Java, where Celos leaves the checking to that, and what is common to the
// classes that stand for those of Java.
(function (own, host) {
  "use strict";
  // Scripts may define these names anew, so each source of the prelude keeps what they were.
  const {Error, Number, Object, String, TypeError} = globalThis;
  const {isFinite} = Number, {trunc} = Math;

  own.isObject = value => typeof value === "object" && value !== null;

  // Classes that scripts see by name. Their objects are no data: JSON.stringify refuses them.
  own.classes = {};
  own.addClasses = function (classes) {
    for (const name in classes) {
      Object.defineProperty(classes[name].prototype, "toJSON", {value: function () {
        throw new TypeError(`A Java object cannot become JSON: ${own.shown(this)}`);
      }});
      own.classes[name] = classes[name];
    }
  };

  // What an error calls a value. Objects may have no text.
  own.shown = function (value) {
    try {
      return typeof value === "symbol" ? "a symbol" : String(value);
    } catch (e) {
      return "an object that has no text";
    }
  };

  // An argument that is an int: fractions are cut, texts of digits and arrays of one number will do.
  own.toInt = function (value, what) {
    const kind = typeof value;
    if (kind !== "number" && kind !== "string" && (kind !== "object" || value === null)) {
      throw new TypeError(`${what} must be a number: ${own.shown(value)}`);
    }
    const number = trunc(Number(value));
    if (!isFinite(number) || number < -2147483648 || number > 2147483647) {
      throw new Error(`Cannot convert ${own.shown(value)} to java.lang.Integer`);
    }
    return number + 0;
  };

  // An argument that is a String.
  own.toText = function (value, what) {
    if (value === null || typeof value === "symbol") {
      throw new TypeError(`${what} must be a text: ${own.shown(value)}`);
    }
    const text = String(value);
    if (text.length > 65536) throw new Error(`${what} is longer than 65536 characters`);
    return text;
  };

  // The id of a workflow.
  own.toId = function (value) {
    const id = own.toText(value, "Workflow ID");
    if (id.trim() === "") throw new Error("Workflow ID can't be only whitespace.");
    if (id.includes("/")) throw new Error("Workflow ID can't contain slash.");
    if (host.strict && (id === "." || id === "..")) throw new Error(`Workflow ID can't be ${id}`);
    return id;
  };
})
