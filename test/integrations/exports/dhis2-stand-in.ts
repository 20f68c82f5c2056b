import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

const bodySchema = z.object({
  dataSet: z.string().optional(),
  dataValues: z.array(
    z.object({
      dataElement: z.string(),
      period: z.string(),
      orgUnit: z.string(),
      categoryOptionCombo: z.string().default('default'),
      value: z.string().optional(),
      comment: z.string().optional(),
      deleted: z.boolean().default(false),
    }),
  ),
});

type Value = z.output<typeof bodySchema>['dataValues'][number];

interface Conflict {
  object: string;
  value: string;
  errorCode: string;
  indexes: number[];
}

type Behaviour = 'normal' | 'hangs' | 'redirects' | 'serves HTML' | 'bare summary' | 'rejects an element';

interface KnownUids {
  readonly dataElements: readonly string[];
  readonly orgUnits: readonly string[];
}

/** A server on loopback that imports `POST /api/dataValueSets` as DHIS2 2.4x does. */
export class Dhis2StandIn {
  readonly requests: { query: URLSearchParams; authorization: string | undefined }[] = [];
  /** Data values by data element, period, organisation unit and category option combination. */
  readonly stored = new Map<string, Value>();
  behaviour: Behaviour = 'normal';
  /** False since DHIS2 2.43. */
  acceptsCommentWithoutValue = true;

  private constructor(
    private readonly server: Server,
    private readonly known: KnownUids,
  ) {}

  static async start(known: KnownUids): Promise<Dhis2StandIn> {
    const server = createServer();
    const standIn = new Dhis2StandIn(server, known);
    server.on('request', (request, response) => void standIn.respond(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return standIn;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/dhis`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', this.url);
    const { authorization } = request.headers;
    this.requests.push({ query: url.searchParams, authorization });
    const body = await text(request);
    const sendJson = (status: number, content: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content));
    };
    if (this.behaviour === 'hangs') return;
    if (this.behaviour === 'redirects') {
      response.writeHead(302, { location: '/dhis-web-login' }).end();
      return;
    }
    if (this.behaviour === 'serves HTML') {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>');
      return;
    }
    const validBasic = `Basic ${Buffer.from('importer:district').toString('base64')}`;
    if (authorization !== 'ApiToken d2pat_right' && authorization !== validBasic) {
      const httpStatus = 'Unauthorized';
      sendJson(401, { httpStatus, httpStatusCode: 401, status: 'ERROR', message: 'Bad credentials' });
      return;
    }
    if (request.method !== 'POST' || url.pathname !== '/dhis/api/dataValueSets') {
      sendJson(404, { httpStatus: 'Not Found', httpStatusCode: 404, status: 'ERROR', message: 'Not found' });
      return;
    }
    const dryRun = url.searchParams.get('dryRun') === 'true';
    const summary = this.import(bodySchema.parse(JSON.parse(body)).dataValues, dryRun);
    const hasConflicts = summary.conflicts.length > 0;
    if (this.behaviour === 'bare summary') sendJson(200, summary);
    else {
      sendJson(hasConflicts ? 409 : 200, {
        httpStatus: hasConflicts ? 'Conflict' : 'OK',
        httpStatusCode: hasConflicts ? 409 : 200,
        status: hasConflicts ? 'WARNING' : 'OK',
        message: hasConflicts
          ? 'One more conflicts encountered, please check import summary.'
          : 'Import was successful.',
        response: summary,
      });
    }
  }

  private import(values: readonly Value[], dryRun: boolean) {
    const importCount = { imported: 0, updated: 0, ignored: 0, deleted: 0 };
    const conflicts: Conflict[] = [];
    values.forEach((value, index) => {
      const conflict = this.findConflict(value, dryRun);
      if (conflict) {
        conflicts.push({ ...conflict, indexes: [index] });
        importCount.ignored += 1;
        return;
      }
      const key = [value.dataElement, value.period, value.orgUnit, value.categoryOptionCombo].join(' ');
      const outcome = resolveOutcome(value, this.stored.get(key));
      importCount[outcome] += 1;
      if (!dryRun && outcome !== 'ignored') this.stored.set(key, value);
    });
    return {
      responseType: 'ImportSummary',
      status: conflicts.length > 0 ? 'WARNING' : 'SUCCESS',
      description: 'Import process completed successfully',
      importCount,
      conflicts,
      dataSetComplete: 'false',
    };
  }

  private findConflict(value: Value, dryRun: boolean): Omit<Conflict, 'indexes'> | undefined {
    const { dataElement, orgUnit } = value;
    const isRejected =
      this.behaviour === 'rejects an element' && !dryRun && dataElement === this.known.dataElements[0];
    if (isRejected || !this.known.dataElements.includes(dataElement)) {
      const message = `Data element not found or not accessible: \`${dataElement}\``;
      return { object: dataElement, value: message, errorCode: 'E7610' };
    }
    if (!this.known.orgUnits.includes(orgUnit)) {
      const message = `Organisation unit not found or not accessible: \`${orgUnit}\``;
      return { object: orgUnit, value: message, errorCode: 'E7612' };
    }
    const isEmpty = value.value === undefined && !value.deleted;
    if (isEmpty && !(value.comment !== undefined && this.acceptsCommentWithoutValue)) {
      return {
        object: dataElement,
        value: `Value required for data element: \`${dataElement}\``,
        errorCode: this.acceptsCommentWithoutValue ? 'E7618' : 'E8120',
      };
    }
    return undefined;
  }
}

function resolveOutcome(value: Value, stored: Value | undefined) {
  if (!stored || stored.deleted) return value.deleted ? 'ignored' : 'imported';
  if (value.deleted) return 'deleted';
  return stored.value === value.value && stored.comment === value.comment ? 'ignored' : 'updated';
}
