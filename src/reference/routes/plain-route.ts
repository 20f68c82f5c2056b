import { z } from 'zod';
import type { AccessRule } from '../../access/access-rule';
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

export interface RouteFailure {
  readonly status: number;
  /** When it happens, as the end of a sentence that begins with "when". */
  readonly when: string;
  readonly body: unknown;
}

/** FHIR has failures of its own form. */
export function mediaTypeOfFailures({ module }: PlainRoute): string {
  return module === 'fhir' ? 'application/fhir+json' : 'application/json';
}

/** The parameters of a route's example that stand in its query, a list as one for each value. */
export function exampleQuery({ parameters = [] }: PlainRoute): { key: string; value: string }[] {
  return parameters
    .filter((parameter) => parameter.in === 'query' && parameter.example !== undefined)
    .flatMap(({ name, example }) =>
      z
        .union([z.array(z.string()), z.string().transform((value) => [value])])
        .parse(example)
        .map((value) => ({ key: name, value })),
    );
}
