import { randomBytes } from 'node:crypto';
import { constants, setPriority } from 'node:os';
import { brotliCompressSync } from 'node:zlib';
import { sendRequest } from '../support/raw-request';
import { BASE_PATH } from '../../src/platform/trpc/transport/target';
import { type Headers, MORE_ADDRESSES, addressOf, fromAddress, fromMoreAddresses } from './addresses';
import { ATTACKS, type AttackName } from './attack-names';
import { Attacker, BATCH_SIZE, pathOf } from './attacker';
import { consultation, encounters, forgedToken, trendOf } from './inputs';
import { AMBIGUOUS, LONG_LISTS, MANY_PROBLEMS } from './hostile-bundles';
import { messageAttacks } from './message-attacks';
import { rawAttacks } from './raw-attacks';

// Attackers have machines of their own: the work of this program should not slow down the platform or the second caller.
setPriority(constants.priority.PRIORITY_LOW);

const [, , name = '', origin = '', cookie = ''] = process.argv;
const attacker = new Attacker(origin, cookie);
const UNREAD_MS = 2_000;
/** As many records as one call may have. */
const MAX_RECORDS = 1_000;
const SIGNED_IN = { cookie };

/** 500,000 brackets in 44 bytes. */
const BRACKETS = brotliCompressSync('['.repeat(500_000));
/** One string of almost 1 MB in about a kilobyte. */
const LONG_STRING = brotliCompressSync(
  JSON.stringify({ 0: { json: { message: 'a cough, '.repeat(110_000) } } }),
);
/** Thousands of records in a few kilobytes. */
const MANY_RECORDS = brotliCompressSync(
  JSON.stringify({ 0: { json: { records: Array.from({ length: 9_000 }, () => consultation()) } } }),
);

const FIELDS = Array.from({ length: 24_000 }, (_, index) => [`field${index}`, index] as const);
/** As many values as JSON may have. */
const MANY_VALUES = JSON.stringify({ 0: { json: Object.fromEntries(FIELDS) } });
const MANY_ANNOTATIONS = JSON.stringify({
  0: {
    json: { message: 'I cough' },
    meta: { values: Object.fromEntries(FIELDS.slice(0, 9_900).map(([name]) => [name, ['undefined']])) },
  },
});
const INVALID_ANNOTATIONS = JSON.stringify({
  0: {
    json: { message: 'I cough' },
    meta: {
      values: Object.fromEntries(FIELDS.slice(0, 9_900).map(([name]) => [name, ['x', 'x', 'x', 'x']])),
    },
  },
});

/** As many values as a Bundle may have, in objects whose fields are in another order each. */
const LARGE_BUNDLE = JSON.stringify({
  resourceType: 'Bundle',
  type: 'batch',
  entry: Array.from({ length: 2_900 }, (_none, entry) =>
    Object.fromEntries(
      Array.from({ length: 100 }, (_field, index) => [`a${(index * (entry + 1)) % 101}`, 0]),
    ),
  ),
});

