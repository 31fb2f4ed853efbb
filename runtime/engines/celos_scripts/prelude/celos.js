// Puts all of it where scripts find it.
(function (own, host) {
  "use strict";
  const {Object} = globalThis;
  const names = [
    "defineWorkflow", "importDefaults", "hourlySchedule", "minutelySchedule", "cronSchedule", "dependentSchedule",
    "serialSchedulingStrategy", "alwaysTrigger", "hdfsCheck", "hdfsCheckTrigger", "andTrigger", "orTrigger",
    "notTrigger", "delayTrigger", "offsetTrigger", "successTrigger", "mergeProperties", "hdfsPath",
    "makePropertiesGen", "oozieExternalService", "replaceTimeVariables", "databaseName", "isRunningInTestMode",
    "getRegister", "forEachRegister",
  ];
  const celos = {};
  for (const name of names) celos[name] = own[name];
  celos.addWorkflow = celos.defineWorkflow;
  host.functions(names);

  // Names that Celos has for itself, and of Rhino, which nothing is known to use.
  const internal = {celosScope: {}, celosReader: {}, celosWorkflowConfigurationParser: {}, celosConnection: {},
                    StopIteration: {}, global: function global() {}};
  const all = Object.assign({celos, importDefaults: celos.importDefaults}, own.java, internal, own.classes);
  for (const name in all) {
    Object.defineProperty(globalThis, name, {value: all[name], writable: true, configurable: true, enumerable: false});
  }
})
