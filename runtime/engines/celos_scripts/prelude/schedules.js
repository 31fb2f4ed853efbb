// Schedules and strategies.
(function (own, host) {
  "use strict";
  const {Error, TypeError} = globalThis;
  let isSchedule, isStrategy, scheduleOf, concurrencyOf;

  // `definition`: {cron} or {dependent}, as the host takes it.
  class Schedule {
    #definition;
    constructor(definition) { this.#definition = definition; }
    static {
      isSchedule = value => own.isObject(value) && #definition in value;
      scheduleOf = value => value.#definition;
    }
    toString() { return `com.collective.celos.${this.constructor.name}`; }
  }
  class HourlySchedule extends Schedule {
    constructor() { super({cron: "0 0 * * * ?"}); }
  }
  class MinutelySchedule extends Schedule {
    constructor() { super({cron: "0 * * * * ?"}); }
  }
  class CronSchedule extends Schedule {
    constructor(expression) {
      const cron = own.toText(expression, "cron expression");
      const problem = host.cronProblem(cron);
      if (problem !== "") throw new Error(`Error in cron expression: ${problem}: ${cron}`);
      super({cron});
    }
    getCronExpression() { return scheduleOf(this).cron; }
  }
  class DependentSchedule extends Schedule {
    constructor(id) { super({dependent: own.toId(id)}); }
  }

  // Of a concurrency, or of none: what is ready is submitted.
  class SchedulingStrategy {
    #concurrency;
    constructor(concurrency) { this.#concurrency = concurrency; }
    static {
      isStrategy = value => own.isObject(value) && #concurrency in value;
      concurrencyOf = value => value.#concurrency;
    }
    toString() { return `com.collective.celos.${this.constructor.name}`; }
  }
  class SerialSchedulingStrategy extends SchedulingStrategy {
    constructor(concurrency) { super(own.toInt(concurrency, "concurrency")); }
    getConcurrencyLevel() { return concurrencyOf(this); }
  }
  class TrivialSchedulingStrategy extends SchedulingStrategy {
    constructor() { super(null); }
  }

  own.scheduleOf = function (value) {
    if (!isSchedule(value)) {
      throw new TypeError(`schedule must be made by one of the schedule functions of celos: ${own.shown(value)}`);
    }
    return scheduleOf(value);
  };
  own.concurrencyOf = function (value) {
    if (!isStrategy(value)) {
      throw new TypeError(`schedulingStrategy must be made by celos.serialSchedulingStrategy: ${own.shown(value)}`);
    }
    return concurrencyOf(value);
  };

  own.hourlySchedule = function hourlySchedule() { return new HourlySchedule(); };
  own.minutelySchedule = function minutelySchedule() { return new MinutelySchedule(); };
  own.cronSchedule = function cronSchedule(expression) {
    if (!expression) throw "Undefined cron expression";
    return new CronSchedule(expression);
  };
  own.dependentSchedule = function dependentSchedule(id) { return new DependentSchedule(id); };
  own.serialSchedulingStrategy = function serialSchedulingStrategy(concurrency) {
    return new SerialSchedulingStrategy(concurrency === undefined ? 1 : concurrency);
  };

  own.addClasses({HourlySchedule, MinutelySchedule, CronSchedule, DependentSchedule, SerialSchedulingStrategy,
                  TrivialSchedulingStrategy});
})
