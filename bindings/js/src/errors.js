// What the package throws and returns of texts and values that it rejects, and of generators that make no id.

// Why a text or a value is rejected. Its own properties are all of it: what tests, workers and logs see.
export class ErrorDetails {
  reason;
  position;
  expected;
  found;
  format;
  message;
  constructor(reason, position, expected, found, format, message) {
    this.reason = reason;
    this.position = position;
    this.expected = expected;
    this.found = found;
    this.format = format;
    this.message = message;
    Object.freeze(this);
  }
  toString() {
    return this.message;
  }
}

// JSON leaves out an error's message, and a clone all but that.
class ErrorWithFields extends Error {
  toJSON() {
    const { name, message } = this;
    return { name, message, ...this };
  }
}
const named = (Class, name) => Object.defineProperty(Class.prototype, 'name', { value: name });

export class SortidError extends ErrorWithFields {
  reason;
  position;
  expected;
  found;
  format;
  constructor({ reason, position, expected, found, format, message }, sentence = message) {
    super(sentence);
    this.reason = reason;
    this.position = position;
    this.expected = expected;
    this.found = found;
    this.format = format;
  }
}
named(SortidError, 'SortidError');

export class GeneratorError extends ErrorWithFields {
  fault;
  format;
  constructor(fault, format, message, thrown) {
    super(message, thrown && { cause: thrown.error });
    this.fault = fault;
    this.format = format;
  }
}
named(GeneratorError, 'GeneratorError');
