import { MORE_ADDRESSES, type Headers, fromAddress, fromMoreAddresses, fromNewNetwork } from './addresses';
import type { MessageAttackName } from './attack-names';
import { type Attacker, batchOf, pathOf } from './attacker';
import { longMessage, repeatedWords } from './inputs';

const JSON_TYPE = { 'content-type': 'application/json' };

const INVALID_BATCH = batchOf('chatbot.sendMessage', () => ({}));
const INVALID_MESSAGE = { path: pathOf('chatbot.sendMessage'), body: JSON.stringify({ 0: { json: {} } }) };

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
      attacker.repeat(MORE_ADDRESSES, (round) =>
        attacker.requestAgain({
          path: pathOf('chatbot.sendMessage'),
          headers: { 'content-type': 'application/json', ...fromMoreAddresses(round) },
          body: JSON.stringify({ 0: { json: { message: longMessage(round, 0) } } }),
        }),
      ),
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
  };
}
