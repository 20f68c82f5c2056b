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

/** The document as the platform serves it, and what it says of a procedure. */
export class ServedOpenApi {
  private readonly ajv = new Ajv2020({ strict: false, allErrors: true });
  private readonly validators = new Map<string, ValidateFunction>();

  private constructor(readonly document: z.output<typeof documentSchema>) {
    addFormats(this.ajv);
    this.ajv.addSchema(document, 'openapi.json');
  }

  static async of(platform: Platform): Promise<ServedOpenApi> {
    const response = await request(platform.server).get('/api/openapi.json').expect(200);
    return new ServedOpenApi(documentSchema.parse(response.body));
  }

  /** @throws Error where the document has no such operation */
  operation(procedure: string, method: Method): Operation {
    const operation = this.document.paths[`/api/trpc/${procedure}`]?.[method];
    if (!operation) throw new Error(`${method} ${procedure} is not in the document`);
    return operation;
  }

  /** What is wrong with an answer, by the schema of its status. */
  problemsOfAnswer({ procedure, method, status }: Place, body: unknown): string[] {
    const content = this.operation(procedure, method).responses[status]?.content ?? {};
    const [type = 'application/json'] = Object.keys(content);
    const place = `${pointer(procedure, method)}/responses/${status}/content/${type.replace('/', '~1')}/schema`;
    return this.problems(place, body);
  }

  /** What is wrong with a request's body. */
  problemsOfRequest(procedure: string, body: unknown): string[] {
    return this.problems(`${pointer(procedure, 'post')}/requestBody/content/application~1json/schema`, body);
  }

  /** @throws Error where the document has no such route */
  buildRouteOperation({ path, method }: Route): Operation {
    const operation = this.document.paths[path]?.[method];
    if (!operation) throw new Error(`${method} ${path} is not in the document`);
    return operation;
  }

  /** What is wrong with a failure of a plain route, by the schema of its status and type. */
  problemsOfRouteAnswer({ path, method }: Route, { status, headers, text }: RouteAnswer): string[] {
    const [type = ''] = String(headers['content-type']).split(';', 1);
    const escaped = [path, method, 'responses', status, 'content', type, 'schema'].map((part) =>
      encodeURIComponent(String(part).replaceAll('~', '~0').replaceAll('/', '~1')),
    );
    return this.problems(`/paths/${escaped.join('/')}`, JSON.parse(text));
  }

  private problems(place: string, value: unknown): string[] {
    const isValid = this.validators.get(place) ?? this.ajv.compile({ $ref: `openapi.json#${place}` });
    this.validators.set(place, isValid);
    if (isValid(value)) return [];
    return (isValid.errors ?? []).map(({ instancePath, message }) => `${instancePath}: ${message ?? ''}`);
  }
}

interface Route {
  readonly path: string;
  readonly method: Method;
}

interface RouteAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

interface Place {
  readonly procedure: string;
  readonly method: Method;
  readonly status: number;
}

function pointer(procedure: string, method: Method): string {
  return `/paths/~1api~1trpc~1${procedure}/${method}`;
}
