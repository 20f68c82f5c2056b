import { z } from 'zod';
import type { ContractedProcedure } from '../../../platform/contract/procedures';
import { buildRequestBody } from '../envelopes';
import { type PlainRoute, listExampleQuery } from '../routes/plain-route';

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
  readonly mediaType: string;
  readonly credential: Credential;
  /** What the sample prints: the result in its envelope, events as they arrive, a JSON document, or the bytes of a file. */
  readonly answer: 'result' | 'events' | 'json' | 'file';
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
    mediaType: 'application/json',
    credential: selectCredential(contract),
    answer: contract.kind === 'subscription' ? 'events' : 'result',
  };
}

/** Builds a call of a plain HTTP route with its example. */
export function buildRouteCall(route: PlainRoute, publicUrl: string): SampleCall {
  const { method, access, body, response } = route;
  const query = new URLSearchParams();
  for (const { key, value } of listExampleQuery(route)) query.append(key, value);
  return {
    method: method === 'get' ? 'GET' : 'POST',
    url: publicUrl + fillExamplePath(route) + (query.size > 0 ? `?${query.toString()}` : ''),
    body: body && z.record(z.string(), z.unknown()).parse(body.example),
    mediaType: body?.mediaType ?? response.mediaType,
    credential: access === 'anyone' ? 'none' : 'token',
    answer: response.mediaType.endsWith('json') ? 'json' : 'file',
  };
}

function fillExamplePath({ path, parameters = [] }: PlainRoute): string {
  return parameters.reduce(
    (filled, { name, example }) =>
      typeof example === 'string' ? filled.replace(`{${name}}`, example) : filled,
    path,
  );
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
