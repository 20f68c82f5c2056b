import request, { type Response } from 'supertest';
import { z } from 'zod';
import { contracts } from '../../../src/app-router';
import {
  findInvalidInput,
  listDocumentedErrors,
} from '../../../src/integrations/reference/documented-errors';
import { type ContractedProcedure, proceduresOf } from '../../../src/platform/contract/procedures';
import { buildRequestBody } from '../../../src/integrations/reference/envelopes';
import { inputFixtures } from '../../contract/call-fixtures';
import { suitePlatform } from '../../support/platform';
import { PlainCaller, events, failure } from '../../support/plain-caller';
import { type Method, ServedOpenApi } from './served-openapi';
import { buildInvalidInputs } from './invalid-inputs';

const PROCEDURES = proceduresOf(contracts);
const QUERIES = PROCEDURES.filter(({ contract }) => contract.kind === 'query');
const WITH_INPUT = PROCEDURES.filter(({ contract }) => contract.input !== undefined);
const PROTECTED = PROCEDURES.filter(({ contract }) => contract.access !== 'anyone');
const ROLE_PROTECTED = PROCEDURES.filter(({ contract }) => typeof contract.access !== 'string');
const WITH_IDEMPOTENCY_KEY = PROCEDURES.filter(({ contract }) => contract.idempotency !== 'none');

/** Returns the values that the response schema describes: the body, or the data of each event. */
function listBodies({ contract }: ContractedProcedure, response: Response): unknown[] {
  if (contract.kind !== 'subscription') return [response.body];
  return events(response).map(({ data }) => ({ json: data }));
}

