import type { JsonSchema } from './json-schema';

/** The one error body. */
export const errorSchema: JsonSchema = {
  type: 'object',
  description: 'Read `error.json.code` and `error.json.message`; `meta` is for tRPC clients.',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['json', 'meta'],
      properties: {
        json: {
          type: 'object',
          required: ['code', 'message', 'data'],
          properties: {
            code: { type: 'string', description: 'Go by this, not by the message.' },
            message: {
              type: 'string',
              description: 'What is wrong and what to change. A number in parentheses at its end is stable.',
            },
            data: {
              type: 'object',
              required: ['code', 'httpStatus', 'rpc'],
              properties: {
                code: { type: 'string' },
                httpStatus: { type: 'integer', minimum: 400, maximum: 599 },
                path: {
                  type: 'string',
                  description: 'The procedure, where the request could be read so far.',
                },
                rpc: { type: 'integer', description: 'JSON-RPC’s number of the code.' },
              },
            },
          },
        },
        meta: { type: 'object', description: 'Has tRPC clients put `data.rpc` in place of `code`.' },
      },
    },
  },
};
