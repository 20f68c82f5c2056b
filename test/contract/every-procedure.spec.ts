import type { Response } from 'supertest';
import { z } from 'zod';
import type { AccessRule } from '../../src/platform/access/access-rule';
import { ROLES, type Role } from '../../src/platform/access/role';
import { contracts } from '../../src/app-router';
import type { ProcedureContract } from '../../src/platform/contract/contract';
import {
  LOGIN_REQUIRED,
  PERMISSION_REQUIRED,
  PlainCaller,
  badRequest,
  errorBody,
  events,
  failure,
  payload,
} from '../support/plain-caller';
import { inputFixtures } from './call-fixtures';
import { EMPTY_POST_REQUIRED, POST_REQUIRED } from './failures';
import { ListeningSuite } from '../support/listening-suite';

interface Case {
  readonly procedure: string;
  readonly contract: ProcedureContract;
}

const CASES: readonly Case[] = Object.entries(contracts).flatMap(([router, procedures]) =>
  Object.entries<ProcedureContract>(procedures).map(([name, contract]) => ({
    procedure: `${router}.${name}`,
    contract,
  })),
);
const QUERIES = CASES.filter(({ contract }) => contract.kind === 'query');
const SUBSCRIPTIONS = CASES.filter(({ contract }) => contract.kind === 'subscription');
const MUTATIONS = CASES.filter(({ contract }) => contract.kind === 'mutation');
/** The response has the event of the call before. */
const LISTS_ITS_CALLS = 'audit.list';
const EMPTY_QUERIES = QUERIES.filter(
  ({ procedure, contract }) =>
    procedure !== LISTS_ITS_CALLS && contract.input?.safeParse({}).success === true,
);
const PROTECTED = CASES.filter(({ contract }) => contract.access !== 'anyone');
const PERMITTED = CASES.flatMap((each) =>
  listPermittedRoles(each.contract).map((role) => ({ ...each, role })),
);
const DENIED = CASES.flatMap((each) =>
  ROLES.filter((role) => !listPermittedRoles(each.contract).includes(role)).map((role) => ({
    ...each,
    role,
  })),
);

const batchOf = z.array(z.object({ result: z.object({ data: z.object({ json: z.unknown() }) }) }));

function listPermittedRoles({ access }: { access: AccessRule }): readonly Role[] {
  return typeof access === 'string' ? ROLES : access;
}

