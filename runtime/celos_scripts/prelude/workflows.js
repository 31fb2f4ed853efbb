// celos.defineWorkflow and its options.
(function (own, host) {
  "use strict";
  const {Error, TypeError} = globalThis;
  const options = ["id", "schedule", "schedulingStrategy", "trigger", "externalService", "startTime", "maxRetryCount",
                   "waitTimeoutSeconds", "url", "contacts"];

  // A text or, for what is falsy, nothing.
  const textOrNull = (value, what) => value ? own.toText(value, what) : null;

  function contactsOf(contacts) {
    const list = [];
    if (!contacts) return list;
    for (let i = 0; i < contacts.length; i++) {
      const email = textOrNull(contacts[i].email, `contacts[${i}].email`);
      const name = textOrNull(contacts[i].name, `contacts[${i}].name`);
      const problem = email === null ? "" : host.uriProblem(email);
      if (problem !== "") throw new Error(`contacts[${i}].email: ${problem}`);
      list.push(name, email);
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

  own.defineWorkflow = function defineWorkflow(o) {
    if (!own.isObject(o)) throw new TypeError(`defineWorkflow takes an object of options: ${own.shown(o)}`);
    const id = o.id;
    if (typeof id !== "string") throw `Workflow ID must be a string: ${own.shown(id)}`;
    const waitTimeoutSeconds = waitTimeoutOf(o.waitTimeoutSeconds);
    const contacts = contactsOf(o.contacts);
    const url = urlOf(o.url);
    own.toId(id);
    const {url: serviceUrl, generator} = own.serviceOf(o.externalService);
    const isFunction = generator.isFunction();
    if (host.strict && !isFunction) own.checkedProperties(generator.getProperties(null));
    for (const name in o) {
      if (!options.includes(name)) host.unknownOption(name, options);
    }
    host.define({
      id,
      schedule: own.scheduleOf(o.schedule),
      concurrency: own.concurrencyOf(o.schedulingStrategy),
      trigger: own.triggerOf(o.trigger),
      serviceUrl,
      isFunction,
      properties: time => own.checkedProperties(generator.getProperties(own.slot(id, time))),
      startTime: host.parseTime(own.toText(o.startTime || "1970-01-01T00:00:00.000Z", "startTime")),
      maxRetryCount: own.toInt(o.maxRetryCount || 0, "maxRetryCount"),
      waitTimeoutSeconds,
      url,
      contacts,
    });
  };

  class Workflow {
    constructor() { throw new TypeError("A Workflow is made by celos.defineWorkflow"); }
  }
  own.addClasses({Workflow});
})
