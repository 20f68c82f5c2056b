import { INTERNALS } from '../support/internals';
import type { Exchange } from './exchange';
import { type FuzzCase, SESSION, bytesOf } from './fuzz-case';

const MAX_PRINTED = 3_000;
const PRINTABLE = /^[\t\r\n -~]*$/;
const STACK_OR_PATH =
  /\b(?:at \S+ \(|file:\/\/\/|\/home\/|\/root\/|\/tmp\/|violates \w+ constraint|syntax error at or near|invalid byte sequence)/;

/** 501 and 505 are about methods and versions of HTTP that a server does not know; a case with 503 is sent again. */
const EXPECTED_STATUSES = new Set([501, 503, 505]);

/** Problems that cases showed, each kind of them once with the first case. */
export class Findings {
  private readonly found = new Map<string, { count: number; detail: string }>();

  add(kind: string, detail: string): void {
    const existing = this.found.get(kind);
    if (existing) existing.count += 1;
    else this.found.set(kind, { count: 1, detail });
  }

  list(): string[] {
    return [...this.found].map(([kind, { count, detail }]) => `${count} x ${kind}\n${detail}`);
  }
}

/** Returns what is wrong with a response, whatever the case is. Its time is judged elsewhere. */
export function findProblems(fuzzCase: FuzzCase, { response, sent, secrets }: Judged): string[] {
  const { status, text, headers, hasTimedOut } = response;
  const all = `${JSON.stringify(headers)}\n${text}`;
  const problems: string[] = [];
  if (hasTimedOut) problems.push('the response does not end');
  else if (status === 0 && !('bytes' in fuzzCase)) problems.push('no response');
  if (status >= 500 && !EXPECTED_STATUSES.has(status)) problems.push(`status ${status}`);
  // The documents have examples of errors.
  const inner = fuzzCase.area === 'pages' ? null : /"httpStatus":(5(?!03)\d\d)/.exec(text);
  if (inner && status < 500) problems.push(`status ${inner[1] ?? ''} of a call`);
  for (const pattern of [INTERNALS, STACK_OR_PATH]) {
    const leak = pattern.exec(all)?.[0];
    if (leak !== undefined && !sent.includes(leak)) problems.push(`internals: ${JSON.stringify(leak)}`);
  }
  for (const secret of secrets) if (all.includes(secret)) problems.push('data of another account');
  return problems;
}

interface Judged {
  readonly response: Exchange;
  /** The request as text, because a response may repeat parts of it. */
  readonly sent: string;
  readonly secrets: readonly string[];
}

/** Returns a command that sends a case to a running stack, in which `$SESSION` is a session of the caller. */
export function describeCase(fuzzCase: FuzzCase): string {
  const caller = `as ${fuzzCase.caller}`;
  if ('bytes' in fuzzCase) return `${caller}: ${pipeCommand(fuzzCase.bytes)}`;
  const { method, target, headers, body } = fuzzCase;
  const text = body?.toString() ?? '';
  const isPrintable = [target, text, ...headers.flat()].every((part) => PRINTABLE.test(part));
  if (!isPrintable || text.length > MAX_PRINTED)
    return `${caller}: ${pipeCommand(bytesOf(fuzzCase, { host: 'localhost', requestId: 'fuzz' }))}`;
  const parts = [
    'curl -i --max-time 30 --path-as-is --globoff',
    ...(method === 'HEAD' ? ['--head'] : [`-X ${method}`]),
    ...headers.map(([name, value]) => `-H ${quote(`${name}: ${value}`).replaceAll(SESSION, `'$SESSION'`)}`),
    ...(body ? [`--data-binary ${quote(text)}`] : []),
    quote(`http://localhost:3000${target}`),
  ];
  return `${caller}: ${parts.join(' ')}`;
}

function pipeCommand(bytes: Buffer): string {
  return `echo ${bytes.toString('base64')} | base64 -d | nc -q 2 localhost 3000`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
