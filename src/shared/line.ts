import { z } from 'zod';

/** What became of one line: its value, or what is wrong with it. */
export type CheckedLine<Value> = z.ZodSafeParseResult<Value>;

const schemas = new WeakMap<object, z.ZodType>();

/**
 * A line of many, checked by itself: one that is wrong is refused alone, and does not keep the others from being recorded.
 * Callers' types and documents are those of the line.
 */
export function checkedLine<Line extends z.ZodType>(line: Line) {
  const any = z.custom<z.input<Line>>();
  schemas.set(any, line);
  return any.transform((value): CheckedLine<z.output<Line>> => line.safeParse(value));
}

/** The schema of the lines that `checkedLine` made a schema for; undefined for any other schema. */
export function schemaOfLine(schema: object): z.ZodType | undefined {
  return schemas.get(schema);
}
