import { z } from 'zod';
import type { AccessRule } from '../../../platform/access/access-rule';
import type { Parameter } from '../openapi/openapi-document';
import type { JsonSchema } from '../openapi/json-schema';

/** A documented HTTP route that is not a tRPC procedure. */
export interface PlainRoute {
  readonly module: string;
  readonly operationId: string;
  readonly method: 'get' | 'post';
  /** Path from the root of the host, with path parameters in braces. */
  readonly path: string;
  readonly summary: string;
  readonly description?: string;
  readonly access: AccessRule;
  readonly parameters?: readonly Parameter[];
  readonly body?: RouteContent;
  readonly response: RouteContent;
  readonly failures: readonly RouteFailure[];
}

export interface RouteContent {
  readonly mediaType: string;
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

/** An error response of a route. */
export interface RouteFailure {
  /** Unique within the route. */
  readonly name: string;
  readonly status: number;
  /** The condition, as the end of a sentence that begins with "when". */
  readonly when: string;
  /** Whether the response has the header `Retry-After`. */
  readonly hasRetryAfter?: true;
  readonly body: unknown;
}

/** Returns the media type and the schema component of a route's error bodies. */
export function selectFailureFormat({ module }: PlainRoute): { mediaType: string; schema: string } {
  return module === 'fhir'
    ? { mediaType: 'application/fhir+json', schema: 'OperationOutcome' }
    : { mediaType: 'application/json', schema: 'RouteError' };
}

/** Lists the example query parameters of a route; a list becomes one parameter per value. */
export function listExampleQuery({ parameters = [] }: PlainRoute): { key: string; value: string }[] {
  return parameters
    .filter((parameter) => parameter.in === 'query' && parameter.example !== undefined)
    .flatMap(({ name, example }) =>
      z
        .union([z.array(z.string()), z.string().transform((value) => [value])])
        .parse(example)
        .map((value) => ({ key: name, value })),
    );
}
