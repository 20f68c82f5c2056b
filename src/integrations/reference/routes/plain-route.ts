import { z } from 'zod';
import type { AccessRule } from '../../../platform/access/access-rule';
import type { Parameter } from '../openapi/openapi-document';
import type { JsonSchema } from '../openapi/json-schema';

/** A part of the platform that is plain HTTP, without the envelope. */
export interface PlainRoute {
  readonly module: string;
  readonly operationId: string;
  readonly method: 'get' | 'post';
  /** From the root of the host; places that a caller fills in stand in braces. */
  readonly path: string;
  readonly summary: string;
  readonly description?: string;
  readonly access: AccessRule;
  readonly parameters?: readonly Parameter[];
  readonly body?: RouteContent;
  readonly answer: RouteContent;
  readonly failures: readonly RouteFailure[];
}

export interface RouteContent {
  readonly mediaType: string;
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

/** A failure of a route, as its caller sees it. */
export interface RouteFailure {
  /** Tells it from the other failures of the route. */
  readonly name: string;
  readonly status: number;
  /** When it happens, as the end of a sentence that begins with "when". */
  readonly when: string;
  /** Whether the answer says by `Retry-After` when to try again. */
  readonly waits?: true;
  readonly body: unknown;
}

/** The form of a route's failures: FHIR has one of its own. */
export function failureFormat({ module }: PlainRoute): { mediaType: string; schema: string } {
  return module === 'fhir'
    ? { mediaType: 'application/fhir+json', schema: 'OperationOutcome' }
    : { mediaType: 'application/json', schema: 'RouteError' };
}

/** The parameters of a route's example that stand in its query, a list as one for each value. */
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
