import request, { type Response } from 'supertest';
import { z } from 'zod';
import { fhirErrors } from '../../runner/valid-fhir';

const issueSchema = z.object({
  severity: z.enum(['error', 'warning', 'information']),
  code: z.string(),
  details: z.object({ text: z.string() }),
  expression: z.array(z.string()).optional(),
});

const outcomeSchema = z.object({
  resourceType: z.literal('OperationOutcome'),
  issue: z.array(issueSchema).min(1),
});

export const bundleSchema = z.object({
  resourceType: z.literal('Bundle'),
  type: z.enum(['transaction-response', 'batch-response']),
  entry: z
    .array(
      z.object({
        fullUrl: z.string().optional(),
        resource: z.looseObject({ resourceType: z.string(), id: z.string() }).optional(),
        response: z.object({
          status: z.string(),
          location: z.string().optional(),
          lastModified: z.string().optional(),
          outcome: outcomeSchema.optional(),
        }),
      }),
    )
    .default([]),
});

const parseBytes = (response: request.Response, done: (error: Error | null, body: unknown) => void): void => {
  const chunks: Buffer[] = [];
  const stream = response as unknown as NodeJS.ReadableStream;
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  stream.on('end', () => {
    done(null, JSON.parse(Buffer.concat(chunks).toString('utf8')));
  });
};

/** Calls `/fhir`, and has every answer judged by a validator. */
export class FhirCaller {
  constructor(
    private readonly origin: string,
    private readonly cookie?: string,
  ) {}

  as(cookie: string): FhirCaller {
    return new FhirCaller(this.origin, cookie);
  }

  async post(bundle: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    return this.postText(JSON.stringify(bundle), headers);
  }

  async postText(body: string | Buffer, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    return judged(
      await request(this.origin)
        .post('/fhir')
        .set({ ...this.headers, 'content-type': 'application/fhir+json', ...headers })
        // Bytes go out as they are; without this, as a list of numbers.
        .serialize((sent: unknown) => sent as string)
        .buffer(true)
        .parse(parseBytes)
        .send(body),
    );
  }

  async get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    return judged(
      await request(this.origin)
        .get(`/fhir/${path}`)
        .set({ ...this.headers, ...headers })
        .buffer(true)
        .parse(parseBytes),
    );
  }

  private get headers(): Record<string, string> {
    return this.cookie === undefined ? {} : { cookie: this.cookie };
  }
}

function judged(response: Response): Response {
  expect(response.headers['content-type']).toBe('application/fhir+json; charset=utf-8');
  expect(fhirErrors(response.body)).toEqual([]);
  return response;
}

export interface Answered {
  readonly status: string;
  /** Type and id. */
  readonly location: string | undefined;
  /** What the outcome says, each `code: text`. */
  readonly issues: readonly string[];
}

/** What a Bundle was answered with, entry by entry. */
export function answers(response: Response): Answered[] {
  expect({
    status: response.status,
    body: response.status === 200 ? '' : JSON.stringify(response.body).slice(0, 500),
  }).toEqual({
    status: 200,
    body: '',
  });
  return bundleSchema.parse(response.body).entry.map(({ response: { status, location, outcome } }) => ({
    status,
    location: location?.replace(/^.*\/fhir\//, ''),
    issues: (outcome?.issue ?? []).map(({ code, details }) => `${code}: ${details.text}`),
  }));
}

export interface Failure {
  readonly status: number;
  readonly issues: readonly {
    readonly code: string;
    readonly text: string;
    readonly expression: string | undefined;
  }[];
}

/** What a request that was refused as a whole was told. */
export function failure(response: Response): Failure {
  const { issue } = outcomeSchema.parse(response.body);
  return {
    status: response.status,
    issues: issue.map(({ code, details, expression }) => ({
      code,
      text: details.text,
      expression: expression?.[0],
    })),
  };
}
