const CODES = { 400: 'BAD_REQUEST', 403: 'FORBIDDEN', 422: 'UNPROCESSABLE_CONTENT' } as const;

/** Returns the response of the platform that refuses the only call of a batch. */
export function refusal(status: keyof typeof CODES) {
  const data = { code: CODES[status], httpStatus: status, rpc: -32_600 };
  return { status, json: [{ error: { json: { message: 'Refused.', data }, meta: { values: {} } } }] };
}
