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

/** Before version 2.38 an answer was the summary itself. */
const answerSchema = z.union([
  z.object({ response: summarySchema }).transform((body) => body.response),
  summarySchema,
]);

const refusalSchema = z.object({ message: z.string() });

/** What DHIS2 did with data values, or in a dry run would do. */
export type ImportSummary = z.output<typeof summarySchema>;

/** A DHIS2 server that did not take data values; the message says why, and carries no credentials. */
export class Dhis2Error extends Error {
  override name = 'Dhis2Error';
}

interface Access {
  /** The address of the server, such as `https://dhis2.example.org/dhis`. */
  readonly url: string;
  readonly token?: string | undefined;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  /** Milliseconds for one answer. */
  readonly timeout: number;
}

/** A DHIS2 server, versions 2.3x and 2.4x, as far as data values are concerned. */
export class Dhis2Server {
  private readonly address: URL;
  private readonly authorization: string;
  private readonly timeout: number;

  /** @throws Dhis2Error for an address or credentials that cannot be meant */
  constructor({ url, token, username, password, timeout }: Access) {
    this.address = addressOf(url);
    this.authorization = authorizationOf(token, username, password);
    this.timeout = timeout;
  }

  /**
   * Sends data values: those that are new are created, the others updated, so that sending again changes nothing.
   * @param dryRun whether the server only says what it would do
   * @throws Dhis2Error where no import summary comes back
   */
  async send(
    dataValueSet: DataValueSet,
    { dataElementIdScheme, orgUnitIdScheme }: Pick<Dhis2Mapping, 'dataElementIdScheme' | 'orgUnitIdScheme'>,
    dryRun: boolean,
  ): Promise<ImportSummary> {
    const url = new URL(this.address);
    // In the body, a scheme of data elements is read as one of data sets by some servers of 2.43.
    url.search = new URLSearchParams({
      dryRun: String(dryRun),
      importStrategy: 'CREATE_AND_UPDATE',
      dataElementIdScheme,
      orgUnitIdScheme,
      async: 'false',
    }).toString();
    const { response, text } = await this.post(url, JSON.stringify(dataValueSet));
    const body = jsonOf(text);
    const answer = answerSchema.safeParse(body);
    // A conflict is told with status 409, and what it is in the same summary.
    if (answer.success && (response.ok || response.status === 409)) return answer.data;
    throw new Dhis2Error(refusalOf(response, body));
  }

  private async post(url: URL, body: string): Promise<{ response: Response; text: string }> {
    const signal = AbortSignal.timeout(this.timeout);
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
          `${url.origin} did not answer within ${this.timeout} ms (DHIS2_TIMEOUT_MS); whether it took the values is not known, and sending them again does no harm`,
        );
      }
      const cause = error instanceof Error ? error.cause : undefined;
      throw new Dhis2Error(
        `${url.origin} cannot be reached: ${cause instanceof Error ? cause.message : String(error)}`,
      );
    }
  }
}

function addressOf(text: string): URL {
  if (!URL.canParse(text))
    throw new Dhis2Error('push: expected an address such as https://dhis2.example.org');
  const url = new URL(text);
  if (url.username || url.password) {
    throw new Dhis2Error('push: credentials belong into DHIS2_TOKEN, or DHIS2_USERNAME and DHIS2_PASSWORD');
  }
  const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && loopback)) {
    throw new Dhis2Error('push: expected an https address, since credentials and health data go there');
  }
  url.pathname = `${url.pathname.replace(/(\/api(\/dataValueSets)?)?\/*$/, '')}/api/dataValueSets`;
  url.hash = '';
  return url;
}

function authorizationOf(token?: string, username?: string, password?: string): string {
  if (token !== undefined && username === undefined && password === undefined) return `ApiToken ${token}`;
  if (token === undefined && username !== undefined && password !== undefined) {
    return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  }
  throw new Dhis2Error('push: set DHIS2_TOKEN, or else both DHIS2_USERNAME and DHIS2_PASSWORD');
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refusalOf({ status, url }: Response, body: unknown): string {
  const { origin } = new URL(url);
  const said = refusalSchema.safeParse(body);
  const reason = said.success ? `: ${said.data.message}` : '';
  if (status === 401) return `${origin} does not know these credentials (401)${reason}`;
  if (status === 403) return `${origin} does not let this user import data values (403)${reason}`;
  if (status >= 300 && status < 400) return `${origin} redirects (${status}); give the address it ends at`;
  return `${origin} answered ${status} and no import summary${reason}`;
}
