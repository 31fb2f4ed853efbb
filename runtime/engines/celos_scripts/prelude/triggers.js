// Triggers. The host keeps them and knows each by a number.
(function (own, host) {
  "use strict";
  const {Array, Error, TypeError} = globalThis;
  let isTrigger, numberOf;

  class Trigger {
    #number;
    constructor(number) { this.#number = number; }
    static {
      isTrigger = value => own.isObject(value) && #number in value;
      numberOf = value => value.#number;
    }
    toString() { return `com.collective.celos.trigger.${this.constructor.name}`; }
  }

  function partOf(value, what) {
    if (!isTrigger(value)) throw new TypeError(`${what} must be a trigger: ${own.shown(value)}`);
    return numberOf(value);
  }

  // Celos looks at these only when it asks the trigger, and fails then.
  function partsOf(values, what) {
    return values.map((value, index) =>
      host.strict || isTrigger(value) ? partOf(value, `argument ${index + 1} of ${what}`) : -1);
  }

  // What scripts see of the parts of a trigger, as a list of Java.
  function listOf(values) {
    const list = Array.from(values);
    return {size: () => list.length, get: index => list[index], isEmpty: () => list.length === 0};
  }

  class AlwaysTrigger extends Trigger {
    constructor() { super(host.alwaysTrigger()); }
  }
  class AndTrigger extends Trigger {
    #parts;
    constructor(parts) {
      super(host.andTrigger(partsOf(parts, "andTrigger")));
      this.#parts = parts;
    }
    getTriggers() { return listOf(this.#parts); }
  }
  class OrTrigger extends Trigger {
    #parts;
    constructor(parts) {
      super(host.orTrigger(partsOf(parts, "orTrigger")));
      this.#parts = parts;
    }
    getTriggers() { return listOf(this.#parts); }
  }
  class NotTrigger extends Trigger {
    constructor(part) { super(host.notTrigger(partOf(part, "the argument of notTrigger"))); }
  }
  class DelayTrigger extends Trigger {
    #seconds;
    constructor(seconds) {
      const whole = own.toInt(seconds, "seconds");
      super(host.delayTrigger(whole));
      this.#seconds = whole;
    }
    getSeconds() { return this.#seconds; }
  }
  class OffsetTrigger extends Trigger {
    #seconds;
    constructor(seconds, part) {
      const number = partOf(part, "the second argument of offsetTrigger");
      const whole = own.toInt(seconds, "seconds");
      super(host.offsetTrigger(whole, number));
      this.#seconds = whole;
    }
    getSeconds() { return this.#seconds; }
  }
  class SuccessTrigger extends Trigger {
    #id;
    constructor(id) {
      const checked = own.toId(id);
      super(host.successTrigger(checked));
      this.#id = checked;
    }
    getTriggerWorkflowId() { return new own.classes.WorkflowID(this.#id); }
  }
  class HDFSCheckTrigger extends Trigger {
    #path;
    #fileSystem;
    constructor(path, fileSystem) {
      const text = own.toText(path, "path");
      const uri = own.toText(fileSystem, "fs");
      const problem = host.fileSystemProblem(uri);
      if (problem !== "") throw new Error(problem);
      super(host.hdfsCheckTrigger(text, uri));
      this.#path = text;
      this.#fileSystem = uri;
    }
    getRawPathString() { return this.#path; }
    getFsString() { return this.#fileSystem; }
  }

  own.triggerOf = value => partOf(value, "trigger");

  // The file system that a check is of: its own, or the default one.
  own.fileSystemOf = function (fs) {
    if (fs) return fs;
    if (typeof CELOS_DEFAULT_HDFS === "undefined") {
      throw "Undefined fs in hdfsCheckTrigger and CELOS_DEFAULT_HDFS not set";
    }
    return CELOS_DEFAULT_HDFS;
  };

  own.alwaysTrigger = function alwaysTrigger() { return new AlwaysTrigger(); };
  own.hdfsCheckTrigger = function hdfsCheckTrigger(path, fs) {
    if (!path) throw "Undefined path in hdfsCheckTrigger";
    return new HDFSCheckTrigger(path, own.fileSystemOf(fs));
  };
  own.andTrigger = function andTrigger(...parts) { return new AndTrigger(parts); };
  own.orTrigger = function orTrigger(...parts) { return new OrTrigger(parts); };
  own.notTrigger = function notTrigger(part) {
    if (!part) throw "Undefined sub trigger";
    return new NotTrigger(part);
  };
  own.delayTrigger = function delayTrigger(seconds) {
    if (typeof seconds !== "number") throw "Undefined seconds";
    return new DelayTrigger(seconds);
  };
  own.offsetTrigger = function offsetTrigger(seconds, part) {
    if (typeof seconds !== "number") throw "Undefined seconds";
    if (!part) throw "Undefined trigger";
    return new OffsetTrigger(seconds, part);
  };
  own.successTrigger = function successTrigger(id) {
    if (!id) throw "Undefined workflow name in success trigger";
    return new SuccessTrigger(id);
  };

  own.addClasses({AlwaysTrigger, AndTrigger, OrTrigger, NotTrigger, DelayTrigger, OffsetTrigger, SuccessTrigger,
                  HDFSCheckTrigger});
})
