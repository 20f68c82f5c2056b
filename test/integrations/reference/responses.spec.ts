import request, { type Response } from 'supertest';
import { z } from 'zod';
import { contracts } from '../../../src/app-router';
import { listDocumentedErrors, findInvalidInput } from '../../../src/integrations/reference/documented-errors';
import { type ContractedProcedure, proceduresOf } from '../../../src/platform/trpc/contract/procedures';
import { buildRequestBody } from '../../../src/integrations/reference/envelopes';
import { inputFixtures } from '../../contract/call-fixtures';
import { type Platform, startPlatform } from '../../support/platform';
import { PlainCaller, events, failure } from '../../support/plain-caller';
import { type Method, ServedOpenApi } from './served-openapi';
import { wrongInputsOf } from './invalid-inputs';

const PROCEDURES = proceduresOf(contracts);
const QUERIES = PROCEDURES.filter(({ contract }) => contract.kind === 'query');
const WITH_INPUT = PROCEDURES.filter(({ contract }) => contract.input !== undefined);
const PROTECTED = PROCEDURES.filter(({ contract }) => contract.access !== 'anyone');
const BY_ROLE = PROCEDURES.filter(({ contract }) => typeof contract.access !== 'string');
const REPEATABLE = PROCEDURES.filter(({ contract }) => contract.repetition !== 'none');

/** What the schema of an answer speaks of: the body, or the data of each event. */
function bodiesOf({ contract }: ContractedProcedure, response: Response): unknown[] {
  if (contract.kind !== 'subscription') return [response.body];
  return events(response).map(({ data }) => ({ json: data }));
}

