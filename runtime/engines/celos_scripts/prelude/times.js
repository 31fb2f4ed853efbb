// ScheduledTime, the DateTime of Joda-Time behind it, WorkflowID and SlotID: what Celos gives to scripts.
(function (own, host) {
  "use strict";
  const {Error, Number, Object, String, TypeError} = globalThis;
  const units = ["Years", "Months", "Days", "Hours", "Minutes", "Seconds"];
  const days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
  const months = ["January", "February", "March", "April", "May", "June", "July", "August", "September",
                  "October", "November", "December"];

  // plusHours(n) and its like. `moved` makes the object for another time.
  function addArithmetic(type, name, timeOf, moved) {
    units.forEach((unit, index) => {
      for (const [verb, sign] of [["plus", 1], ["minus", -1]]) {
        Object.defineProperty(type.prototype, verb + unit, {writable: true, configurable: true, value: function (amount) {
          if (arguments.length === 0) throw new TypeError(`Can't find method ${name}.${verb}${unit}().`);
          return moved(host.plus(timeOf(this), sign * own.toInt(amount, verb + unit), index));
        }});
      }
    });
  }

  // Looks into the objects, for this source alone.
  let isDateTime, isTime, isId, isSlot, millisecondsOf, timeOf;

  // The letters of a pattern of Joda-Time.
  const letters = {
    y: (t, n) => n === 2 ? padded(t.year % 100, 2) : padded(t.year, n),
    M: (t, n) => n >= 4 ? months[t.month - 1] : n === 3 ? months[t.month - 1].slice(0, 3) : padded(t.month, n),
    d: (t, n) => padded(t.day, n),
    H: (t, n) => padded(t.hour, n),
    h: (t, n) => padded(t.hour % 12 || 12, n),
    k: (t, n) => padded(t.hour || 24, n),
    K: (t, n) => padded(t.hour % 12, n),
    m: (t, n) => padded(t.minute, n),
    s: (t, n) => padded(t.second, n),
    S: (t, n) => (padded(t.millisecond, 3) + "0".repeat(n)).slice(0, n),
    a: t => t.hour < 12 ? "AM" : "PM",
    D: (t, n) => padded(t.dayOfYear, n),
    e: (t, n) => padded(t.dayOfWeek, n),
    E: (t, n) => n >= 4 ? days[t.dayOfWeek - 1] : days[t.dayOfWeek - 1].slice(0, 3),
    Y: (t, n) => n === 2 ? padded(t.year % 100, 2) : padded(t.year, n),
    Z: (t, n) => n === 1 ? "+0000" : n === 2 ? "+00:00" : "UTC",
    z: () => "UTC",
  };
  letters.u = letters.y;

  function padded(number, width) {
    return number < 0 ? "-" + padded(-number, width) : String(number).padStart(width, "0");
  }

  function formatted(time, pattern) {
    const parts = /'((?:[^']|'')*)'|([A-Za-z])\2*|[^A-Za-z']+/g;
    return pattern.replace(parts, (part, quoted, letter) => {
      if (quoted !== undefined) return quoted === "" ? "'" : quoted.replaceAll("''", "'");
      if (letter === undefined) return part;
      if (letters[letter] === undefined) throw new Error(`Illegal pattern component: ${part}`);
      return letters[letter](time, part.length);
    });
  }

  class DateTime {
    #time;
    constructor(time) {
      if (typeof time !== "bigint") throw new TypeError("A DateTime is got by ScheduledTime.getDateTime()");
      this.#time = time;
    }
    static {
      isDateTime = value => own.isObject(value) && #time in value;
      millisecondsOf = value => value.#time;
    }
    getMillis() { return Number(this.#time); }
    getYear() { return host.fields(this.#time).year; }
    getMonthOfYear() { return host.fields(this.#time).month; }
    getDayOfMonth() { return host.fields(this.#time).day; }
    getDayOfYear() { return host.fields(this.#time).dayOfYear; }
    getDayOfWeek() { return host.fields(this.#time).dayOfWeek; }
    getHourOfDay() { return host.fields(this.#time).hour; }
    getMinuteOfHour() { return host.fields(this.#time).minute; }
    getSecondOfMinute() { return host.fields(this.#time).second; }
    getMillisOfSecond() { return host.fields(this.#time).millisecond; }
    get millis() { return this.getMillis(); }
    get dayOfWeek() { return this.getDayOfWeek(); }
    toString(pattern) {
      return pattern === undefined || pattern === null ? host.timeText(this.#time)
                                                       : formatted(host.fields(this.#time), String(pattern));
    }
    equals(other) { return isDateTime(other) && other.#time === this.#time; }
  }

  class ScheduledTime {
    #time;
    constructor(text) {
      if (text === undefined || text === null) {
        throw new TypeError('Java constructor for "com.collective.celos.ScheduledTime" not found: it takes a text');
      }
      this.#time = typeof text === "bigint" ? text
                 : isDateTime(text)         ? millisecondsOf(text)
                                             : host.parseTime(own.toText(text, "time"));
    }
    static now() { return new ScheduledTime(host.now()); }
    static {
      isTime = value => own.isObject(value) && #time in value;
      timeOf = value => value.#time;
    }
    year() { return host.replaceTimeVariables("${year}", this.#time); }
    month() { return host.replaceTimeVariables("${month}", this.#time); }
    day() { return host.replaceTimeVariables("${day}", this.#time); }
    hour() { return host.replaceTimeVariables("${hour}", this.#time); }
    minute() { return host.replaceTimeVariables("${minute}", this.#time); }
    second() { return host.replaceTimeVariables("${second}", this.#time); }
    getYear() { return host.fields(this.#time).year; }
    getMonth() { return host.fields(this.#time).month; }
    getDay() { return host.fields(this.#time).day; }
    getHour() { return host.fields(this.#time).hour; }
    getMinute() { return host.fields(this.#time).minute; }
    getSecond() { return host.fields(this.#time).second; }
    getMillisecond() { return host.fields(this.#time).millisecond; }
    get millisecond() { return this.getMillisecond(); }
    getDateTime() { return new DateTime(this.#time); }
    get dateTime() { return this.getDateTime(); }
    compareTo(other) {
      const time = own.scheduledTimeOf(other, "compareTo");
      return this.#time < time ? -1 : this.#time > time ? 1 : 0;
    }
    equals(other) { return isTime(other) && other.#time === this.#time; }
    toString() { return host.timeText(this.#time); }
  }

  class WorkflowID {
    #id;
    constructor(id) { this.#id = own.toId(id); }
    static {
      isId = value => own.isObject(value) && #id in value;
    }
    equals(other) { return isId(other) && other.#id === this.#id; }
    toString() { return this.#id; }
  }

  class SlotID {
    #workflow;
    #time;
    constructor(workflow, time) {
      if (!isId(workflow)) throw new TypeError(`A SlotID needs a WorkflowID: ${own.shown(workflow)}`);
      own.scheduledTimeOf(time, "SlotID");
      this.#workflow = workflow;
      this.#time = time;
    }
    static {
      isSlot = value => own.isObject(value) && #time in value;
    }
    getWorkflowID() { return this.#workflow; }
    getScheduledTime() { return this.#time; }
    get workflowID() { return this.#workflow; }
    get scheduledTime() { return this.#time; }
    equals(other) {
      return isSlot(other) && other.#workflow.equals(this.#workflow) && other.#time.equals(this.#time);
    }
    toString() { return `${this.#workflow}@${this.#time}`; }
  }

  addArithmetic(ScheduledTime, "com.collective.celos.ScheduledTime", timeOf, time => new ScheduledTime(time));
  addArithmetic(DateTime, "org.joda.time.DateTime", millisecondsOf, time => new DateTime(time));

  own.isSlot = isSlot;
  own.scheduledTimeOf = function (value, what) {
    if (!isTime(value)) throw new TypeError(`${what} needs a ScheduledTime: ${own.shown(value)}`);
    return timeOf(value);
  };
  own.slot = (id, time) => new SlotID(new WorkflowID(id), new ScheduledTime(time));
  own.addClasses({ScheduledTime, WorkflowID, SlotID, DateTime});
})
