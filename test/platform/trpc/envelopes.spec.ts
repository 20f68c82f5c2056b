import {
  BASE,
  JSON_TYPE,
  KINDS_OF_PROCEDURES,
  TransportScenario,
  expectDocumentedResponse,
  clientError,
} from './transport-scenario';

const DEPTH = 10_000;
const NESTED = `${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}`;
const NESTED_OBJECTS = `${'{"a":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}`;
const EXPECTED = 'expected the input as {"0":{"json":{…}}} or {"json":{…}}';
const INVALID_META =
  'the input is nested too deeply, or its "meta" holds more than undefined, Date and number';

/** Valid values for the fields of all procedures, so that only the envelope is invalid. */
const FIELDS = {
  message: 'I cough',
  conversationId: null,
  messageId: 'm',
  rating: true,
  patientId: 'P-1',
  pathologyName: 'Malaria',
  consultationDate: '2024-05-06T07:08:09Z',
  year: 2024,
  month: 3,
  country: 'KE',
} as const;

const KEYS = ['__proto__', 'constructor', 'toString', 'prototype', 'hasOwnProperty', 'then', 'toJSON'];

/** Returns JSON with one more field. An object literal cannot have a field `__proto__`. */
function withField(name: string, value: string): string {
  return `{${JSON.stringify(name)}:${value},${JSON.stringify(FIELDS).slice(1)}`;
}

const HOSTILE_ENVELOPES: readonly (readonly [description: string, body: string])[] = [
  ['nested brackets', NESTED],
  ['brackets that never close', '['.repeat(DEPTH)],
  ['nested objects', NESTED_OBJECTS],
  ['nested brackets under 0', `{"0":${NESTED}}`],
  ['nested brackets under 0.json', `{"0":{"json":${NESTED}}}`],
  ['nested objects under 0.json', `{"0":{"json":${NESTED_OBJECTS}}}`],
  ['nested brackets in every field', `{"0":{"json":${allFields(NESTED)}}}`],
  ['nested brackets in an unknown field', `{"0":{"json":${withField('x', NESTED)}}}`],
  ['nested brackets in meta', `{"0":{"json":${JSON.stringify(FIELDS)},"meta":${NESTED}}}`],
  ['nested brackets in meta.values', `{"0":{"json":${JSON.stringify(FIELDS)},"meta":{"values":${NESTED}}}}`],
  ...KEYS.flatMap((key) => [
    [`the key ${key} in the envelope`, withField(key, '{"polluted":true}')] as const,
    [`the key ${key} beside json`, `{"0":${withField(key, '{"polluted":true}')}}`] as const,
    [`the key ${key} in the input`, `{"0":{"json":${withField(key, '{"polluted":true}')}}}`] as const,
    [`the key ${key} in meta`, `{"0":{"json":{},"meta":${withField(key, '{"polluted":true}')}}}`] as const,
  ]),
  ['the same key twice', '{"0":{"json":{"year":1}},"0":{"json":{"year":2024}}}'],
  ['a number that is infinite', `{"0":{"json":${allFields('1e999')}}}`],
  ['strings of almost a megabyte', `{"0":{"json":${allFields(`"${'x'.repeat(90_000)}"`)}}}`],
  ...['null', '[]', '{}', '1', 'true', '""', '"\\u0000"', '"\\ud800"', '[[]]', '{"then":1}'].map(
    (value) => [`the value ${value} in every field`, `{"0":{"json":${allFields(value)}}}`] as const,
  ),
];

function allFields(value: string): string {
  const fields = Object.keys(FIELDS).map((field) => `${JSON.stringify(field)}:${value}`);
  return `{${fields.join(',')}}`;
}

const ANNOTATIONS = [
  ...['Date', 'RegExp', 'regexp', 'bigint', 'Error', 'map', 'set', 'URL'],
  ...['number', 'undefined', 'nonsense', ''],
];

const HOSTILE_METAS: readonly unknown[] = [
  null,
  7,
  'x',
  [],
  { v: 'x' },
  { v: 99, values: {} },
  { values: 7 },
  { values: 'x' },
  { values: [] },
  { values: [[[[]]]] },
  { values: ['Date'] },
  { values: ['undefined'] },
  { values: ['map'] },
  { values: { nowhere: ['Date'] } },
  { values: { 'no.where.at.all': ['Date'] } },
  { values: { 'message.length': ['number'] } },
  { values: { '__proto__.polluted': ['Date'] } },
  { values: { 'constructor.prototype.polluted': ['Date'] } },
  { values: { constructor: ['Date'] } },
  { values: { message: [['class', 'Object']] } },
  { values: { message: [['custom', 'x']] } },
  { values: { message: [['symbol', 'x']] } },
  { values: { message: [['typed-array', 'Float64Array']] } },
  { values: { message: [['typed-array', '__proto__']] } },
  { values: { message: ['map', { 0: ['Date'] }] } },
  { values: { '\\': ['Date'] } },
  { values: { '\\\\.x': ['Date'] } },
  { referentialEqualities: 7 },
  { referentialEqualities: [] },
  { referentialEqualities: [['message']] },
  { referentialEqualities: { message: ['__proto__.polluted'] } },
  { referentialEqualities: { message: ['constructor.prototype.polluted'] } },
  { referentialEqualities: { __proto: ['year'], 'a.b': ['c.d'] } },
  { referentialEqualities: { message: ['year', 'patientId', 'rating', 'month'] } },
  ...ANNOTATIONS.map((annotation) => ({
    values: Object.fromEntries(Object.keys(FIELDS).map((field) => [field, [annotation]])),
  })),
];

