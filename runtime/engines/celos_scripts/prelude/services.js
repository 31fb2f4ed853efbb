// The external service, which is always Oozie, and the properties that jobs are submitted with.
(function (own, host) {
  "use strict";
  const {Error, Object, TypeError} = globalThis;
  const {parse, stringify} = JSON;
  let isService, serviceOf;

  // Members, inherited ones too. What is no object has none.
  own.mergeProperties = function mergeProperties(source, target) {
    if (!own.isObject(source) && typeof source !== "function") return;
    for (const name in source) target[name] = source[name];
  };

  // Those of all workflows, a workflow's own over them, and who asks. Values that are undefined or functions are
  // dropped, as JSON has it.
  function propertiesOf(mine) {
    const all = Object.create(null);
    if (typeof CELOS_DEFAULT_OOZIE_PROPERTIES !== "undefined") {
      own.mergeProperties(CELOS_DEFAULT_OOZIE_PROPERTIES, all);
    }
    own.mergeProperties(mine, all);
    if (typeof CELOS_USER_JS_VAR !== "undefined") all["user.name"] = CELOS_USER_JS_VAR;
    return parse(stringify(all));
  }

  class PropertiesGenerator {
    #properties;
    constructor(properties) { this.#properties = properties; }
    getProperties(slot) {
      return propertiesOf(typeof this.#properties === "function" ? (0, this.#properties)(slot) : this.#properties);
    }
    isFunction() { return typeof this.#properties === "function"; }
  }

  class OozieExternalService {
    #url;
    #generator;
    constructor(url, generator) {
      const text = own.toText(url, "oozieUrl");
      if (text === "") throw new Error("oozieUrl cannot be empty");
      this.#url = text;
      this.#generator = generator;
    }
    static {
      isService = value => own.isObject(value) && #url in value;
      serviceOf = value => ({url: value.#url, generator: value.#generator});
    }
    getOozieURL() { return this.#url; }
    getProperties(slot) {
      const properties = this.#generator.getProperties(slot);
      return {toString: () => stringify(properties)};
    }
    toString() { return "com.collective.celos.OozieExternalService"; }
  }

  // As name, value, name, value. Oozie takes texts only.
  own.checkedProperties = function (properties) {
    const flat = [];
    let size = 0;
    for (const name of Object.keys(properties)) {
      const value = properties[name];
      if (typeof value !== "string") {
        host.option(["externalService", name]);
        throw new TypeError(`The property ${name} of externalService must be a text: ${stringify(value)}`);
      }
      size += name.length + value.length;
      if (size > 1048576) throw new Error("The properties of externalService are longer than 1048576 characters");
      flat.push(name, value);
    }
    return flat;
  };

  own.serviceOf = function (value) {
    if (!isService(value)) {
      throw new TypeError(`externalService must be made by celos.oozieExternalService: ${own.shown(value)}`);
    }
    return serviceOf(value);
  };

  own.makePropertiesGen = function makePropertiesGen(properties) { return new PropertiesGenerator(properties); };
  own.oozieExternalService = function oozieExternalService(properties, url) {
    if (url === undefined) {
      if (typeof CELOS_DEFAULT_OOZIE === "undefined") throw "Undefined Oozie URL";
      url = CELOS_DEFAULT_OOZIE;
    }
    return new OozieExternalService(url, new PropertiesGenerator(properties));
  };

  own.addClasses({OozieExternalService, PropertiesGenerator});
})
