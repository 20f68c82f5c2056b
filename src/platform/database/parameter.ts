/** A parameter of a statement: its PostgreSQL type, and the TypeScript type of its values. */
export interface Parameter<Value> {
  /** As PostgreSQL names it: `text`, `uuid[]`. */
  readonly type: string;
  /** Exists in types only. */
  readonly value?: Value;
}

export type Parameters = Readonly<Record<string, Parameter<unknown>>>;

/** The values of a statement's parameters, by name. */
export type ValuesOf<P extends Parameters> = {
  readonly [Name in keyof P]: P[Name] extends Parameter<infer Value> ? Value : never;
};

export const text = <Value extends string = string>(): Parameter<Value> => ({ type: 'text' });
export const uuid = (): Parameter<string> => ({ type: 'uuid' });
export const integer = (): Parameter<number> => ({ type: 'integer' });
export const smallint = (): Parameter<number> => ({ type: 'smallint' });
export const bigint = (): Parameter<number> => ({ type: 'bigint' });
export const double = (): Parameter<number> => ({ type: 'double precision' });
export const boolean = (): Parameter<boolean> => ({ type: 'boolean' });
/** Bytes, also as text in PostgreSQL's form `\x…`. */
export const bytea = (): Parameter<Buffer | string> => ({ type: 'bytea' });
/** A day, `YYYY-MM-DD`. */
export const date = (): Parameter<string> => ({ type: 'date' });
/** A timestamp in ISO 8601 with its offset: the driver would write a Date in the time zone of the process. */
export const timestamp = (): Parameter<string> => ({ type: 'timestamp with time zone' });
/** A value that `JSON.stringify` has written. */
export const json = (): Parameter<string> => ({ type: 'jsonb' });

/** An array of values; null where PostgreSQL's array holds NULL. */
export const array = <Value>({ type }: Parameter<Value>): Parameter<readonly Value[]> => ({
  type: `${type}[]`,
});
export const nullable = <Value>({ type }: Parameter<Value>): Parameter<Value | null> => ({ type });
