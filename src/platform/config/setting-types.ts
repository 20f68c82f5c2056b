import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { ROLES } from '../access/role';
import { parseScope } from '../access/scope';
import { parseNetwork } from '../../shared/ip-address';

/** Environment variables. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** An http or https URL. */
export const url = z.url({ protocol: /^https?$/, error: 'expected an http or https URL' });
/** An origin without a path, because cookies, links and redirects have paths from the root of the host. */
export const publicUrl = url.transform((text, context) => {
  const { origin, href } = new URL(text);
  if (href !== `${origin}/`) {
    context.addIssue({
      code: 'custom',
      message: 'expected an origin such as https://health.example.org, without a path',
    });
  }
  return origin;
});
/** A whole number from `minimum` to `maximum`. */
export const integer = (minimum: number, maximum: number) => {
  const expected = `expected a whole number from ${minimum} to ${maximum}`;
  // Digits only: JavaScript also converts '', '0x50' and '1e3' to numbers.
  const digits = z
    .string()
    .regex(/^\d{1,9}$/, expected)
    .transform(Number);
  return digits.pipe(z.number().min(minimum, expected).max(maximum, expected));
};
export const oneOf = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z.enum(words, { error: `expected ${new Intl.ListFormat('en', { type: 'disjunction' }).format(words)}` });
export const flag = z
  .enum(['true', 'false'], { error: 'expected true or false' })
  .transform((text) => text === 'true');
const MAX_PROCESSES = 256;
/** A number of processes; `auto` is one for each core that the process may use. */
export const processCount = z.string().transform((text, context) => {
  if (text === 'auto') return availableParallelism();
  const { data } = integer(1, MAX_PROCESSES).safeParse(text);
  if (data !== undefined) return data;
  context.addIssue({
    code: 'custom',
    message: `expected a whole number from 1 to ${MAX_PROCESSES}, or auto`,
  });
  return z.NEVER;
});
/** A list separated by commas. */
export const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);

/** A list separated by spaces. */
export const words = z.string().transform((text) => text.split(/\s+/).filter((word) => word !== ''));

/** URL of a PostgreSQL database. Messages do not quote it, because it has a password. */
export const databaseUrl = z.url({
  protocol: /^postgres(ql)?$/,
  error: 'expected postgres://user:password@host:port/database',
});

/** Returns host and database of a URL, which are unique in a list and contain no password. */
export function databaseNameOf(databaseUrl: string): string {
  const { host, pathname } = new URL(databaseUrl);
  return `${host}${pathname}`;
}

/** A list of different databases. */
export const databaseUrls = list.pipe(
  z
    .array(databaseUrl)
    // The URLs themselves have been checked, and may be invalid.
    .refine(
      (urls) =>
        new Set(urls.map((url) => (URL.canParse(url) ? databaseNameOf(url) : url))).size === urls.length,
      {
        error: 'expected each database once',
      },
    ),
);

/** A list of origins in the exact form of browsers' `Origin` header: any other form would match no request. */
export const origins = list.transform((texts, context) => {
  for (const text of texts) {
    if (URL.canParse(text) && new URL(text).origin === text) continue;
    context.addIssue({
      code: 'custom',
      message: `"${text}": expected an origin such as https://app.example.org`,
    });
  }
  return texts;
});

/** A list of addresses and networks in the notation `10.0.0.0/8`. */
export const networks = list.transform((texts, context) =>
  texts.flatMap((text) => {
    const network = parseNetwork(text);
    if (network) return network;
    context.addIssue({
      code: 'custom',
      message: `"${text}": expected an address such as 192.0.2.7, or a network such as 10.0.0.0/8 or fd00::/8`,
    });
    return [];
  }),
);

const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::(\d{1,5}))?$/;

/** A list of hosts, each with or without a port, for `isHostAllowed`. */
export const hosts = list.transform((texts, context) => {
  const names = texts.map((text) => text.toLowerCase());
  for (const text of names) {
    if (HOST.test(text) && URL.canParse(`http://${text}`)) continue;
    context.addIssue({
      code: 'custom',
      message: `"${text}": expected a host such as api.openai.com, or a host and its port such as ollama:11434`,
    });
  }
  return names;
});

/**
 * Returns whether the host of a URL is in a list. A host without a port allows all its ports. Names are not resolved, so an
 * IP address must be listed as one.
 */
export function isHostAllowed(allowedHosts: readonly string[], address: string): boolean {
  const { hostname, port, protocol } = new URL(address);
  const actualPort = port || (protocol === 'https:' ? '443' : '80');
  return allowedHosts.some((text) => {
    const [, name, allowedPort] = HOST.exec(text) ?? [];
    if (name === undefined || !URL.canParse(`http://${name}`)) return false;
    return new URL(`http://${name}`).hostname === hostname && (allowedPort ?? actualPort) === actualPort;
  });
}

/** Maps the portal's roles to the platform's: `clinician=doctor,moh=ministry`. */
export const roleMap = list.transform((pairs, context) => {
  const map = new Map<string, (typeof ROLES)[number]>();
  for (const pair of pairs) {
    const [theirs, ours, ...rest] = pair.split('=').map((part) => part.trim());
    const role = ROLES.find((known) => known === ours);
    if (!theirs || !role || rest.length > 0) {
      context.addIssue({
        code: 'custom',
        message: `"${pair}": expected portal-role=our-role, our roles being ${ROLES.join(', ')}`,
      });
      continue;
    }
    map.set(theirs, role);
  }
  return map;
});

/** Maps the portal's scopes to the platform's: `clinical.write=role:doctor,kenya=country:KE`. */
export const scopeMap = list.transform((pairs, context) => {
  const map = new Map<string, string>();
  for (const pair of pairs) {
    const [, theirs, ours = ''] = /^([^\s"\\]+)=([^=\s]+)$/.exec(pair) ?? [];
    if (theirs === undefined || parseScope(ours) === undefined) {
      context.addIssue({
        code: 'custom',
        message: `"${pair}": expected portal-scope=our-scope, ours being role:doctor and the like, country:KE and the like, and country:*`,
      });
      continue;
    }
    map.set(theirs, ours);
  }
  return map;
});