const attacks: Record<AttackName, () => Promise<void>> = {
  ...rawAttacks(attacker),
  ...messageAttacks(attacker),
  pipelining: () =>
    attacker.repeat(4, () =>
      attacker.send(`GET ${BASE_PATH}/specialties.list HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(3_000), 3_000),
    ),
  'pipelined batches from many addresses': () => attacker.repeat(100, pipelineBatches),
  'dropped connections': () =>
    attacker.repeat(200, (round) => attacker.leave('', { afterMs: (round % 3) * 20 })),
  'unread responses': () =>
    attacker.repeat(1_000, () =>
      attacker.leave('GET /api/openapi.json HTTP/1.1\r\nHost: a\r\n\r\n', { afterMs: UNREAD_MS }),
    ),
  'anonymous batches': () => attacker.repeat(30, (round) => listSpecialties(round, {})),
  'anonymous batches from many addresses': () =>
    attacker.repeat(30, (round) => listSpecialties(round, fromAddress(round))),
  'streamed batches': () =>
    attacker.repeat(30, (round) =>
      listSpecialties(round, { ...SIGNED_IN, 'trpc-accept': 'application/jsonl' }),
    ),
  trends: () =>
    attacker.repeat(6, (round) =>
      attacker.postBatch('health.pathologyTrend', (call) => trendOf(round * BATCH_SIZE + call), SIGNED_IN),
    ),
  'ranges of a thousand years': () =>
    attacker.repeat(6, () =>
      attacker.postBatch(
        'health.pathologyTrend',
        () => ({ pathologies: ['Malaria'], from: '1900-W01', to: '2999-W52' }),
        SIGNED_IN,
      ),
    ),
  'records into a locked table': () =>
    attacker.repeat(10, () => attacker.postBatch('consultations.record', consultation, SIGNED_IN)),
  'bulk recording': () => attacker.repeat(8, () => recordMany(consultation)),
  'bulk recording of invalid records': () => attacker.repeat(8, () => recordMany(() => ({}))),
  'long lists': () =>
    attacker.repeat(8, () => attacker.postBatch('consultations.list', () => ({ limit: 100 }), SIGNED_IN)),
  'nested JSON': () =>
    attacker.repeat(4, () =>
      attacker.post(pathOf('chatbot.sendMessage'), BRACKETS, { 'content-encoding': 'br' }),
    ),
  'compressed strings': () =>
    attacker.repeat(32, () =>
      attacker.post(pathOf('chatbot.sendMessage'), LONG_STRING, { 'content-encoding': 'br' }),
    ),
  'compressed records': () =>
    attacker.repeat(32, () =>
      attacker.post(pathOf('consultations.recordMany'), MANY_RECORDS, {
        ...SIGNED_IN,
        'content-encoding': 'br',
      }),
    ),
  'many values': () =>
    attacker.repeat(16, () => attacker.post(pathOf('chatbot.sendMessage'), MANY_VALUES, {})),
  'many annotations': () =>
    attacker.repeat(16, () => attacker.post(pathOf('consultations.recordMany'), MANY_ANNOTATIONS, SIGNED_IN)),
  'invalid annotations from many addresses': () =>
    attacker.repeat(16, (round) =>
      attacker.post(pathOf('chatbot.sendMessage'), INVALID_ANNOTATIONS, fromAddress(round)),
    ),
  'large Bundles': () =>
    attacker.repeat(4, () =>
      attacker.post('/fhir', LARGE_BUNDLE, { ...SIGNED_IN, 'content-type': 'application/fhir+json' }),
    ),
  'Bundles of Encounters': () =>
    attacker.repeat(8, (round) =>
      attacker.post('/fhir', encounters(round), { ...SIGNED_IN, 'content-type': 'application/fhir+json' }),
    ),
  'Bundles with long lists': () => attacker.repeat(6, (round) => postBundle(LONG_LISTS, round)),
  'Bundles of ambiguous references': () => attacker.repeat(2, (round) => postBundle(AMBIGUOUS, round)),
  'Bundles of many problems': () => attacker.repeat(4, (round) => postBundle(MANY_PROBLEMS, round)),
  'Bundles whose clients leave': () =>
    attacker.repeat(4, (round) => {
      const body = AMBIGUOUS[round % AMBIGUOUS.length] ?? '';
      const head = `POST /fhir HTTP/1.1\r\nHost: a\r\nCookie: ${cookie}\r\nContent-Type: application/fhir+json\r\nContent-Encoding: br\r\nContent-Length: ${body.length}\r\n\r\n`;
      return attacker.leave(Buffer.concat([Buffer.from(head), Buffer.from(body)]), { afterMs: 500 });
    }),
  'plain routes': () => attacker.repeat(30, () => getMany('/fhir/metadata', {})),
  'plain routes from many addresses': () =>
    attacker.repeat(30, (round) => getMany('/fhir/metadata', { accept: MANY_RANGES, ...fromAddress(round) })),
  workbooks: () =>
    attacker.repeat(8, (round) => {
      const year = 1960 + (round % 60);
      return getMany(`/api/exports/trend.xlsx?pathologies=Malaria&from=${year}-01&to=${year}-12`, SIGNED_IN);
    }),
  'audit lists': () =>
    attacker.repeat(8, () => attacker.postBatch('audit.list', () => ({ limit: 100 }), SIGNED_IN)),
  'slow bodies': () => attacker.repeat(8, sendSlowly),
  'refused tokens from many addresses': () =>
    attacker.repeat(MORE_ADDRESSES, (round) =>
      readAccount({ authorization: `Bearer ${forgedToken(round)}`, ...fromMoreAddresses(round) }),
    ),
  'unknown sessions from many addresses': () =>
    attacker.repeat(MORE_ADDRESSES, (round) =>
      readAccount({
        cookie: `session=${randomBytes(32).toString('base64url')}`,
        ...fromMoreAddresses(round),
      }),
    ),
  'exports whose clients leave': async () => {
    await recordOwnNames();
    await attacker.repeat(60, (round) => {
      const name = round % 2 === 0 ? 'measure-report.json' : 'pathologies.xlsx';
      const request = `GET /api/exports/${name}?period=2026-03 HTTP/1.1\r\nHost: a\r\nCookie: ${cookie}\r\n\r\n`;
      return attacker.leave(request, { afterMs: 1_000, reads: true });
    });
  },
};

const OWN_NAMES_PER_COUNTRY = 2_000;
const COUNTRIES_OF_NAMES = ['NG', 'GH', 'CM', 'UG'];

/** Posts one of some compressed Bundles. */
function postBundle(bundles: readonly Buffer[], round: number): Promise<void> {
  return attacker.post('/fhir', bundles[round % bundles.length] ?? '', {
    ...SIGNED_IN,
    'content-type': 'application/fhir+json',
    'content-encoding': 'br',
  });
}

/** A header that offers as many formats as fit. */
const MANY_RANGES = Array.from({ length: 500 }, (_none, index) => `application/x-${index}+json`).join();

/** With an input of its own for each request, so that no response is stored. */
function listSpecialties(round: number, headers: Headers): Promise<void> {
  return attacker.postBatch('specialties.list', () => ({ round }), headers);
}

function readAccount(headers: Headers): Promise<void> {
  return attacker.requestAgain({ method: 'GET', path: pathOf('auth.me'), headers });
}

function recordMany(recordOf: () => object): Promise<void> {
  const consultations = Array.from({ length: MAX_RECORDS }, recordOf);
  return attacker.post(
    pathOf('consultations.recordMany'),
    JSON.stringify({ 0: { json: { consultations } } }),
    SIGNED_IN,
  );
}

/** Records cases with thousands of names of the countries' own, uncounted: the attack is what follows. */
async function recordOwnNames(): Promise<void> {
  const names = Array.from({ length: OWN_NAMES_PER_COUNTRY }, (_none, index) => `Own syndrome ${index}`);
  for (const country of COUNTRIES_OF_NAMES)
    for (let start = 0; start < names.length; start += MAX_RECORDS) {
      const consultations = names
        .slice(start, start + MAX_RECORDS)
        .map((pathologyName) => ({ ...consultation(), pathologyName, country }));
      const { status, text } = await sendRequest(origin, {
        path: pathOf('consultations.recordMany'),
        headers: { 'content-type': 'application/json', ...SIGNED_IN },
        body: JSON.stringify({ 0: { json: { consultations } } }),
      });
      if (status !== 200) throw new Error(`the names were not recorded: ${text.slice(0, 500)}`);
    }
}

/** Sends batches that are read almost as one on a connection. */
function pipelineBatches(round: number): Promise<void> {
  const names = Array<string>(BATCH_SIZE).fill('specialties.list').join(',');
  const calls = Array.from({ length: BATCH_SIZE }, (_, call) => [call, { json: { round } }] as const);
  const body = JSON.stringify(Object.fromEntries(calls));
  const head = `POST ${pathOf(names)}?batch=1 HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${addressOf(round)}\r\nContent-Type: application/json\r\n`;
  const request = (fields: string) => `${head}${fields}Content-Length: ${body.length}\r\n\r\n${body}`;
  return attacker.send(`${request('').repeat(9)}${request('Connection: close\r\n')}`, 10);
}

/** Sends ten requests to a plain route on one connection. */
function getMany(path: string, headers: Headers): Promise<void> {
  const fields = Object.entries({ host: 'a', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = `GET ${path} HTTP/1.1\r\n${fields.join('')}`;
  return attacker.send(`${`${request}\r\n`.repeat(9)}${request}connection: close\r\n\r\n`, 10);
}

/** Sends a Bundle whose end never comes: enough that it needs memory for the longest one. */
function sendSlowly(): Promise<void> {
  const head = `POST /fhir HTTP/1.1\r\nHost: a\r\nCookie: ${cookie}\r\nContent-Type: application/fhir+json\r\nTransfer-Encoding: chunked\r\n\r\n`;
  return attacker.send(`${head}30d40\r\n${' '.repeat(200_000)}\r\n`, 1);
}

const attack = ATTACKS.find((known) => known === name);
if (!attack) throw new TypeError(`no attack is called ${name}`);
void attacks[attack]();
