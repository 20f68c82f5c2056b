import { MORE_ADDRESSES, type Headers, fromAddress, fromMoreAddresses, fromNewNetwork } from './addresses';
import type { MessageAttackName } from './attack-names';
import { type Attacker, batchOf, pathOf } from './attacker';
import { longMessage, repeatedWords } from './inputs';

const JSON_TYPE = { 'content-type': 'application/json' };

const INVALID_BATCH = batchOf('chatbot.sendMessage', () => ({}));
const MARKS = '\u0301'.repeat(2_000) + '\u0316'.repeat(1_900);
const TOO_MANY = { ...INVALID_BATCH, path: INVALID_BATCH.path.replace('?', ',chatbot.sendMessage?') };
const LONG_INVALID_MESSAGE = {
  path: pathOf('chatbot.sendMessage'),
  body: JSON.stringify({ 0: { json: { message: Array.from({ length: 29_000 }, () => 0) } } }),
};
const LONG_TYPE = { 'content-type': `text/plain${';a=b'.repeat(3_500)}` };
const INVALID_MESSAGE = { path: pathOf('chatbot.sendMessage'), body: JSON.stringify({ 0: { json: {} } }) };

const longMessageFrom = (round: number) => ({
  path: pathOf('chatbot.sendMessage'),
  headers: { ...JSON_TYPE, ...fromMoreAddresses(round) },
  body: JSON.stringify({ 0: { json: { message: longMessage(round, 0) } } }),
});

/** Attacks of messages to the assistant. */
export function messageAttacks(attacker: Attacker): Record<MessageAttackName, () => Promise<void>> {
  const signedIn = { cookie: attacker.cookie };
  const sendMessages = (round: number, headers: Headers) =>
    attacker.postBatch('chatbot.sendMessage', (call) => ({ message: `I cough ${round} ${call}` }), headers);
  return {
    'anonymous messages': () => attacker.repeat(30, (round) => sendMessages(round, {})),
    'anonymous messages from many addresses': () =>
      attacker.repeat(30, (round) => sendMessages(round, fromAddress(round))),
    'long messages': () =>
      attacker.repeat(2, (round) =>
        attacker.postBatch(
          'chatbot.sendMessage',
          (call) => ({ message: longMessage(round, call) }),
          signedIn,
        ),
      ),
    'long anonymous messages from many addresses': () =>
      attacker.repeat(MORE_ADDRESSES, (round) => attacker.requestAgain(longMessageFrom(round))),
    'long messages whose clients leave': () =>
      attacker.repeat(100, (round) => {
        const { path, body, headers } = longMessageFrom(round);
        const bytes = Buffer.byteLength(body);
        const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
        const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: ${bytes}\r\n${lines.join('')}\r\n`;
        return attacker.leave(head + body, { afterMs: 20 });
      }),
    'messages of one letter from ever new networks': () =>
      attacker.repeat(100, () =>
        attacker.requestAgain({
          path: pathOf('chatbot.sendMessage'),
          headers: { 'content-type': 'application/json', ...fromNewNetwork() },
          body: JSON.stringify({ 0: { json: { message: 'a' } } }),
        }),
      ),
    'repeated words from many addresses': () =>
      attacker.repeat(8, (round) =>
        attacker.requestAgain({
          path: pathOf('chatbot.sendMessage'),
          headers: { 'content-type': 'application/json', ...fromMoreAddresses(round) },
          body: JSON.stringify({ 0: { json: { message: repeatedWords(round) } } }),
        }),
      ),
    'combining marks from many addresses': () =>
      attacker.repeat(MORE_ADDRESSES, (round) =>
        attacker.requestAgain({
          ...longMessageFrom(round),
          body: JSON.stringify({ 0: { json: { message: `I cough ${MARKS}` } } }),
        }),
      ),
    'batches of invalid messages': () =>
      attacker.repeat(20, () => attacker.requestAgain({ ...INVALID_BATCH, headers: JSON_TYPE })),
    'batches of invalid messages from many addresses': () =>
      attacker.repeat(20, (round) =>
        attacker.requestAgain({ ...INVALID_BATCH, headers: { ...JSON_TYPE, ...fromMoreAddresses(round) } }),
      ),
    'invalid messages from many addresses': () =>
      attacker.repeat(MORE_ADDRESSES, (round) =>
        attacker.requestAgain({ ...INVALID_MESSAGE, headers: { ...JSON_TYPE, ...fromMoreAddresses(round) } }),
      ),
    'long invalid messages from many addresses': () =>
      attacker.repeat(MORE_ADDRESSES, (round) =>
        attacker.requestAgain({
          ...LONG_INVALID_MESSAGE,
          headers: { ...JSON_TYPE, ...fromMoreAddresses(round) },
        }),
      ),
    'messages with a long type': () =>
      attacker.repeat(40, () => attacker.requestAgain({ ...INVALID_MESSAGE, headers: LONG_TYPE })),
    'messages with a long type from many addresses': () =>
      attacker.repeat(MORE_ADDRESSES, (round) =>
        attacker.requestAgain({ ...INVALID_MESSAGE, headers: { ...LONG_TYPE, ...fromMoreAddresses(round) } }),
      ),
    'messages of another site from many addresses': () =>
      attacker.repeat(MORE_ADDRESSES, (round) => {
        const headers = { ...JSON_TYPE, origin: 'https://other.example', ...fromMoreAddresses(round) };
        return attacker.requestAgain({ ...INVALID_MESSAGE, headers });
      }),
    'batches of too many messages from many addresses': () =>
      attacker.repeat(MORE_ADDRESSES, (round) =>
        attacker.requestAgain({ ...TOO_MANY, headers: { ...JSON_TYPE, ...fromMoreAddresses(round) } }),
      ),
  };
}
