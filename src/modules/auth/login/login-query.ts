import { z } from 'zod';
import { LoginRefusedException } from './login-refused.exception';

const loginSchema = z.object({
  returnTo: z.string().default('/'),
  prompt: z.literal('login').optional(),
  /** Passport takes a request with `code` or `error` for a callback. */
  code: z.never().optional(),
  error: z.never().optional(),
});

/** The parameters of a login. */
export interface LoginQuery {
  /** Path of the platform to open afterwards, normalised, with query and fragment. */
  readonly returnTo: string;
  /** `login` makes the portal ask for the password again. */
  readonly prompt: 'login' | undefined;
}

/**
 * Reads the query of a request to the login.
 * @throws LoginRefusedException if it is invalid, or leads to another site
 */
export function readLoginQuery(query: unknown): LoginQuery {
  const { data } = loginSchema.safeParse(query);
  if (!data) throw new LoginRefusedException('incomplete link');
  return { returnTo: parseReturnPath(data.returnTo), prompt: data.prompt };
}

/** Returns the language that `returnTo` asks its page for, if any. */
export function readPageLanguage({ returnTo }: LoginQuery): string | null {
  return parsePath(returnTo)?.searchParams.get('lang') ?? null;
}

/** Stands for the platform's own origin while a path is parsed. */
const OWN_ORIGIN = 'http://here.invalid';

function parseReturnPath(path: string): string {
  const url = parsePath(path);
  const normalised = url ? `${url.pathname}${url.search}${url.hash}` : '';
  // The normalised path is checked too: "/.//host" is on this site, but becomes "//host", which is another site.
  if (url?.origin !== OWN_ORIGIN || parsePath(normalised)?.origin !== OWN_ORIGIN) {
    throw new LoginRefusedException('link to another site');
  }
  return normalised;
}

function parsePath(path: string): URL | undefined {
  return path.startsWith('/') && URL.canParse(path, OWN_ORIGIN) ? new URL(path, OWN_ORIGIN) : undefined;
}
