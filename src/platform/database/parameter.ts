/** A parameter of a statement: its PostgreSQL type, and the TypeScript type of its values. */
export interface Parameter<Value> {
  /** PostgreSQL's name of the type: `text`, `uuid[]`. */
  readonly type: string;
  /** For the type checker only; never set. */
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
/** As text if it can be larger than 2^53. */
export const bigint = (): Parameter<number | string> => ({ type: 'bigint' });
export const double = (): Parameter<number> => ({ type: 'double precision' });
export const boolean = (): Parameter<boolean> => ({ type: 'boolean' });
/** A Buffer, or PostgreSQL's text form `\x…`. */
export const bytea = (): Parameter<Buffer | string> => ({ type: 'bytea' });
/** A day, `YYYY-MM-DD`. */
export const date = (): Parameter<string> => ({ type: 'date' });
/** ISO 8601 with an offset. Not a Date, which the driver would write in the time zone of the process. */
export const timestamp = (): Parameter<string> => ({ type: 'timestamp with time zone' });
/** The text that `JSON.stringify` returns. */
export const json = (): Parameter<string> => ({ type: 'jsonb' });

export const array = <Value>({ type }: Parameter<Value>): Parameter<readonly Value[]> => ({
  type: `${type}[]`,
});
export const nullable = <Value>({ type }: Parameter<Value>): Parameter<Value | null> => ({ type });