describe('an envelope', () => {
  const scenario = TransportScenario.forSuite();

  afterEach(() => scenario.expectHealthy());

  it.each(HOSTILE_ENVELOPES)(
    'with %s gets a documented response from each kind of procedure',
    async (_case, body) => {
      await Promise.all(
        KINDS_OF_PROCEDURES.map(async (procedure) => {
          expectDocumentedResponse(await scenario.post(procedure, body));
        }),
      );
    },
  );

  it.each([
    [
      'consultations.record',
      '1',
      'the input has the key "1", and one call is made: add batch=1 and name a procedure for each input, or call consultations.recordMany',
    ],
    [
      'chatbot.rateResponse',
      '7',
      'the input has the key "7", and one call is made: add batch=1 and name a procedure for each input',
    ],
    [
      'consultations.record,consultations.record?batch=1',
      '2',
      'the input has the key "2", and the URL names 2 procedures: name one for each input',
    ],
    [
      'specialties.list,consultations.record?batch=1',
      '01',
      'the input has the key "01", and the URL names 2 procedures: name one for each input',
    ],
    [
      'consultations.record,consultations.record?batch=1',
      '0712345678',
      'the input has another number as a key, and the URL names 2 procedures: name one for each input',
    ],
    [
      'specialties.list?batch=1',
      '1',
      'the input has the key "1", and the URL names one procedure: name one for each input',
    ],
  ])('for %s with an input %s, for which no call is made, is refused', async (names, key, message) => {
    const body = JSON.stringify({ 0: { json: FIELDS }, [key]: { json: FIELDS } });
    const { text, status } = await scenario.post(names, body, await scenario.administrator());
    expect([status, text]).toEqual([400, expect.stringContaining(JSON.stringify(message).slice(1, -1))]);
  });

  it('for a batch whose first call has no input, with an input for which no call is made, is refused', async () => {
    const body = JSON.stringify({ 1: { json: FIELDS }, 2: { json: FIELDS } });
    const names = 'specialties.list,consultations.record?batch=1';
    const { text, status } = await scenario.post(names, body, await scenario.administrator());
    expect([status, text]).toEqual([400, expect.stringContaining('and the URL names 2 procedures')]);
  });

  it.each(HOSTILE_METAS.map((meta) => JSON.stringify(meta)))(
    'with the meta %s gets a documented response from each kind of procedure, also in ?input=',
    async (meta) => {
      const body = `{"0":{"json":${JSON.stringify(FIELDS)},"meta":${meta}}}`;
      await Promise.all(
        KINDS_OF_PROCEDURES.map(async (procedure) => {
          expectDocumentedResponse(await scenario.post(procedure, body));
          const path = `${procedure}?input=${encodeURIComponent(body)}`;
          expectDocumentedResponse(await scenario.get(path, await scenario.sessionFor(procedure)));
        }),
      );
    },
  );

  it.each([
    ['null', EXPECTED],
    ['[]', EXPECTED],
    ['"x"', EXPECTED],
    ['{"0":null}', EXPECTED],
    ['{"0":{}}', EXPECTED],
    ['{"0":{"year":2024}}', EXPECTED],
    ['{"year":2024}', EXPECTED],
    ['{', 'the input is not valid JSON: it ends too early (line 1, column 2)'],
    ['', 'input: required, expected object'],
    ['{"json":null}', 'input: expected object, received null'],
    ['{"0":{"json":[2024]}}', 'input: expected object, received array'],
    [`{"0":{"json":{"year":2024},"meta":{"values":{"year":["nonsense"]}}}}`, INVALID_META],
  ])('%s is refused with a message that says what to change', async (body, message) => {
    expect(clientError(await scenario.post('health.pathologyStats', body))).toStrictEqual({
      status: 400,
      code: 'BAD_REQUEST',
      message,
    });
  });

  it('may have its input under key 0 or not, in the body or in ?input=', async () => {
    const session = await scenario.administrator();
    const path = `${BASE}/health.pathologyStats`;
    for (const body of ['{"0":{"json":{"year":2024}}}', '{"json":{"year":2024}}']) {
      const query = `${path}?input=${encodeURIComponent(body)}`;
      const replies = await Promise.all([
        scenario.send({ method: 'GET', path: query, headers: session }),
        scenario.send({ method: 'GET', path, headers: { ...session, ...JSON_TYPE }, body }),
        scenario.send({ method: 'POST', path, headers: { ...session, ...JSON_TYPE }, body }),
        scenario.send({ method: 'POST', path: query, headers: session }),
      ]);
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    }
  });

  it.each([
    ...['%', '%E0%A4%A', '%00', '{', '%FF%FE', 'undefined'],
    ...['%7B%22json%22%3A', '&input=%7B%7D', '[object+Object]'],
  ])('in the query as %j is refused', async (input) => {
    const path = `health.pathologyStats?input=${input}`;
    expect(clientError(await scenario.get(path, await scenario.administrator())).status).toBe(400);
  });

  it('is not validated for a caller without access', async () => {
    const path = `${BASE}/health.pathologyStats`;
    for (const body of [JSON.stringify({ 0: { json: FIELDS } }), '{"0":{"json":{"year":"x"}}}']) {
      const reply = await scenario.send({ path, headers: JSON_TYPE, body });
      expect(clientError(reply).message).toBe('Please login (10001)');
    }
  });
});
