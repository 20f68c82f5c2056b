import type { ContractedProcedure } from '../../../platform/trpc/contract/procedures';
import { buildRequestBody } from '../envelopes';

export type SampleMethod = 'GET' | 'POST';

/** What a sample sends. */
export interface SampleCall {
  readonly method: SampleMethod;
  readonly url: string;
  /** The envelope with the input; undefined where the procedure takes none. A GET sends it as `?input=`. */
  readonly body: object | undefined;
  readonly credential: Credential;
  /** Whether the answer is a stream of events, to be shown as they come. */
  readonly streams: boolean;
}

/**
 * Who a sample calls as, out of a variable of its environment: `HEALTH_TOKEN` holds an access token of the portal's,
 * `HEALTH_SESSION` the value of a session's cookie.
 */
export type Credential = 'none' | 'token' | 'session';

/** A procedure's call with the input of its example. */
export function buildSampleCall(
  { path, contract }: ContractedProcedure,
  { method, baseUrl }: { method: SampleMethod; baseUrl: string },
): SampleCall {
  return {
    method,
    url: `${baseUrl}/${path}`,
    body: contract.input && buildRequestBody(contract.example.input),
    credential: credentialFor(contract),
    streams: contract.kind === 'subscription',
  };
}

function credentialFor({ access, endsSession }: ContractedProcedure['contract']): Credential {
  if (endsSession) return 'session';
  return access === 'anyone' ? 'none' : 'token';
}

/** Indents every line of a text but the first. */
export function indentFollowingLines(text: string, by: string): string {
  return text.replaceAll('\n', `\n${by}`);
}

/** The parts of a literal, each on lines of its own with a comma at its end. */
export function indentList(open: string, parts: readonly string[], close: string): string {
  if (parts.length === 0) return `${open}${close}`;
  return `${open}\n${parts.map((part) => `    ${indentFollowingLines(part, '    ')},`).join('\n')}\n${close}`;
}
