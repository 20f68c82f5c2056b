import { Logger, RequestTimeoutException } from '@nestjs/common';
import { inEmergency } from '../../../../src/modules/chatbot/refusal-texts';
import { TriageService } from '../../../../src/modules/triage';
import { FairTurns } from '../../../../src/platform/limits/fair-turns';
import { TooBusyException } from '../../../../src/platform/limits/too-busy.exception';
import { TooManyRequestsException } from '../../../../src/platform/limits/too-many-requests.exception';
import { errorOf } from '../../../platform/idempotency/keyed-caller';
import { completes } from '../../../support/model-server';
import { EMERGENCY, PRODUCTION, findAdvice, send } from './conversation';
import { RepliesScenario } from './replies-scenario';
import { ELSEWHERE, type Headers, ORDINARY, SeparateNetworks, inKenya } from './separate-networks';

const WITHOUT: Headers = {};
/** Of the answer to a batch: as a whole, or call by call. */
const FORMATS: readonly Headers[] = [WITHOUT, { 'trpc-accept': 'application/jsonl' }];
/** Refused messages that are read in a minute, of one account or network. */
const MAX_READ = 120;
/** Messages of a network in a minute that are a flood. */
const FLOOD = 25;

describe('the advice in the refusal of a message', () => {
  const scenario = RepliesScenario.suite({
    ...PRODUCTION,
    TRUST_PROXY: '1',
    CALLS_PER_MINUTE_PER_ADDRESS: String(FLOOD / 5),
  });
  const networks = new SeparateNetworks(() => scenario.origin);
  const post = networks.post.bind(networks);

  beforeEach(() => {
    scenario.model.behave(completes('Rest.'));
  });
  afterEach(() => jest.restoreAllMocks());

  it('has the numbers of the country of the message, or else of the account', async () => {
    const advice = findAdvice(EMERGENCY.message);
    const strict = { prefer: 'handling=strict' };
    const ofMessage = await post(
      'chatbot.sendMessage',
      inKenya(EMERGENCY.message, { language: 'xx' }),
      strict,
    );
    expect(errorOf(ofMessage).message).toBe(`language: unknown field\n\n${advice}`);
    const cookie = await scenario.platform.session({ role: 'doctor', country: 'KE' });
    const wrong = { json: { message: EMERGENCY.message, country: 'nowhere' } };
    const ofAccount = await post('chatbot.sendMessage', wrong, { cookie });
    expect(errorOf(ofAccount).message).toMatch(/^country: /);
    expect(errorOf(ofAccount).message.endsWith(`\n\n${advice}`)).toBe(true);
  });

  it('is there if only the conversation makes the message an emergency, and the caller may read that', async () => {
    const owner = await scenario.platform.session({ role: 'user' });
    const { conversationId } = await send(scenario.anyone.as(owner), { message: 'I am 8 months pregnant' });
    const input = { json: { message: 'some blood on the pad', conversationId, country: 'nowhere' } };
    const own = await post('chatbot.sendMessage', input, { cookie: owner });
    expect(errorOf(own).message).toContain('\n\nThis may be an emergency');
    expect(errorOf(await post('chatbot.sendMessage', input)).message).not.toContain('\n');
  });

  it('is stored nowhere and not logged', async () => {
    const count = async () => scenario.platform.database.query<unknown>('SELECT count(*) FROM message');
    const before = await count();
    await post('chatbot.sendMessage', { json: { message: EMERGENCY.message, country: 'nowhere' } });
    expect(await count()).toEqual(before);
    expect(scenario.platform.logLines.join('\n')).not.toContain('crushing');
  });

  it('is in that of one message of a batch only', async () => {
    const body = {
      0: { json: { message: EMERGENCY.message, country: '?' } },
      1: { json: { message: ORDINARY, country: '?' } },
    };
    for (const headers of FORMATS) {
      const { text } = await post('chatbot.sendMessage,chatbot.sendMessage?batch=1', body, headers);
      expect(text.match(/This may be an emergency/g)).toHaveLength(1);
      expect(text.match(/country: expected an ISO/g)).toHaveLength(2);
    }
  });

  it('is in no other result of a batch', async () => {
    const body = {
      0: inKenya(EMERGENCY.message),
      1: { json: { message: ORDINARY, country: '?' } },
      2: { json: {} },
    };
    const batch = 'chatbot.sendMessage,chatbot.sendMessage,consultations.record?batch=1';
    for (const headers of FORMATS) {
      const { text } = await post(batch, body, headers);
      expect(text).toContain('"urgency":"emergency"');
      expect(text).toContain('"message":"country: expected an ISO 3166-1 country code such as KE or KEN"');
      expect(text).toContain('"message":"Please login (10001)"');
    }
  });

  it('is for the first emergency of a batch that is refused as a whole', async () => {
    const inputs = [
      { json: { patientId: EMERGENCY.message } },
      inKenya(ORDINARY),
      inKenya(EMERGENCY.message),
    ];
    const batch = 'consultations.record,chatbot.sendMessage,chatbot.sendMessage?batch=1';
    const refused = errorOf(await post(batch, Object.fromEntries(inputs.entries()), ELSEWHERE));
    expect(refused.message.split('\n\n').slice(1)).toEqual([findAdvice(EMERGENCY.message)]);
    const without = errorOf(
      await post(batch, Object.fromEntries(inputs.with(2, inKenya(ORDINARY)).entries()), ELSEWHERE),
    );
    expect(without.message).not.toContain('\n');
  });

  it.each([
    ['consultations.record', { json: { patientId: EMERGENCY.message, message: EMERGENCY.message } }],
    ['chatbot.rateResponse', { json: { message: EMERGENCY.message } }],
    ['chatbot.unknown', { json: { message: EMERGENCY.message } }],
  ])('is not there for a call of %s', async (procedure, body) => {
    for (const headers of [WITHOUT, { cookie: 'session=a; session=b' }, ELSEWHERE])
      expect((await post(procedure, body, headers)).text).not.toContain('This may be an emergency');
  });

  it('is not there if the message cannot be read', async () => {
    for (const body of [
      '{"json":{"message":"I cannot breathe"',
      '[]',
      '{"json":{"message":["I cannot breathe"]}}',
    ])
      expect(errorOf(await post('chatbot.sendMessage', body)).message).not.toContain('\n');
  });

  it('is not there for a message in a URL with too many parameters, but for one in the body', async () => {
    const message = JSON.stringify(inKenya(EMERGENCY.message));
    const search = `input=${encodeURIComponent(message)}${'&a=1'.repeat(100)}`;
    const path = `chatbot.sendMessage?${search}`;
    const inUrl = await post(path, '', { 'content-length': '0' });
    expect(errorOf(inUrl)).toEqual({ status: 400, message: 'a URL has at most 100 parameters' });
    expect(errorOf(await post(path, message)).message).toContain('\n\nThis may be an emergency');
  });

  it('is there for some messages of an account in a minute, and then the reason alone', async () => {
    const assess = jest.spyOn(scenario.platform.app.get(TriageService, { strict: false }), 'assess');
    const cookie = await scenario.platform.session({ role: 'user' });
    const refuse = () =>
      post('chatbot.sendMessage', { json: { message: EMERGENCY.message, country: '?' } }, { cookie });
    const refused = [];
    for (let sent = 0; sent < MAX_READ + 5; sent += 1) refused.push(errorOf(await refuse()).message);
    expect(refused.filter((message) => message.includes('\n\nThis may be'))).toHaveLength(MAX_READ);
    expect(refused.at(-1)).toBe('country: expected an ISO 3166-1 country code such as KE or KEN');
    expect(assess).toHaveBeenCalledTimes(MAX_READ);
  }, 60_000);

  it('is there for some messages of a flood, and then what to do in an emergency', async () => {
    const headers = { 'x-forwarded-for': '198.51.100.8', 'accept-language': 'fr' };
    const flood = () => post('chatbot.sendMessage', inKenya(EMERGENCY.message), headers);
    const answers = [];
    for (let sent = 0; sent < FLOOD + MAX_READ + 3; sent += 1) answers.push(await flood());
    const refused = answers.filter(({ text }) => text.includes('are answered per minute')).map(errorOf);
    expect(refused[0]).toMatchObject({ status: 429 });
    expect(refused[0]?.message).toContain('\n\nThis may be an emergency');
    expect(refused.at(-1)?.message).toMatch(
      new RegExp(`^${inEmergency('fr')} At most ${FLOOD} calls from your network are answered per minute`),
    );
  }, 120_000);

  it.each([
    [503, new TooBusyException('Too many wait', 2)],
    [429, new TooManyRequestsException('Too many of yours wait', 2)],
  ])('is there if the queue of refusals is full, %i', async (status, error) => {
    const turns = scenario.platform.app.get(FairTurns);
    jest.spyOn(turns, 'takeForRefusal').mockImplementation(() => {
      throw error;
    });
    const refuse = async (message: string) =>
      errorOf(await post('chatbot.sendMessage', { json: { message, country: '?' } }));
    const advised = await refuse(EMERGENCY.message);
    expect(advised.status).toBe(status);
    expect(advised.message).toMatch(new RegExp(`^${error.message}\n\nThis may be an emergency`));
    expect(await refuse(ORDINARY)).toEqual({ status, message: error.message });
    jest.spyOn(turns, 'takeForMessage').mockRejectedValue(new TooBusyException('Too many messages wait', 2));
    const unread = await refuse(EMERGENCY.message);
    expect(unread).toEqual({ status, message: `${inEmergency('en')} ${error.message}` });
  });

  it('is not there, nor an error in the log, if the client disconnects while its message waits', async () => {
    const logs = jest.spyOn(Logger.prototype, 'error');
    jest
      .spyOn(scenario.platform.app.get(FairTurns), 'takeForMessage')
      .mockRejectedValue(new RequestTimeoutException('the client disconnected'));
    const refused = await post('chatbot.sendMessage', { json: { message: EMERGENCY.message, country: '?' } });
    expect(errorOf(refused).message).toMatch(/^country: .*$/);
    expect(logs).not.toHaveBeenCalled();
  });

  it('is not looked for again if the message was read before', async () => {
    const assess = jest.spyOn(scenario.platform.app.get(TriageService, { strict: false }), 'assess');
    const refused = await post('chatbot.sendMessage', inKenya(ORDINARY), { cookie: 'session=ended' });
    expect(errorOf(refused)).toEqual({ status: 401, message: 'Please login (10001)' });
    expect(assess).toHaveBeenCalledTimes(1);
  });
});
