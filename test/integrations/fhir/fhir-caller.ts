import request, { type Response } from 'supertest';
import { z } from 'zod';
import { fhirErrors } from './fhir-validator';

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

/** Calls `/fhir` and validates every response as FHIR R4. */
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

  /** Posts a Bundle and returns the status of each entry. */
  async postForStatuses(bundle: unknown): Promise<string[]> {
    return listStatuses(readEntries(await this.post(bundle)));
  }

  /** Posts a Bundle and returns the address of each entry's resource, as `Type/id`. */
  async postForLocations(bundle: unknown): Promise<string[]> {
    return listLocations(readEntries(await this.post(bundle))).map((location) => location ?? '');
  }

  async postText(body: string | Buffer, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    return expectValidFhir(
      await request(this.origin)
        .post('/fhir')
        .set({ ...this.headers, 'content-type': 'application/fhir+json', ...headers })
        // Without this, supertest would serialize a Buffer as a list of numbers.
        .serialize((sent: unknown) => sent as string)
        .buffer(true)
        .parse(parseBytes)
        .send(body),
    );
  }

  async get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    return expectValidFhir(
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

function expectValidFhir(response: Response): Response {
  expect(response.headers['content-type']).toBe('application/fhir+json; charset=utf-8');
  expect(fhirErrors(response.body)).toEqual([]);
  return response;
}

/** The response to an entry of a Bundle. */
export interface EntryResult {
  readonly status: string;
  /** `Type/id`. */
  readonly location: string | undefined;
  /** `code: text` of each issue. */
  readonly issues: readonly string[];
}

/** Returns the result of each entry; expects status 200. */
export function readEntries(response: Response): EntryResult[] {
  const errorBody = response.status === 200 ? '' : JSON.stringify(response.body).slice(0, 500);
  expect({ status: response.status, errorBody }).toEqual({ status: 200, errorBody: '' });
  return bundleSchema.parse(response.body).entry.map(({ response: { status, location, outcome } }) => ({
    status,
    location: location?.replace(/^.*\/fhir\//, ''),
    issues: (outcome?.issue ?? []).map(({ code, details }) => `${code}: ${details.text}`),
  }));
}

export function listStatuses(results: readonly EntryResult[]): string[] {
  return results.map(({ status }) => status);
}

export function listLocations(results: readonly EntryResult[]): (string | undefined)[] {
  return results.map(({ location }) => location);
}

export interface Failure {
  readonly status: number;
  readonly issues: readonly {
    readonly code: string;
    readonly text: string;
    readonly expression: string | undefined;
  }[];
}

/** Builds the status and the only issue that a refused request must have. @param path the element, below `Bundle.` */
export function failureWith(status: number, code: string, path?: string) {
  return { status, issues: [{ code, ...(path !== undefined && { expression: `Bundle.${path}` }) }] };
}

/** Returns status and issues of a refused request. */
export function readFailure(response: Response): Failure {
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
