import { FairTurns } from '../../../src/platform/limits/fair-turns';
import { TooBusyException } from '../../../src/platform/limits/too-busy.exception';
import { STREAM, TransportScenario } from './transport-scenario';

describe('messages that are refused', () => {
  const scenario = TransportScenario.forSuite();
  let taken: string[] = [];

  beforeEach(() => {
    taken = [];
    const turns = scenario.platform.app.get(FairTurns);
    for (const take of ['takeForReading', 'takeForMessageBatch', 'takeForCheck', 'takeForRefusal'] as const) {
      const original = turns[take].bind(turns);
      jest.spyOn(turns, take).mockImplementation((owner) => {
        taken.push(take);
        return original(owner);
      });
    }
  });
  afterEach(() => jest.restoreAllMocks());

  const valid = { json: { message: 'I cough' } };
  const invalid = { json: {} };
  const names = (procedure: string) => Array<string>(3).fill(procedure).join(',');

  it.each(['chatbot.sendMessage', 'chatbot.startReply'])(
    'take a turn to be read, and one each, in a batch: %s',
    async (procedure) => {
      for (const headers of [{}, STREAM]) {
        taken = [];
        const body = JSON.stringify({ 0: invalid, 1: valid, 2: 7 });
        await scenario.post(`${names(procedure)}?batch=1`, body, { cookie: '', ...headers });
        expect(taken).toEqual(['takeForMessageBatch', 'takeForRefusal', 'takeForRefusal']);
      }
    },
  );

  it.each(['', '?batch=1'])('take a turn each when they are sent alone%s', async (search) => {
    for (const input of [invalid, 7, '{']) {
      taken = [];
      const body = typeof input === 'string' ? input : JSON.stringify({ 0: input });
      const { status } = await scenario.post(`chatbot.sendMessage${search}`, body, { cookie: '' });
      expect({ status, taken }).toEqual({ status: 400, taken: ['takeForRefusal'] });
    }
  });

  it.each(['', '?batch=1'])('do not delay valid ones that are sent alone%s', async (search) => {
    const body = JSON.stringify({ 0: valid });
    const { status } = await scenario.post(`chatbot.sendMessage${search}`, body, { cookie: '' });
    expect({ status, taken }).toEqual({ status: 200, taken: [] });
  });

  it('take a turn if their method is wrong', async () => {
    expect((await scenario.get('chatbot.sendMessage')).status).toBe(405);
    expect(taken).toEqual(['takeForCheck']);
    await scenario.get(`${names('chatbot.sendMessage')}?batch=1`);
    expect(taken).toEqual(['takeForCheck', 'takeForMessageBatch']);
  });

  const message = JSON.stringify({ 0: valid });
  const longType = { 'content-type': `application/json${';a=b'.repeat(99)}` };
  const tooMany = `${Array<string>(51).fill('chatbot.sendMessage').join(',')}?batch=1`;
  it.each<[string, { status: number; path?: string; headers?: Readonly<Record<string, string>> }]>([
    ['of another type', { status: 415, headers: { 'content-type': 'text/plain' } }],
    ['with a long type', { status: 415, headers: longType }],
    ['of another site', { status: 403, headers: { origin: 'https://other.example' } }],
    ['of too many calls', { status: 400, path: tooMany }],
    ['of a malformed name', { status: 400, path: '%ff' }],
  ])(
    'take a turn if the request is refused as a whole: one %s',
    async (_case, { status, path = 'chatbot.sendMessage', headers = {} }) => {
      const refused = await scenario.post(path, message, { cookie: '', ...headers });
      expect({ status: refused.status, taken }).toEqual({ status, taken: ['takeForRefusal'] });
    },
  );

  it('take a turn before they are read if they are longer than valid ones', async () => {
    const read = jest.spyOn(JSON, 'parse');
    const long = JSON.stringify({ 0: { json: { message: 'I cough', x: 'a'.repeat(8_000) } } });
    const order: string[] = [];
    jest.spyOn(scenario.platform.app.get(FairTurns), 'takeForRefusal').mockImplementation(() => {
      order.push(read.mock.calls.some(([text]) => text === long) ? 'read' : 'unread');
      return undefined;
    });
    await scenario.post('chatbot.sendMessage', long, { cookie: '' });
    expect(order[0]).toBe('unread');
  });

  it('are refused for the limit of refusals if too many of them wait', async () => {
    jest.spyOn(scenario.platform.app.get(FairTurns), 'takeForRefusal').mockImplementation(() => {
      throw new TooBusyException('Too many wait', 2);
    });
    const { status } = await scenario.post('%ff', message, { cookie: '' });
    expect(status).toBe(503);
  });

  it('take a turn before an invalid subscription to a reply is refused', async () => {
    expect((await scenario.get(`chatbot.reply?input=${encodeURIComponent('{"json":{}}')}`)).status).toBe(400);
    expect(taken).toEqual(['takeForRefusal']);
  });
});
