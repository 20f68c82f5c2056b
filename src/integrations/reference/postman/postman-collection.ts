/** The parts of Postman's collection format 2.1 that the collection uses. */
export interface PostmanCollection {
  readonly info: {
    readonly name: string;
    readonly description: string;
    readonly version: string;
    readonly schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
  };
  readonly item: readonly PostmanFolder[];
  readonly event: readonly PostmanEvent[];
  readonly variable: readonly PostmanVariable[];
}

export interface PostmanFolder {
  readonly name: string;
  readonly description: string;
  readonly item: readonly PostmanItem[];
}

export interface PostmanItem {
  readonly name: string;
  readonly request: PostmanRequest;
  readonly response: readonly PostmanResponse[];
  readonly event: readonly PostmanEvent[];
  readonly protocolProfileBehavior: { readonly disableBodyPruning: true };
}

export interface PostmanRequest {
  readonly method: string;
  readonly description: string;
  readonly url: {
    readonly raw: string;
    readonly host: readonly string[];
    readonly path: readonly string[];
    readonly query?: readonly { readonly key: string; readonly value: string }[];
  };
  readonly header: readonly PostmanHeader[];
  readonly body?: {
    readonly mode: 'raw';
    readonly raw: string;
    readonly options: { readonly raw: { readonly language: 'json' } };
  };
}

interface PostmanHeader {
  readonly key: string;
  readonly value: string;
}

/** An example response saved with a request. */
export interface PostmanResponse {
  readonly name: string;
  readonly originalRequest: PostmanRequest;
  readonly status: string;
  readonly code: number;
  readonly header: readonly PostmanHeader[];
  readonly body: string;
  readonly _postman_previewlanguage: 'json' | 'text';
}

export interface PostmanEvent {
  readonly listen: 'prerequest' | 'test';
  readonly script: { readonly type: 'text/javascript'; readonly exec: readonly string[] };
}

interface PostmanVariable {
  readonly key: string;
  readonly value: string;
  readonly description: string;
}
