import { z } from 'zod';
import { ROLES } from '../access/role';
import { parseScope } from '../access/scope';

/** Settings as they come: none is an empty text. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** An address of http or https. */
export const url = z.url({ protocol: /^https?$/, error: 'expected an http or https URL' });
/** Cookies, links and redirects name paths from the root of the host. */
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
/** A whole number between two bounds. */
export const integer = (minimum: number, maximum: number) => {
  const expected = `expected a whole number from ${minimum} to ${maximum}`;
  // Digits alone: what else JavaScript takes for a number (nothing, 0x50, 1e3) is a slip of the pen here.
  const digits = z
    .string()
    .regex(/^\d{1,9}$/, expected)
    .transform(Number);
  return digits.pipe(z.number().min(minimum, expected).max(maximum, expected));
};
/** One of some words. */
export const oneOf = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z.enum(words, { error: `expected ${new Intl.ListFormat('en', { type: 'disjunction' }).format(words)}` });
/** `true` or `false`. */
export const flag = z
  .enum(['true', 'false'], { error: 'expected true or false' })
  .transform((text) => text === 'true');
/** Texts separated by commas. */
export const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);

/** Browsers send exactly this form, so that any other would admit nobody and not say so. */
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

const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::(\d{1,5}))?$/;

/** Hosts, each alone or with a port, as `isAmong` compares them. */
export const hosts = list.transform((texts, context) => {
  const lowered = texts.map((text) => text.toLowerCase());
  for (const text of lowered) {
    if (HOST.test(text) && URL.canParse(`http://${text}`)) continue;
    context.addIssue({
      code: 'custom',
      message: `"${text}": expected a host such as api.openai.com, or a host and its port such as ollama:11434`,
    });
  }
  return lowered;
});

/**
 * Whether an address is at one of some hosts. A host alone stands for all its ports. Names are compared and never looked
 * up, so that an address of digits has to be listed as such.
 */
export function isAmong(allowed: readonly string[], address: string): boolean {
  const { hostname, port, protocol } = new URL(address);
  const actualPort = port || (protocol === 'https:' ? '443' : '80');
  return allowed.some((text) => {
    const [, name, onlyPort] = HOST.exec(text) ?? [];
    if (name === undefined || !URL.canParse(`http://${name}`)) return false;
    return new URL(`http://${name}`).hostname === hostname && (onlyPort ?? actualPort) === actualPort;
  });
}

/** The portal's name of a role and ours, written `clinician=doctor,moh=ministry`. */
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

/** The portal's name of a scope and ours, written `clinical.write=role:doctor,kenya=country:KE`. */
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
