import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { LoadRequest } from '../load/plan';
import type { Contestant } from './contestants';
import type { BenchPath } from './paths';

type Verified = Pick<Contestant, 'name' | 'origin' | 'readLog' | 'emptyLog'>;

/** How many of the requests of a path are compared. */
const COMPARED_REQUESTS = 20;

/** Time within which a log line is written. */
const LOG_MS = 2_000;

/** Headers that every contestant sends. */
const REQUIRED_HEADERS = [
  'cache-control',
  'content-security-policy',
  'content-type',
  'x-content-type-options',
  'x-frame-options',
  'x-request-id',
];

/** The fields of a log line for a request; some loggers write further ones. */
const logLineSchema = z.object({
  level: z.number(),
  time: z.number(),
  requestId: z.string(),
  req: z.object({ method: z.string(), path: z.string().startsWith('/api/trpc/') }),
  res: z.object({ status: z.literal(200) }),
  responseTime: z.number(),
  msg: z.string(),
});

/**
 * Checks that the contestants give the same answers, send the required headers and write a log line for each request.
 * @throws Error that names the difference
 */
export async function verifyPath(
  path: Pick<BenchPath, 'name' | 'requests' | 'ownFields'>,
  contestants: readonly Verified[],
): Promise<void> {
  const compared = path.requests.slice(0, COMPARED_REQUESTS);
  let expected: readonly string[] | undefined;
  for (const contestant of contestants) {
    const { name } = contestant;
    contestant.emptyLog();
    const answers: string[] = [];
    for (const request of compared) answers.push(await ask(contestant, request, path.ownFields));
    expected ??= answers;
    for (const [index, answer] of answers.entries()) {
      if (answer === expected[index]) continue;
      throw new Error(`${path.name}: ${name} answers ${answer}, expected ${expected[index] ?? 'nothing'}`);
    }
    if (name !== 'http') await verifyLog(contestant, compared.length);
  }
}

/** Sends a request. @returns the body, with the names of `ownFields` in place of their values */
async function ask(
  { name, origin }: Verified,
  { path, method, headers, body }: LoadRequest,
  ownFields: readonly string[],
): Promise<string> {
  const response = await fetch(origin + path, { method, headers, ...(body !== undefined && { body }) });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${path}: ${name} answers ${response.status}: ${text}`);
  const missing = REQUIRED_HEADERS.filter((header) => !response.headers.has(header));
  if (name !== 'http' && missing.length > 0)
    throw new Error(`${path}: ${name} does not send ${missing.join()}`);
  const value: unknown = JSON.parse(text, (key, field: unknown) => (ownFields.includes(key) ? key : field));
  return canonicalText(value);
}

/** Serializes a value with the fields of each object in alphabetical order. */
function canonicalText(value: unknown): string {
  return JSON.stringify(value, (_key, field: unknown) =>
    typeof field === 'object' && field !== null && !Array.isArray(field)
      ? Object.fromEntries(Object.entries(field).sort(([one], [other]) => (one < other ? -1 : 1)))
      : field,
  );
}

async function verifyLog(contestant: Verified, count: number): Promise<void> {
  const deadline = Date.now() + LOG_MS;
  let lines: string[];
  do {
    await sleep(20);
    lines = contestant.readLog().split('\n').slice(0, -1);
  } while (lines.length < count && Date.now() < deadline);
  const requestLines = lines.filter((line) => logLineSchema.safeParse(JSON.parse(line)).success);
  if (requestLines.length !== count)
    throw new Error(
      `${contestant.name} logged ${requestLines.length} of ${count} requests: ${lines[0] ?? ''}`,
    );
}
