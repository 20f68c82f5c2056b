import { z } from 'zod';
import type { DataValueSet } from './data-value-sets.service';
import type { Dhis2Mapping } from './dhis2-mapping';

const conflictSchema = z.object({
  object: z.string().optional(),
  value: z.string().optional(),
  errorCode: z.string().optional(),
});

const summarySchema = z.object({
  status: z.string(),
  description: z.string().optional(),
  importCount: z.object({ imported: z.int(), updated: z.int(), ignored: z.int(), deleted: z.int() }),
  conflicts: z.array(conflictSchema).default([]),
});

/** Before version 2.38, the response body is the summary itself. */
const responseSchema = z.union([
  z.object({ response: summarySchema }).transform((body) => body.response),
  summarySchema,
]);

const errorSchema = z.object({ message: z.string() });

/** DHIS2's report of an import, or of what a dry run would import. */
export type ImportSummary = z.output<typeof summarySchema>;

/** A failed import into DHIS2. The message gives the reason and contains no credentials. */
export class Dhis2Error extends Error {
  override name = 'Dhis2Error';
}

interface Dhis2ClientOptions {
  /** The server's address, for example `https://dhis2.example.org/dhis`. */
  readonly url: string;
  readonly token?: string | undefined;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  /** Time limit of one request. */
  readonly timeoutMs: number;
}

/** Sends data values to a DHIS2 server, versions 2.3x and 2.4x. */
export class Dhis2Client {
  private readonly address: URL;
  private readonly authorization: string;
  private readonly timeoutMs: number;

  /** @throws Dhis2Error for an invalid address, or for missing or ambiguous credentials */
  constructor({ url, token, username, password, timeoutMs }: Dhis2ClientOptions) {
    this.address = parseAddress(url);
    this.authorization = formatAuthorization(token, username, password);
    this.timeoutMs = timeoutMs;
  }

  /**
   * Creates or updates data values. Sending them again changes nothing.
   * @param dryRun whether the server only reports what it would do
   * @throws Dhis2Error if the response has no import summary
   */
  async sendDataValues(
    dataValueSet: DataValueSet,
    { dataElementIdScheme, orgUnitIdScheme }: Pick<Dhis2Mapping, 'dataElementIdScheme' | 'orgUnitIdScheme'>,
    dryRun: boolean,
  ): Promise<ImportSummary> {
    const url = new URL(this.address);
    // Not in the body, where some 2.43 servers apply the data elements' scheme to the data set.
    url.search = new URLSearchParams({
      dryRun: String(dryRun),
      importStrategy: 'CREATE_AND_UPDATE',
      dataElementIdScheme,
      orgUnitIdScheme,
      async: 'false',
    }).toString();
    const { response, text } = await this.post(url, JSON.stringify(dataValueSet));
    const body = parseJson(text);
    const summary = responseSchema.safeParse(body);
    // A response with conflicts has status 409 and the same summary.
    if (summary.success && (response.ok || response.status === 409)) return summary.data;
    throw new Dhis2Error(describeFailure(response, body));
  }

  private async post(url: URL, body: string): Promise<{ response: Response; text: string }> {
    const signal = AbortSignal.timeout(this.timeoutMs);
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          authorization: this.authorization,
          'content-type': 'application/json',
          accept: 'application/json',
        },
        body,
        redirect: 'manual',
        signal,
      });
      return { response, text: await response.text() };
    } catch (error) {
      if (signal.aborted) {
        throw new Dhis2Error(
          `${url.origin} did not answer within ${this.timeoutMs} ms (DHIS2_TIMEOUT_MS); whether it took the values is not known, and sending them again does no harm`,
        );
      }
      const cause = error instanceof Error ? error.cause : undefined;
      throw new Dhis2Error(
        `${url.origin} cannot be reached: ${cause instanceof Error ? cause.message : String(error)}`,
      );
    }
  }
}

function parseAddress(text: string): URL {
  if (!URL.canParse(text))
    throw new Dhis2Error('push: expected an address such as https://dhis2.example.org');
  const url = new URL(text);
  if (url.username || url.password) {
    throw new Dhis2Error('push: credentials belong into DHIS2_TOKEN, or DHIS2_USERNAME and DHIS2_PASSWORD');
  }
  const isLoopback = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback)) {
    throw new Dhis2Error('push: expected an https address, since credentials and health data go there');
  }
  url.pathname = `${url.pathname.replace(/(\/api(\/dataValueSets)?)?\/*$/, '')}/api/dataValueSets`;
  url.hash = '';
  return url;
}

function formatAuthorization(token?: string, username?: string, password?: string): string {
  if (token !== undefined && username === undefined && password === undefined) return `ApiToken ${token}`;
  if (token === undefined && username !== undefined && password !== undefined) {
    return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  }
  throw new Dhis2Error('push: set DHIS2_TOKEN, or else both DHIS2_USERNAME and DHIS2_PASSWORD');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function describeFailure({ status, url }: Response, body: unknown): string {
  const { origin } = new URL(url);
  const error = errorSchema.safeParse(body);
  const reason = error.success ? `: ${error.data.message}` : '';
  if (status === 401) return `${origin} does not know these credentials (401)${reason}`;
  if (status === 403) return `${origin} does not let this user import data values (403)${reason}`;
  if (status >= 300 && status < 400) return `${origin} redirects (${status}); give the address it ends at`;
  return `${origin} answered ${status} and no import summary${reason}`;
}
