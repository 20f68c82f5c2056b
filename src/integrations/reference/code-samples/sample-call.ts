import type { ContractedProcedure } from '../../../platform/contract/procedures';
import { buildRequestBody } from '../envelopes';

export interface SampleRequest {
  readonly method: 'GET' | 'POST';
  /** URL of the tRPC endpoint, without a trailing slash. */
  readonly baseUrl: string;
}

/** The HTTP request that a code sample sends. */
export interface SampleCall {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  /** The input in its envelope; undefined if the procedure takes no input. A GET sends it as `?input=`. */
  readonly body: object | undefined;
  readonly credential: Credential;
  /** Whether the response is an event stream, which the sample prints as it arrives. */
  readonly isStream: boolean;
}

/**
 * How a sample authenticates. Environment variables hold the credential: `HEALTH_TOKEN` an access token of the portal,
 * `HEALTH_SESSION` the value of the session cookie.
 */
type Credential = 'none' | 'token' | 'session';

/** Builds a call of a procedure with its example input. */
export function buildSampleCall(
  { path, contract }: ContractedProcedure,
  { method, baseUrl }: SampleRequest,
): SampleCall {
  return {
    method,
    url: `${baseUrl}/${path}`,
    body: contract.input && buildRequestBody(contract.example.input),
    credential: selectCredential(contract),
    isStream: contract.kind === 'subscription',
  };
}

function selectCredential({ access, endsSession }: ContractedProcedure['contract']): Credential {
  if (endsSession) return 'session';
  return access === 'anyone' ? 'none' : 'token';
}

/** Indents every line of a text except the first. */
export function indentFollowingLines(text: string, indent: string): string {
  return text.replaceAll('\n', `\n${indent}`);
}

/** Writes a list or object literal with one entry per line. */
export function indentList(open: string, entries: readonly string[], close: string): string {
  if (entries.length === 0) return `${open}${close}`;
  return `${open}\n${entries.map((entry) => `    ${indentFollowingLines(entry, '    ')},`).join('\n')}\n${close}`;
}
