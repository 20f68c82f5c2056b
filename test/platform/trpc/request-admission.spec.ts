import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { z } from 'zod';
import type { AccessRule } from '../../../src/platform/access/access-rule';
import type { Caller } from '../../../src/platform/access/caller';
import {
  type ProcedureContract,
  mutation,
  query,
  subscription,
} from '../../../src/platform/contract/contract';
import { FairTurns } from '../../../src/platform/limits/fair-turns';
import type { CallLimits } from '../../../src/platform/limits/call-limits';
import { RequestContext } from '../../../src/platform/trpc/context/request-context';
import type { RequestContextFactory } from '../../../src/platform/trpc/context/request-context.factory';
import { errorShape } from '../../../src/platform/trpc/errors/error-body';
import { fromNestException } from '../../../src/platform/trpc/errors/nest-exception.guard';
import type { CallFailures } from '../../../src/platform/trpc/transport/call-failures.service';
import type { ProcedureRunner } from '../../../src/platform/trpc/transport/procedure-runner';
import { RequestAdmission } from '../../../src/platform/trpc/transport/request-admission';
import { IgnoredFields } from '../../../src/platform/trpc/transport/ignored-fields';
import { RequestInput } from '../../../src/platform/trpc/transport/request-input';
import { Subscriptions } from '../../../src/platform/trpc/transport/subscriptions.service';

const definition = (access: AccessRule) => ({
  summary: 'Whether the clinic is open.',
  access,
  audit: 'none' as const,
  output: z.boolean(),
  example: { output: true },
});
const open = query(definition('anyone'));
const own = query(definition('session'));
const message = mutation({
  ...definition('anyone'),
  input: z.object({ message: z.string() }),
  limitsItself: true,
  idempotency: 'lease',
  example: { input: { message: 'I cough' }, output: true },
});
const news = subscription(definition('session'));

const ACCOUNT: Caller = { userId: 'a', sessionId: 's', role: 'user', country: '*', email: '', name: '' };

const createContext = (caller: Caller | null) =>
  new RequestContext(
    {
      requestId: 'r',
      address: '192.0.2.1',
      languages: [],
      exchange: { requestHeader: () => undefined, appendResponseHeader: () => undefined },
    },
    { resolve: () => Promise.resolve(caller), logOut: () => Promise.resolve() },
  );

const toFailedCall = (thrown: unknown) => {
  const error = fromNestException(thrown);
  return { ok: false, error, shape: errorShape(error, undefined, 'r') };
};

describe('the admission of a request', () => {
  const turns = new FairTurns();
  let taken: string[] = [];
  let endWait: (() => void) | undefined;

  beforeEach(() => {
    taken = [];
    endWait = undefined;
    for (const take of [
      'take',
      'takeForReading',
      'takeForMessageBatch',
      'takeForCheck',
      'takeForRefusal',
    ] as const)
      jest.spyOn(turns, take).mockImplementation(() => {
        taken.push(take);
        return endWait && new Promise((resolve) => (endWait = resolve));
      });
  });
  afterEach(() => jest.restoreAllMocks());

  const limits = { countOfAccount: () => undefined } as unknown as CallLimits;

  function createRequest(procedures: readonly ProcedureContract[], caller: Caller | null = null) {
    const request = new IncomingMessage(new Socket());
    const response = new ServerResponse(request);
    const context = createContext(caller);
    return {
      ...{ request, response, context },
      admission: new RequestAdmission({ limits, turns }, { context, response }, procedures),
    };
  }

  it('takes one turn for all refusals of an anonymous batch', async () => {
    const { admission } = createRequest([own, own, open, own]);
    await admission.waitToRead();
    for (const procedure of [own, own, open, own]) await admission.admit(procedure, null);
    expect(taken).toEqual(['takeForReading', 'take']);
  });

  it.each([
    ['no turn for a single message', [message], []],
    ['a turn of messages for a batch of them', [message, message], ['takeForMessageBatch']],
    ['a turn of calls for a batch that also has others', [message, open], ['takeForReading']],
  ])('takes %s before it is read', async (_case, procedures, expected) => {
    await createRequest(procedures).admission.waitToRead();
    expect(taken).toEqual(expected);
  });

  it.each<[string, () => unknown, string[]]>([
    ['no turn for a valid message', () => ({ message: 'I cough' }), []],
    ['a turn for the refusal of an invalid message', () => ({}), ['takeForRefusal']],
    [
      'a turn for the refusal of an input that cannot be read',
      () => {
        throw new Error('not JSON');
      },
      ['takeForRefusal'],
    ],
  ])('takes %s, also in a batch', async (_case, readInput, expected) => {
    const { admission } = createRequest([message, message]);
    await admission.admitInput(message, null, readInput);
    expect(taken).toEqual(expected);
  });

  it('takes no further turn for an invalid input of a call that took one', async () => {
    const { admission } = createRequest([open]);
    await admission.admitInput({ ...message, limitsItself: false }, null, () => ({}));
    expect(taken).toEqual([]);
  });

  it('takes the turn of a check for the refusal of a single call', async () => {
    const { admission } = createRequest([own]);
    await admission.waitToRead();
    await admission.admit(own, null);
    expect(taken).toEqual(['takeForCheck']);
  });

  it.each([
    ['a call', open],
    ['a refusal', own],
  ])('ends %s whose client disconnects during the wait', async (_case, procedure) => {
    endWait = () => undefined;
    const { admission, response } = createRequest([procedure]);
    const admitted = Promise.resolve(admission.admit(procedure, null));
    response.destroy();
    endWait();
    await expect(admitted).rejects.toMatchObject({ code: 'TIMEOUT' });
  });

  it.each([
    ['an anonymous caller', null, 'takeForCheck'],
    ['a caller that must not have it', ACCOUNT, 'take'],
  ])('takes a turn for the refusal of a subscription to %s', async (_case, caller, take) => {
    const procedure = { ...news, access: ['admin'] as const };
    const path = 'clinic.news';
    const subscriptions = new Subscriptions(
      { contracts: new Map([[path, procedure]]) } as unknown as ProcedureRunner,
      { database: {} } as unknown as RequestContextFactory,
      { toFailedCall } as unknown as CallFailures,
      { STREAMS_PER_ADDRESS: 1 },
    );
    const { request, response, context, admission } = createRequest([procedure], caller);
    const target = {
      method: 'GET',
      procedureNames: [path],
      isBatch: false,
      isStrict: false,
      parameters: [],
      input: undefined,
    } as const;
    const input = new RequestInput(undefined, { isBatch: false, count: 1, isBulk: false });
    const ignored = new IgnoredFields(target, input, false);
    const end = await subscriptions.send(
      { context, target, path, input, ignored, index: 0 },
      { request, response, admission },
    );
    expect(end).toMatchObject({ shape: { data: { httpStatus: caller ? 403 : 401 } } });
    expect(taken).toEqual([take]);
  });
});
