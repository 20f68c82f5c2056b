import { STATUS_CODES } from 'node:http';
import type { PostmanRequest, PostmanResponse } from './postman-collection';

export interface SavedResponseContent {
  readonly name: string;
  readonly code: number;
  readonly mediaType: string;
  /** Plain text, or a value to be written as JSON. */
  readonly body: unknown;
}

/** Builds an example response that Postman shows beside a request. */
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
    body: typeof body === 'string' ? body : writeIndentedJson(body),
    _postman_previewlanguage: typeof body === 'string' ? 'text' : 'json',
  };
}

/** Builds the JSON body of a request. */
export function buildJsonBody(value: unknown): NonNullable<PostmanRequest['body']> {
  return { mode: 'raw', raw: writeIndentedJson(value), options: { raw: { language: 'json' } } };
}

function writeIndentedJson(value: unknown): string {
  return JSON.stringify(value, undefined, 2);
}
