import type { CombinedDataTransformer } from '@trpc/server';
import superjson from 'superjson';
import { serializeError } from './errors/error-body';
import type { ErrorShape } from '../contract/error-shape';
import { deserializeInput } from './superjson-input';

/**
 * How values cross the wire. Input is superjson's, as clients send it. Payloads are plain JSON already, so they are
 * wrapped without a walk over every value (which would halve the throughput of longer replies).
 */
export const transformer: CombinedDataTransformer = {
  input: { serialize: superjson.serialize.bind(superjson), deserialize: deserializeInput },
  output: {
    serialize: (value: unknown): object => (isErrorShape(value) ? serializeError(value) : { json: value }),
    deserialize: superjson.deserialize.bind(superjson),
  },
};

const errorShapes = new WeakSet<object>();

/** Marks what the error formatter made, so that no payload is ever taken for an error. */
export function markAsError(shape: ErrorShape): ErrorShape {
  errorShapes.add(shape);
  return shape;
}

function isErrorShape(value: unknown): value is ErrorShape {
  return typeof value === 'object' && value !== null && errorShapes.has(value);
}
