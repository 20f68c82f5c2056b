import * as fc from 'fast-check';
import { type HeaderLine, LOGIN_COOKIE, SESSION } from './fuzz-case';
import { hostileText } from './hostile-values';

/** Headers that the platform, its libraries or proxies read. Not those of the frame, such as `Connection`. */
const NAMES = [
  'Accept',
  'Accept-Encoding',
  'Accept-Language',
  'Authorization',
  'Content-Type',
  'Content-Encoding',
  'Content-Disposition',
  'Cookie',
  'Expect',
  'Forwarded',
  'Host',
  'Idempotency-Key',
  'If-Match',
  'If-Modified-Since',
  'If-None-Exist',
  'If-None-Match',
  'Last-Event-ID',
  'Origin',
  'Prefer',
  'Range',
  'Referer',
  'Sec-Fetch-Site',
  'TE',
  'Traceparent',
  'Trpc-Accept',
  'User-Agent',
  'Via',
  'X-Forwarded-For',
  'X-Forwarded-Host',
  'X-Forwarded-Proto',
  'X-HTTP-Method-Override',
  'X-Request-Id',
  'X-Trpc-Source',
  '__proto__',
  'constructor',
];

const VALUES = [
  '*/*',
  'text/event-stream',
  'application/jsonl',
  'application/fhir+json',
  'Bearer ',
  'Bearer a.b.c',
  'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.',
  'Bearer eyJhbGciOiJSUzI1NiIsImtpZCI6IngifQ.e30.AAAA',
  'Basic dXNlcjpwYXNz',
  'bytes=0-1,5-',
  'http://localhost:3000',
  'null',
  'return=representation',
  '[::1]:99999',
  '127.0.0.1, 10.0.0.1:8080, [::ffff:1.2.3.4]',
  'for="[2001:db8::1]:4711"',
  'gzip;q=0, br;q=1.5, *;q=-1',
  'fr-FR, sw;q=0.9, ar;q=2',
  '100-continue',
  'x'.repeat(8_000),
];

const token = fc.stringMatching(/^[A-Za-z!#$%&'*+.^_`|~-]{1,20}$/);

const cookie = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        `session=${SESSION}`,
        `__Host-session=${SESSION}`,
        `session="${SESSION}"`,
        `session=${SESSION}x`,
        'session=',
        'session',
        '=x',
        '__proto__=x',
        LOGIN_COOKIE,
        'session=%E0%A4%A',
        `a=${'x'.repeat(4_000)}`,
      ),
      fc.tuple(hostileText, hostileText).map(([name, value]) => `${name}=${value}`),
    ),
    { maxLength: 6 },
  )
  .map((pairs) => pairs.join('; '));

const header: fc.Arbitrary<HeaderLine> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(fc.constantFrom(...NAMES), fc.oneof(fc.constantFrom(...VALUES), hostileText)),
  },
  { weight: 2, arbitrary: cookie.map((value) => ['Cookie', value] as const) },
  { weight: 1, arbitrary: fc.tuple(token, hostileText) },
);

/** Lines of the header that are odd, repeated or long. */
export const hostileHeaders: fc.Arbitrary<readonly HeaderLine[]> = fc
  .array(header, { maxLength: 4 })
  .chain((headers) => fc.constantFrom(headers, headers, [...headers, ...headers]));
