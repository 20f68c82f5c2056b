import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import request from 'supertest';
import { z } from 'zod';
import type { Platform } from '../../support/platform';

const mediaSchema = z.looseObject({
  example: z.unknown().optional(),
  examples: z.record(z.string(), z.object({ summary: z.string(), value: z.unknown() })).optional(),
});

const operationSchema = z.looseObject({
  operationId: z.string(),
  tags: z.array(z.string()),
  description: z.string(),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  requestBody: z.looseObject({ content: z.record(z.string(), mediaSchema) }).optional(),
  responses: z.record(z.string(), z.looseObject({ content: z.record(z.string(), mediaSchema).optional() })),
  'x-roles': z.array(z.string()).optional(),
  'x-codeSamples': z.array(z.object({ lang: z.string(), label: z.string(), source: z.string() })).optional(),
});

const documentSchema = z.looseObject({
  openapi: z.string(),
  info: z.looseObject({ version: z.string(), description: z.string() }),
  servers: z.array(z.object({ url: z.string() })),
  paths: z.record(z.string(), z.partialRecord(z.enum(['get', 'post']), operationSchema)),
});

export type Operation = z.output<typeof operationSchema>;
export type Method = 'get' | 'post';

/** The served OpenAPI document, with validators for its schemas. */
export class ServedOpenApi {
  private readonly ajv = new Ajv2020({ strict: false, allErrors: true });
  private readonly validators = new Map<string, ValidateFunction>();

  private constructor(readonly document: z.output<typeof documentSchema>) {
    addFormats(this.ajv);
    this.ajv.addSchema(document, 'openapi.json');
  }

  static async fetch(platform: Platform): Promise<ServedOpenApi> {
    const response = await request(platform.server).get('/api/openapi.json').expect(200);
    return new ServedOpenApi(documentSchema.parse(response.body));
  }

  /** @throws Error if the document has no such operation */
  findOperation(procedure: string, method: Method): Operation {
    return this.findRouteOperation({ path: `/api/trpc/${procedure}`, method });
  }

  /** Lists violations of the schema of the response's status. */
  listResponseProblems({ procedure, method, status }: ResponseLocation, body: unknown): string[] {
    const content = this.findOperation(procedure, method).responses[status]?.content ?? {};
    const [type = 'application/json'] = Object.keys(content);
    return this.validate([`/api/trpc/${procedure}`, method, 'responses', status, 'content', type], body);
  }

  /** Lists violations of the schema of a request body. */
  listRequestProblems(procedure: string, body: unknown): string[] {
    return this.validate(
      [`/api/trpc/${procedure}`, 'post', 'requestBody', 'content', 'application/json'],
      body,
    );
  }

  /** @throws Error if the document has no such route */
  findRouteOperation({ path, method }: Route): Operation {
    const operation = this.document.paths[path]?.[method];
    if (!operation) throw new Error(`${method} ${path} is not in the document`);
    return operation;
  }

  /** Lists violations of a plain route's response schema, by status and media type. */
  listRouteProblems({ path, method }: Route, { status, headers, text }: RouteResponse): string[] {
    const [type = ''] = String(headers['content-type']).split(';', 1);
    return this.validate([path, method, 'responses', status, 'content', type], JSON.parse(text));
  }

  /** @param mediaPath path of the media type object below `paths` */
  private validate(mediaPath: readonly (string | number)[], value: unknown): string[] {
    const pointer = ['paths', ...mediaPath, 'schema'].map(
      (part) => `/${encodeURIComponent(String(part).replaceAll('~', '~0').replaceAll('/', '~1'))}`,
    );
    const $ref = `openapi.json#${pointer.join('')}`;
    const isValid = this.validators.get($ref) ?? this.ajv.compile({ $ref });
    this.validators.set($ref, isValid);
    if (isValid(value)) return [];
    return (isValid.errors ?? []).map(({ instancePath, message }) => `${instancePath}: ${message ?? ''}`);
  }
}

interface Route {
  readonly path: string;
  readonly method: Method;
}

interface RouteResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

interface ResponseLocation {
  readonly procedure: string;
  readonly method: Method;
  readonly status: number;
}
