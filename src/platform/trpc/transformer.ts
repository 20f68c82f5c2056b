import type { CombinedDataTransformer } from '@trpc/server';
import superjson from 'superjson';
import { serializeError } from './errors/error-body';
import type { ErrorShape } from '../contract/error-shape';
import { deserializeInput } from './superjson-input';

/**
 * Serializes values for the transport. Inputs are in superjson's format. Results are plain JSON, so they are wrapped without
 * superjson's walk over all values, which halves the throughput of long responses.
 */
export const transformer: CombinedDataTransformer = {
  input: { serialize: superjson.serialize.bind(superjson), deserialize: deserializeInput },
  output: {
    serialize: (value: unknown): object => (isErrorShape(value) ? serializeError(value) : { json: value }),
    deserialize: superjson.deserialize.bind(superjson),
  },
};

const errorShapes = new WeakSet<object>();

/** Marks the result of the error formatter, so that no other value is serialized as an error. */
export function markAsError(shape: ErrorShape): ErrorShape {
  errorShapes.add(shape);
  return shape;
}

function isErrorShape(value: unknown): value is ErrorShape {
  return typeof value === 'object' && value !== null && errorShapes.has(value);
}
