/** Whose session a request has. `admin` and the others are of Kenya. */
export const CALLERS = [
  'anonymous',
  'user',
  'doctor',
  'pharmacist',
  'ministry',
  'admin',
  'admin of all',
] as const;
export type CallerName = (typeof CALLERS)[number];

/** In a header or target: the caller's session token. */
export const SESSION = '@session@';
/** In a header or target: the state and the cookie of a login that has begun. */
export const LOGIN_STATE = '@state@';
export const LOGIN_COOKIE = '@login@';

export type HeaderLine = readonly [name: string, value: string];

interface CaseBase {
  /** What the case is about, for the report: a procedure, or a kind of route. */
  readonly area: string;
  readonly caller: CallerName;
}

/** A request with a valid frame, which has to get a response. */
export interface RequestCase extends CaseBase {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly HeaderLine[];
  readonly body?: Buffer;
}

/** Any bytes on a connection, which the server may also close without a response. */
export interface BytesCase extends CaseBase {
  readonly bytes: Buffer;
}

export type FuzzCase = RequestCase | BytesCase;

export interface FrameOptions {
  readonly host: string;
  readonly requestId: string;
}

/** Returns the bytes of a case, in which placeholders are not replaced yet. */
export function bytesOf(fuzzCase: FuzzCase, { host, requestId }: FrameOptions): Buffer {
  if ('bytes' in fuzzCase) return fuzzCase.bytes;
  const { method, target, headers, body } = fuzzCase;
  const lines: HeaderLine[] = [
    ['Host', host],
    ['Connection', 'close'],
    ['X-Request-Id', requestId],
    ...headers,
    ...(body ? [['Content-Length', String(body.length)] as const] : []),
  ];
  const head = lines.map(([name, value]) => `${name}: ${value.replace(/[\r\n]/g, ' ')}\r\n`).join('');
  return Buffer.concat([Buffer.from(`${method} ${target} HTTP/1.1\r\n${head}\r\n`), body ?? Buffer.alloc(0)]);
}

/** Returns the `Cookie` header of a caller. */
export function sessionOf(caller: CallerName): HeaderLine[] {
  return caller === 'anonymous' ? [] : [['Cookie', `session=${SESSION}`]];
}