describe('what the platform answers, held against /api/openapi.json', () => {
  let platform: Platform;
  let served: ServedOpenApi;
  let origin: string;
  let anyone: PlainCaller;

  beforeAll(async () => {
    platform = await startPlatform({ CHATBOT_ANONYMOUS_PER_MINUTE: '100000' });
    origin = await platform.listen();
    served = await ServedOpenApi.of(platform);
    anyone = new PlainCaller(origin);
  });

  afterAll(async () => {
    await platform.close();
  });

  async function administrator(): Promise<PlainCaller> {
    return anyone.as(await platform.session({ role: 'admin', country: '*' }));
  }

  async function inputOf({ path, contract }: ContractedProcedure, caller: PlainCaller): Promise<unknown> {
    const example = contract.example.input;
    return (await inputFixtures[path]?.(example, caller)) ?? example;
  }

  /** Holds a failure to the schema of its status, and its text to the documented one. */
  function expectDocumented(
    { procedure, method = 'post' }: { procedure: ContractedProcedure; method?: Method },
    name: string,
    response: Response,
  ): void {
    const documented = listDocumentedErrors(procedure).find((each) => each.name === name);
    expect(documented).toBeDefined();
    expect(failure(response)).toStrictEqual({
      status: documented?.status,
      code: documented?.code,
      message: documented?.message,
    });
    expect(response.body).toStrictEqual(documented?.body);
    const { status } = response;
    const body: unknown = response.body;
    expect(served.problemsOfAnswer({ procedure: procedure.path, method, status }, body)).toEqual([]);
  }

  describe.each(PROCEDURES)('$path', (procedure) => {
    const { path, contract } = procedure;

    it('answers its example as the schema of 200 says', async () => {
      const caller = await administrator();
      const input = await inputOf(procedure, caller);
      const body: unknown = contract.input && buildRequestBody(input);
      if (body !== undefined) expect(served.problemsOfRequest(path, body)).toEqual([]);
      const response = await caller.post(path, input);
      expect({ status: response.status, text: response.text }).toMatchObject({ status: 200 });
      const place = { procedure: path, method: 'post', status: 200 } as const;
      for (const body of bodiesOf(procedure, response)) {
        expect(served.problemsOfAnswer(place, body)).toEqual([]);
      }
    });

    it('has documents of itself that its own schemas take', () => {
      for (const method of contract.kind === 'mutation' ? (['post'] as const) : (['get', 'post'] as const)) {
        for (const [status, { content }] of Object.entries(served.operation(path, method).responses)) {
          const media = content?.['application/json'] ?? content?.['text/event-stream'];
          const shown = [media?.example, ...Object.values(media?.examples ?? {}).map(({ value }) => value)];
          for (const example of shown.filter((each) => each !== undefined)) {
            const place = { procedure: path, method, status: Number(status) };
            expect(served.problemsOfAnswer(place, example)).toEqual([]);
          }
        }
      }
    });

    it('refuses a body of another type, a body that is too large, and one that is no JSON', async () => {
      const post = () => request(origin).post(`/api/trpc/${path}`);
      expectDocumented({ procedure }, 'mediaType', await post().type('form').send('x=1'));
      const large = JSON.stringify('x'.repeat(1024 * 1024));
      expectDocumented({ procedure }, 'tooLarge', await post().type('json').send(large));
      const cookie = await platform.session({ role: 'admin', country: '*' });
      const unreadable = await post().set('Cookie', cookie).type('json').send('{"0":');
      expectDocumented({ procedure }, 'unreadable', unreadable);
    });

    it('refuses other methods, and says by `Allow` which it takes', async () => {
      const method = contract.kind === 'mutation' ? 'get' : 'put';
      const response = await request(origin)[method](`/api/trpc/${path}`);
      expectDocumented({ procedure }, 'method', response);
      const { responses } = served.operation(path, 'post');
      expect(responses['405']).toMatchObject({
        headers: { allow: { schema: { const: response.headers.allow } } },
      });
    });

    it('refuses a session that is not valid, and a cookie with a token', async () => {
      const post = () =>
        request(origin)
          .post(`/api/trpc/${path}`)
          .set('Cookie', `session=${'x'.repeat(43)}`);
      expectDocumented({ procedure }, 'login', await post());
      expectDocumented({ procedure }, 'twoCredentials', await post().set('Authorization', 'Bearer x'));
    });
  });

  it.each(QUERIES)('$path answers its example by GET as the schema says', async (procedure) => {
    const caller = await administrator();
    const { path, contract } = procedure;
    const response = await caller.getByQuery(path, contract.example.input);
    expect(response.status).toBe(200);
    const place = { procedure: path, method: 'get', status: 200 } as const;
    expect(served.problemsOfAnswer(place, response.body)).toEqual([]);
  });

  it.each(PROTECTED)('$path refuses nobody as documented', async (procedure) => {
    expectDocumented({ procedure }, 'login', await anyone.post(procedure.path));
  });

  it.each(BY_ROLE)('$path refuses another role as documented', async (procedure) => {
    const caller = anyone.as(await platform.session({ role: 'user' }));
    expectDocumented({ procedure }, 'role', await caller.post(procedure.path));
  });

  it.each(PROCEDURES.filter(({ contract }) => contract.kind === 'mutation'))(
    '$path refuses a page of another origin as documented',
    async (procedure) => {
      const response = await request(origin)
        .post(`/api/trpc/${procedure.path}`)
        .set({ 'Sec-Fetch-Site': 'cross-site', Origin: 'https://other.test' });
      expectDocumented({ procedure }, 'otherOrigin', response);
    },
  );

  it.each(WITH_INPUT)('$path says what is wrong with an input as documented', async (procedure) => {
    const caller = await administrator();
    const wrong = findInvalidInput(procedure.contract);
    expectDocumented({ procedure }, 'wrongInput', await caller.post(procedure.path, wrong?.input));
  });

  it.each(WITH_INPUT)('$path refuses what its schema forbids', async (procedure) => {
    const { path } = procedure;
    const caller = await administrator();
    const example = await inputOf(procedure, caller);
    const wrong = wrongInputsOf(procedure, example);
    expect(wrong.length).toBeGreaterThan(2);
    for (const input of wrong) {
      expect(served.problemsOfRequest(path, buildRequestBody(input))).not.toEqual([]);
      const response = await caller.post(path, input);
      expect({ input, status: response.status }).toEqual({ input, status: 400 });
      expect(
        served.problemsOfAnswer({ procedure: path, method: 'post', status: 400 }, response.body),
      ).toEqual([]);
    }
  });

  it.each(REPEATABLE)(
    '$path refuses a wrong key, and one that had another input, as documented',
    async (procedure) => {
      const cookie = await platform.session({ role: 'admin', country: '*' });
      const post = (key: string, input: unknown) =>
        request(origin)
          .post(`/api/trpc/${procedure.path}`)
          .set({ Cookie: cookie, 'Idempotency-Key': key })
          .send(buildRequestBody(input));
      const input = await inputOf(procedure, anyone.as(cookie));
      expectDocumented({ procedure }, 'idempotencyKey', await post('no key', input));
      const first = await post('one', input);
      expect({ status: first.status, text: first.text }).toMatchObject({ status: 200 });
      expect((await post('one', input)).headers['idempotency-replayed']).toBe('true');
      const other = { ...z.record(z.string(), z.unknown()).parse(input), unknownField: 1 };
      expectDocumented({ procedure }, 'otherInput', await post('one', other));
    },
  );
});
