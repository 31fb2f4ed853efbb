// celos.defineWorkflow and its options.
(function (own, host) {
  "use strict";
  const {Error, TypeError} = globalThis;
  const options = ["id", "schedule", "schedulingStrategy", "trigger", "externalService", "startTime", "maxRetryCount",
                   "waitTimeoutSeconds", "url", "contacts"];
  const required = options.slice(0, 5);

  // A text or, for what is falsy, nothing.
  const textOrNull = (value, what) => value ? own.toText(value, what) : null;

  // What is read, and checked, of an option. If that throws, the host knows which one it was.
  function read(o, name, take) {
    host.option([name]);
    return take(o[name]);
  }

  function contactsOf(contacts) {
    const list = [];
    if (!contacts) return list;
    for (let i = 0; i < contacts.length; i++) {
      host.option(["contacts", i, "email"]);
      const email = textOrNull(contacts[i].email, `contacts[${i}].email`);
      const problem = email === null ? "" : host.uriProblem(email);
      if (problem !== "") throw new Error(`contacts[${i}].email: ${problem}`);
      host.option(["contacts", i, "name"]);
      list.push(textOrNull(contacts[i].name, `contacts[${i}].name`), email);
    }
    return list;
  }

  function urlOf(url) {
    if (!url) return null;
    const checked = host.url(own.toText(url, "url"));
    if (checked.problem !== "") throw new Error(`url: ${checked.problem}`);
    return checked.text;
  }

  function waitTimeoutOf(seconds) {
    if (seconds === undefined) return 2147483647;
    if (typeof seconds !== "number") throw `waitTimeoutSeconds must be a number: ${own.shown(seconds)}`;
    return own.toInt(seconds, "waitTimeoutSeconds");
  }

  function idOf(id, lack) {
    if (id === undefined) throw `Workflow ID must be a string: undefined; ${lack}`;
    if (typeof id !== "string") throw `Workflow ID must be a string: ${own.shown(id)}`;
    return own.toId(id);
  }

  // The URL, whether the properties are a function, and what gives those of a slot. In Celos, properties that are no
  // texts fail when a slot is submitted.
  function serviceOf(value, id) {
    const {url, generator} = own.serviceOf(value);
    const isFunction = generator.isFunction();
    if (host.strict && !isFunction) own.checkedProperties(generator.getProperties(null));
    return {url, isFunction, properties: time => own.checkedProperties(generator.getProperties(own.slot(id, time)))};
  }

  const listed = (names, what) => `${what} option${names.length > 1 ? "s" : ""} ${names.join(", ")}`;

  // Names the options that are missing, and those that may be meant; nothing if none is missing.
  function lackOf(o) {
    const missing = required.filter(name => o[name] === undefined);
    if (missing.length === 0) return "";
    const unknown = [];
    for (const name in o) {
      if (!options.includes(name)) unknown.push(name);
    }
    return `defineWorkflow lacks the ${listed(missing, "required")}` +
        (unknown.length === 0 ? "" : ` and has the ${listed(unknown, "unknown")}`);
  }

  own.defineWorkflow = function defineWorkflow(o) {
    if (!own.isObject(o)) throw new TypeError(`defineWorkflow takes an object of options: ${own.shown(o)}`);
    host.beginDefinition();
    const lack = lackOf(o);
    const id = read(o, "id", value => idOf(value, lack));
    if (lack !== "") {
      host.option([]);  // the place of the error is the call, and not the id
      throw new TypeError(lack);
    }
    const waitTimeoutSeconds = read(o, "waitTimeoutSeconds", waitTimeoutOf);
    const contacts = read(o, "contacts", contactsOf);
    const url = read(o, "url", urlOf);
    const schedule = read(o, "schedule", own.scheduleOf);
    const concurrency = read(o, "schedulingStrategy", own.concurrencyOf);
    const trigger = read(o, "trigger", own.triggerOf);
    const service = read(o, "externalService", value => serviceOf(value, id));
    const maxRetryCount = read(o, "maxRetryCount", value => own.toInt(value || 0, "maxRetryCount"));
    const startTime = read(o, "startTime", value =>
      host.parseTime(own.toText(value || "1970-01-01T00:00:00.000Z", "startTime")));
    for (const name in o) {
      if (!options.includes(name)) host.unknownOption(name, options);
    }
    host.option(["id"]);
    host.define({id, schedule, concurrency, trigger, service, startTime, maxRetryCount, waitTimeoutSeconds, url,
                 contacts});
  };

  class Workflow {
    constructor() { throw new TypeError("A Workflow is made by celos.defineWorkflow"); }
  }
  own.addClasses({Workflow});
})