describe('responses compared with /api/openapi.json', () => {
  const platform = suitePlatform({ CHATBOT_ANONYMOUS_PER_MINUTE: '100000' });
  let served: ServedOpenApi;
  let origin: string;
  let anonymous: PlainCaller;

  beforeAll(async () => {
    origin = await platform.listen();
    served = await ServedOpenApi.fetch(platform);
    anonymous = new PlainCaller(origin);
  });

  async function signInAsAdmin(): Promise<PlainCaller> {
    return anonymous.as(await platform.session({ role: 'admin', country: '*' }));
  }

  async function buildInput({ path, contract }: ContractedProcedure, caller: PlainCaller): Promise<unknown> {
    const example = contract.example.input;
    return (await inputFixtures[path]?.(example, caller, () => Promise.resolve(caller))) ?? example;
  }

  /** Asserts that a failure equals the documented error and matches the schema of its status. */
  function expectDocumented(
    { procedure, method = 'post' }: { procedure: ContractedProcedure; method?: Method },
    name: string,
    response: Response,
  ): void {
    const documented = listDocumentedErrors(procedure).find((error) => error.name === name);
    expect(documented).toBeDefined();
    expect(failure(response)).toStrictEqual({
      status: documented?.status,
      code: documented?.code,
      message: documented?.message,
    });
    expect(response.body).toStrictEqual(documented?.body);
    const { status } = response;
    const body: unknown = response.body;
    expect(served.listResponseProblems({ procedure: procedure.path, method, status }, body)).toEqual([]);
  }

  describe.each(PROCEDURES)('$path', (procedure) => {
    const { path, contract } = procedure;

    it('returns a response that matches the schema of 200 for its example', async () => {
      const caller = await signInAsAdmin();
      const input = await buildInput(procedure, caller);
      const body: unknown = contract.input && buildRequestBody(input);
      if (body !== undefined) expect(served.listRequestProblems(path, body)).toEqual([]);
      const response = await caller.post(path, input);
      expect({ status: response.status, text: response.text }).toMatchObject({ status: 200 });
      const location = { procedure: path, method: 'post', status: 200 } as const;
      for (const body of listBodies(procedure, response)) {
        expect(served.listResponseProblems(location, body)).toEqual([]);
      }
    });

    it('has response examples that match their schemas', () => {
      for (const method of contract.kind === 'mutation' ? (['post'] as const) : (['get', 'post'] as const)) {
        for (const [status, { content }] of Object.entries(served.findOperation(path, method).responses)) {
          const media = content?.['application/json'] ?? content?.['text/event-stream'];
          const examples = [
            media?.example,
            ...Object.values(media?.examples ?? {}).map(({ value }) => value),
          ];
          for (const example of examples.filter((value) => value !== undefined)) {
            const location = { procedure: path, method, status: Number(status) };
            expect(served.listResponseProblems(location, example)).toEqual([]);
          }
        }
      }
    });

    it('rejects a body of another media type, an oversized body and invalid JSON as documented', async () => {
      const post = () => request(origin).post(`/api/trpc/${path}`);
      expectDocumented({ procedure }, 'mediaType', await post().type('form').send('x=1'));
      const large = JSON.stringify('x'.repeat(1024 * 1024));
      expectDocumented({ procedure }, 'tooLarge', await post().type('json').send(large));
      const cookie = await platform.session({ role: 'admin', country: '*' });
      const unreadable = await post().set('Cookie', cookie).type('json').send('{"0":');
      expectDocumented({ procedure }, 'unreadable', unreadable);
    });

    it('returns 405 with the documented `Allow` for other methods', async () => {
      const method = contract.kind === 'mutation' ? 'get' : 'put';
      const response = await request(origin)[method](`/api/trpc/${path}`);
      expectDocumented({ procedure }, 'method', response);
      const { responses } = served.findOperation(path, 'post');
      expect(responses['405']).toMatchObject({
        headers: { allow: { schema: { const: response.headers.allow } } },
      });
    });

    it('rejects an invalid session, and a cookie with a token, as documented', async () => {
      const post = () =>
        request(origin)
          .post(`/api/trpc/${path}`)
          .set('Cookie', `session=${'x'.repeat(43)}`);
      expectDocumented({ procedure }, 'invalidLogin', await post());
      expectDocumented({ procedure }, 'twoCredentials', await post().set('Authorization', 'Bearer x'));
    });
  });

  it.each(QUERIES)(
    '$path returns a response to GET that matches the schema for its example',
    async (procedure) => {
      const caller = await signInAsAdmin();
      const { path, contract } = procedure;
      const response = await caller.getByQuery(path, contract.example.input);
      expect(response.status).toBe(200);
      const location = { procedure: path, method: 'get', status: 200 } as const;
      expect(served.listResponseProblems(location, response.body)).toEqual([]);
    },
  );

  it.each(PROTECTED)('$path returns the documented 401 without a session', async (procedure) => {
    expectDocumented({ procedure }, 'login', await anonymous.post(procedure.path));
  });

  it.each(ROLE_PROTECTED)('$path returns the documented 403 to another role', async (procedure) => {
    const caller = anonymous.as(await platform.session({ role: 'user' }));
    expectDocumented({ procedure }, 'role', await caller.post(procedure.path));
  });

  it.each(PROCEDURES.filter(({ contract }) => contract.kind === 'mutation'))(
    '$path returns the documented 403 to a page of another origin',
    async (procedure) => {
      const response = await request(origin)
        .post(`/api/trpc/${procedure.path}`)
        .set({ 'Sec-Fetch-Site': 'cross-site', Origin: 'https://other.test' });
      expectDocumented({ procedure }, 'otherOrigin', response);
    },
  );

  it.each(WITH_INPUT)('$path returns the documented 400 for an invalid input', async (procedure) => {
    const caller = await signInAsAdmin();
    const invalid = findInvalidInput(procedure.contract);
    expectDocumented({ procedure }, 'wrongInput', await caller.post(procedure.path, invalid?.input));
  });

  it.each(WITH_INPUT)('$path rejects inputs that its schema forbids', async (procedure) => {
    const { path } = procedure;
    const caller = await signInAsAdmin();
    const example = await buildInput(procedure, caller);
    const invalidInputs = buildInvalidInputs(procedure, example);
    expect(invalidInputs.length).toBeGreaterThan(2);
    for (const input of invalidInputs) {
      expect(served.listRequestProblems(path, buildRequestBody(input))).not.toEqual([]);
      const response = await caller.post(path, input);
      expect({ input, status: response.status }).toEqual({ input, status: 400 });
      expect(
        served.listResponseProblems({ procedure: path, method: 'post', status: 400 }, response.body),
      ).toEqual([]);
    }
  });

  it.each(WITH_IDEMPOTENCY_KEY)(
    '$path rejects an invalid `Idempotency-Key`, and one used with another input, as documented',
    async (procedure) => {
      const cookie = await platform.session({ role: 'admin', country: '*' });
      const post = (key: string, input: unknown) =>
        request(origin)
          .post(`/api/trpc/${procedure.path}`)
          .set({ Cookie: cookie, 'Idempotency-Key': key })
          .send(buildRequestBody(input));
      const input = await buildInput(procedure, anonymous.as(cookie));
      expectDocumented({ procedure }, 'idempotencyKey', await post('no key', input));
      const first = await post('one', input);
      expect({ status: first.status, text: first.text }).toMatchObject({ status: 200 });
      expect((await post('one', input)).headers['idempotency-replayed']).toBe('true');
      const other = { ...z.record(z.string(), z.unknown()).parse(input), unknownField: 1 };
      expectDocumented({ procedure }, 'otherInput', await post('one', other));
    },
  );
});
