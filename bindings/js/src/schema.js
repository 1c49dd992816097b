// The entry sortid/schema: a class of ids as a Standard Schema (standardschema.dev), which libraries take in place of a
// validator of their own. It needs nothing of the package but the class.
export function schema(Class, options) {
  if (typeof Class?.tryParse !== 'function') throw new TypeError('a schema is of a class of ids, such as ULID');
  Class.tryParse('', options); // what is wrong with the options is said now
  return {
    '~standard': {
      version: 1,
      vendor: 'sortid',
      validate(value) {
        if (typeof value !== 'string') return { issues: [{ message: 'a text is expected' }] };
        const { id, error } = Class.tryParse(value, options);
        return error === null ? { value: id } : { issues: [{ message: error.message }] };
      },
    },
  };
}
