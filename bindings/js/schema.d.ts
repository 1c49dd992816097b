// sortid/schema: classes of ids for what validates by a Standard Schema.
import type { Id, Outcome, ReadOptions, TypeID } from 'sortid';

/** A schema of texts that are ids, after standardschema.dev, version 1. */
export interface IdSchema<T> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: 'sortid';
    /** The id, or why the value is none. */
    readonly validate: (value: unknown) =>
      | { readonly value: T; readonly issues?: undefined }
      | { readonly issues: readonly { readonly message: string }[] };
    readonly types?: { readonly input: string; readonly output: T };
  };
}

/** The schema of the TypeIDs with a prefix, as `TypeID.parse` reads them. */
export function schema<Prefix extends string>(
  Class: { tryParse<P extends string>(text: string, options: ReadOptions & { prefix: P }): Outcome<TypeID<P>> },
  options: ReadOptions & { prefix: Prefix }): IdSchema<TypeID<Prefix>>;
/** The schema of the ids of a class, as its `parse` reads them. */
export function schema<T extends Id>(Class: { tryParse(text: string, options?: ReadOptions): Outcome<T> }, options?: ReadOptions): IdSchema<T>;