describe('every procedure', () => {
  const here = new ListeningSuite({
    CHATBOT_ANONYMOUS_PER_MINUTE: '100000',
    CHATBOT_ANONYMOUS_CONCURRENCY: '10000',
  });

  /** Creates a session of a role in all countries. */
  const as = (role: Role) => here.as(role, '*');

  function createPermittedCaller({ contract }: Case): Promise<PlainCaller> {
    const [role] = listPermittedRoles(contract);
    if (role === undefined) throw new Error('no role may call the procedure');
    return as(role);
  }

  async function createInput({ procedure, contract }: Case, caller: PlainCaller): Promise<unknown> {
    const example = contract.example.input;
    return (await inputFixtures[procedure]?.(example, caller, () => as('admin'))) ?? example;
  }

  /** Returns the payload of a successful call. */
  function expectPayload({ procedure, contract }: Case, response: Response): unknown {
    if (response.status === 200 && contract.kind === 'subscription') return events(response).at(-1)?.data;
    if (response.status === 200) return payload(response);
    throw new Error(
      `${procedure}: the call with its example returned ${response.status} ${response.text}. ` +
        `If the example refers to a record, add it to call-fixtures.ts`,
    );
  }

  /** Returns the responses to the example and to an invalid input. */
  async function callByEveryMethod({ procedure, contract }: Case, caller: PlainCaller): Promise<Response[]> {
    const responses: Response[] = [];
    for (const input of [contract.example.input, { rubbish: 1 }]) {
      responses.push(await caller.post(procedure, input));
      if (contract.kind !== 'mutation') responses.push(await caller.get(procedure, input));
    }
    return responses;
  }

  it('that an input fixture names exists', () => {
    expect(CASES.length).toBeGreaterThan(0);
    const unknown = Object.keys(inputFixtures).filter(
      (fixture) => !CASES.some(({ procedure }) => procedure === fixture),
    );
    expect(unknown).toEqual([]);
  });

  describe.each(CASES)('$procedure', (each) => {
    const { procedure, contract } = each;

    it('has a summary of one line, and an example that matches its schemas', () => {
      expect(contract.summary).toMatch(/^[A-Z][^\n]{8,160}\.$/);
      contract.output.parse(contract.example.output);
      if (contract.input) contract.input.parse(contract.example.input);
      else expect(contract.example.input).toBeUndefined();
    });

    it('returns exactly its output schema for its example by POST', async () => {
      const caller = await createPermittedCaller(each);
      const response = await caller.post(procedure, await createInput(each, caller));
      const output = expectPayload(each, response);
      expect(contract.output.parse(output)).toStrictEqual(output);
      expect(response.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
      expect(response.headers['cache-control']).toMatch(
        contract.kind === 'subscription' ? /^no-(cache|store)/ : /^no-store$/,
      );
    });

    it('ignores unknown fields', async () => {
      const caller = await createPermittedCaller(each);
      const input = z.record(z.string(), z.unknown()).parse((await createInput(each, caller)) ?? {});
      const unknownFields = { unknownField: { deep: [1] }, constructor: 'x', toString: 1 };
      const output = expectPayload(each, await caller.post(procedure, { ...unknownFields, ...input }));
      expect(contract.output.parse(output)).toStrictEqual(output);
    });

    it('returns the same in a batch; subscriptions are refused in a batch', async () => {
      const caller = await createPermittedCaller(each);
      const input = await createInput(each, caller);
      const response = await caller.batch([procedure, input]);
      if (contract.kind === 'subscription') {
        expect(failure(response)).toStrictEqual(
          badRequest(expect.stringContaining('called alone') as string),
        );
        return;
      }
      expect({ status: response.status, text: response.text }).toMatchObject({ status: 200 });
      const [only, ...others] = batchOf.parse(response.body);
      expect(others).toEqual([]);
      const output = only?.result.data.json;
      expect(contract.output.parse(output)).toStrictEqual(output);
    });

    it('returns 401 for an invalid session, by every method and in a batch, and clears its cookie', async () => {
      const caller = here.anyone.as(`session=${'x'.repeat(43)}`);
      const input = contract.example.input;
      const responses = [await caller.post(procedure, input)];
      if (contract.kind !== 'mutation') {
        responses.push(await caller.get(procedure, input), await caller.getByQuery(procedure, input));
      }
      for (const response of responses) expect(failure(response)).toStrictEqual(LOGIN_REQUIRED);
      if (contract.kind !== 'subscription') {
        const batch = await caller.batch([procedure, input], [procedure, input]);
        expect(z.array(errorBody).length(2).safeParse(batch.body).error).toBeUndefined();
        responses.push(batch);
      }
      for (const response of responses) {
        expect({ status: response.status, text: response.text }).toMatchObject({ status: 401 });
        expect(response.headers['set-cookie']).toEqual([
          expect.stringMatching(/^session=; Max-Age=0; Path=\/;/),
        ]);
      }
    });
  });

  for (const each of EMPTY_QUERIES) {
    it(`${each.procedure}, which has no required field, needs no input`, async () => {
      const caller = await createPermittedCaller(each);
      const output = expectPayload(each, await caller.get(each.procedure, {}));
      expect(expectPayload(each, await caller.get(each.procedure))).toStrictEqual(output);
      expect(expectPayload(each, await caller.post(each.procedure))).toStrictEqual(output);
    });
  }

  describe.each(QUERIES)('the query $procedure', (each) => {
    const { procedure } = each;

    it('returns the same by GET with a body, by GET with ?input=, by POST and in a batch', async () => {
      const caller = await createPermittedCaller(each);
      const input = await createInput(each, caller);
      const byGet = expectPayload(each, await caller.get(procedure, input));
      expect(expectPayload(each, await caller.getByQuery(procedure, input))).toStrictEqual(byGet);
      expect(expectPayload(each, await caller.post(procedure, input))).toStrictEqual(byGet);
      const batch = await caller.batch([procedure, input], [procedure, input]);
      const outputs = batchOf.parse(batch.body).map(({ result }) => result.data.json);
      expect(outputs).toStrictEqual([byGet, byGet]);
    });
  });

  for (const each of SUBSCRIPTIONS) {
    it(`the subscription ${each.procedure} returns the same by GET with a body, by GET with ?input= and by POST`, async () => {
      const { procedure } = each;
      const caller = await createPermittedCaller(each);
      const input = await createInput(each, caller);
      const outputs = [
        await caller.get(procedure, input),
        await caller.getByQuery(procedure, input),
        await caller.post(procedure, input),
      ].map((response) => expectPayload(each, response));
      expect(outputs).toStrictEqual(Array(3).fill(outputs[0]));
    });
  }

  describe.each(MUTATIONS)('the mutation $procedure', (each) => {
    const { procedure, contract } = each;

    it('returns 405 by GET with a body and with ?input=, and names POST', async () => {
      const caller = await createPermittedCaller(each);
      const input = contract.example.input;
      for (const response of [
        await caller.get(procedure, input),
        await caller.getByQuery(procedure, input),
      ]) {
        expect(failure(response)).toStrictEqual(contract.input ? POST_REQUIRED : EMPTY_POST_REQUIRED);
        expect(response.headers.allow).toBe('POST');
      }
    });
  });

  it.each(PROTECTED)('$procedure returns 401 without a session, before it checks the input', async (each) => {
    for (const response of await callByEveryMethod(each, here.anyone))
      expect(failure(response)).toStrictEqual(LOGIN_REQUIRED);
  });

  it.each(DENIED)('$procedure is denied to a $role, before it checks the input', async (each) => {
    for (const response of await callByEveryMethod(each, await as(each.role)))
      expect(failure(response)).toStrictEqual(PERMISSION_REQUIRED);
  });

  it.each(PERMITTED)('$procedure is allowed to a $role', async (each) => {
    const caller = await as(each.role);
    expectPayload(each, await caller.post(each.procedure, await createInput(each, caller)));
  });

  for (const each of CASES.filter(({ contract }) => contract.access === 'anyone')) {
    it(`${each.procedure} is allowed without a session`, async () => {
      expectPayload(each, await here.anyone.post(each.procedure, await createInput(each, here.anyone)));
    });
  }
});
