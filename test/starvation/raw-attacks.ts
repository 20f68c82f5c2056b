import { BASE_PATH } from '../../src/platform/trpc/transport/target';
import type { RawAttackName } from './attack-names';
import type { Attacker } from './attacker';

const ONE_BYTE = '1\r\na\r\n';
/** Headers of which all have names of their own, in almost 16 kB. */
const MANY_HEADERS = Array.from({ length: 2_400 }, (_none, index) => `${index.toString(36)}:\r\n`).join('');
const LONG_LIST = ','.repeat(15_000);

/** Requests of which each takes something else that is not a call: each is sent twenty times on a connection. */
const SHORT_PIPELINES = [
  'GET /livez HTTP/1.1\r\nHost: a\r\n',
  `GET ${BASE_PATH}/specialties.list HTTP/1.1\r\nHost: a\r\n`,
  `GET ${BASE_PATH}/specialties.list HTTP/1.1\r\nHost: a\r\nIf-None-Match: ${LONG_LIST}\r\n`,
  `GET ${BASE_PATH}/specialties.list HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${LONG_LIST}203.0.113.7\r\n`,
  `GET ${BASE_PATH}/${LONG_LIST} HTTP/1.1\r\nHost: a\r\n`,
].map((request) => `${request}\r\n`);

/** Attacks in bytes that no HTTP client sends. */
export function rawAttacks(attacker: Attacker): Record<RawAttackName, () => Promise<void>> {
  /** Sends a request many times on each of some connections, which then end. */
  const repeatRequest = (connections: number, times: number, requestOf: (round: number) => string) => () =>
    attacker.repeat(connections, (round) =>
      attacker.send(requestOf(round).repeat(times), times, { endsWriting: true }),
    );
  const postChunks = (procedure: string, chunks: string) =>
    attacker.send(
      `POST ${BASE_PATH}/${procedure} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}`,
      1,
    );
  return {
    'requests without Host': repeatRequest(4, 3_500, () => 'GET / HTTP/1.1\r\n\r\n'),
    'unknown expectations': repeatRequest(4, 1_400, () => 'GET / HTTP/1.1\r\nHost: a\r\nExpect: x\r\n\r\n'),
    'many headers': repeatRequest(20, 8, () => `GET /livez HTTP/1.1\r\nHost: a\r\n${MANY_HEADERS}\r\n`),
    'short pipelines of new connections': repeatRequest(
      30,
      20,
      (round) => SHORT_PIPELINES[round % SHORT_PIPELINES.length] ?? '',
    ),
    'chunks of one byte': () =>
      attacker.repeat(8, () => postChunks('chatbot.sendMessage', ONE_BYTE.repeat(60_000))),
    'chunks of one byte after a refusal': () =>
      attacker.repeat(4, () => postChunks('no.procedure', ONE_BYTE.repeat(200_000))),
  };
}
