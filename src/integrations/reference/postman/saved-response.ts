import { STATUS_CODES } from 'node:http';
import type { PostmanRequest, PostmanResponse } from './postman-collection';

/** What is said of an answer, besides what it holds. */
export interface SavedResponseContent {
  readonly name: string;
  readonly code: number;
  readonly mediaType: string;
  /** Text as it is sent, or a value that is sent as JSON. */
  readonly body: unknown;
}

/** An answer as it may be, saved beside its request. */
export function buildSavedResponse(
  originalRequest: PostmanRequest,
  { name, code, mediaType, body }: SavedResponseContent,
): PostmanResponse {
  return {
    name,
    originalRequest,
    status: STATUS_CODES[code] ?? '',
    code,
    header: [{ key: 'Content-Type', value: mediaType }],
    body: typeof body === 'string' ? body : indented(body),
    _postman_previewlanguage: typeof body === 'string' ? 'text' : 'json',
  };
}

/** A request's body of JSON. */
export function buildJsonBody(value: unknown): NonNullable<PostmanRequest['body']> {
  return { mode: 'raw', raw: indented(value), options: { raw: { language: 'json' } } };
}

function indented(value: unknown): string {
  return JSON.stringify(value, undefined, 2);
}
