// What scripts ask of their surroundings: defaults, HDFS, registers, the test mode of Celos' CI.
(function (own, host) {
  "use strict";
  const {Error, String, TypeError} = globalThis;
  const {parse} = JSON;
  const inTestMode = () => typeof HDFS_PREFIX_JS_VAR !== "undefined";

  own.importDefaults = function importDefaults(name) { host.importDefaults(String(name)); };

  own.hdfsCheck = function hdfsCheck(path, slot, fs) {
    if (!path) throw "Undefined path in hdfsCheckTrigger";
    const uri = own.toText(own.fileSystemOf(fs), "fs");
    const problem = host.fileSystemProblem(uri);
    if (problem !== "") throw new Error(problem);
    if (slot && !own.isSlot(slot)) throw new TypeError(`slotID should be instance of SlotID: ${own.shown(slot)}`);
    const time = slot ? own.scheduledTimeOf(slot.getScheduledTime(), "hdfsCheck") : host.now();
    return host.exists(host.replaceTimeVariables(own.toText(path, "path"), time), uri);
  };

  // A path below the prefix that the test mode has set: `hdfs://nn:1/a?q` is `hdfs://nn:1/prefix/a?q` then.
  own.hdfsPath = function hdfsPath(path) {
    if (!path) throw "Undefined path in hdfsPath";
    if (!inTestMode()) return path;
    const prefix = String(HDFS_PREFIX_JS_VAR), text = own.toText(path, "path");
    const problem = host.pathProblem(text);
    if (problem !== "") throw new Error(problem);
    if (prefix === "" || prefix === "/") return text;
    const [, begin, rest] = /^((?:[A-Za-z][\w+.-]*:)?(?:\/\/[^\/?#]*)?)([^]*)$/.exec(text);
    return begin + prefix + rest;
  };

  own.databaseName = function databaseName(name) {
    return inTestMode() ? `celosci_${name}_${String(TEST_UUID_JS_VAR).replaceAll("-", "_")}` : name;
  };

  own.isRunningInTestMode = function isRunningInTestMode() { return inTestMode(); };

  own.replaceTimeVariables = function replaceTimeVariables(text, time) {
    // Of these functions, this one alone leaves milliseconds as they are.
    return own.toText(text, "text").split("${millisecond}")
      .map(part => host.replaceTimeVariables(part, own.scheduledTimeOf(time, "replaceTimeVariables")))
      .join("${millisecond}");
  };

  function registerName(name) {
    const text = String(name);
    if (text.includes("/") || text.includes(".")) {
      throw new Error(`Bucket IDs and register keys must not contain the / character:${text}`);
    }
    return text;
  }

  own.getRegister = function getRegister(bucket, key) {
    const json = host.register(registerName(bucket), registerName(key));
    return json === null ? null : parse(json);
  };

  own.forEachRegister = function forEachRegister(bucket, f) {
    const registers = host.registers(registerName(bucket));
    for (let i = 0; i < registers.length; i += 2) f(registers[i], parse(registers[i + 1]));
  };
})
