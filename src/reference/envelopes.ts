/** The documented request of a call: its input under `0.json`. */
export function requestBody(input: unknown): object {
  return { 0: { json: input } };
}

/** The documented answer of a call that worked. */
export function answerBody(output: unknown): object {
  return { result: { data: { json: output } } };
}
