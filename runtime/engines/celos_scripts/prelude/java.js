// What scripts say of Java: importPackage does nothing, for the classes of Celos are there by their names; all else
// says what is missing.
(function (own, host) {
  "use strict";
  const {Map, Object, Proxy, TypeError} = globalThis;
  const celosPackages = ["com.collective.celos", "com.collective.celos.trigger", "org.joda.time"];

  function missing(name) {
    return new TypeError(`the Java class ${name} is not available; only these classes are: ` +
                         Object.keys(own.classes).sort().join(", "));
  }

  // A package, or a class of which there is only the name.
  function packageOf(path) {
    const children = new Map();
    const isClass = /(^|\.)[A-Z][^.]*$/.test(path);
    return new Proxy(isClass ? function () {} : {}, {
      get(target, name) {
        if (typeof name === "symbol" || name === "prototype") return undefined;
        if (name === "toString" || name === "valueOf") return () => `[JavaPackage ${path}]`;
        if (celosPackages.includes(path) && own.classes[name] !== undefined) return own.classes[name];
        if (!children.has(name)) children.set(name, packageOf(path === "" ? name : `${path}.${name}`));
        return children.get(name);
      },
      set() { throw new TypeError(`Java package ${path} cannot be changed`); },
      apply() { throw missing(path); },
      construct() { throw missing(path); },
    });
  }

  class Util {
    static isNullOrEmpty(text) { return text === null || text === undefined || text === ""; }
  }
  own.addClasses({Util});

  function needsJava(name) {
    return function () { throw missing(name); };
  }

  const packages = packageOf("");
  own.java = {
    Packages: packages,
    java: packages.java,
    javax: packages.javax,
    com: packages.com,
    org: packages.org,
    importPackage: function importPackage() {},
    importClass: function importClass() {},
    JavaAdapter: needsJava("JavaAdapter"),
    JavaImporter: needsJava("JavaImporter"),
  };
})
