import type { Example } from './openapi-document';

/** Failures by their status, in their order. */
export function groupByStatus<Failure extends { readonly status: number }>(
  failures: readonly Failure[],
): [status: number, failures: Failure[]][] {
  const groups = new Map<number, Failure[]>();
  for (const failure of failures) {
    groups.set(failure.status, [...(groups.get(failure.status) ?? []), failure]);
  }
  return [...groups];
}

/** When an answer is given, as a sentence. */
export function describeConditions(failures: readonly { readonly when: string }[]): string {
  return `when ${failures.map(({ when }) => when).join('; or when ')}.`;
}

/** What each failure of an answer looks like. */
export function buildExamples(
  failures: readonly { readonly name: string; readonly when: string; readonly body: unknown }[],
): Record<string, Example> {
  return Object.fromEntries(
    failures.map(({ name, when, body }) => [name, { summary: `When ${when}`, value: body }]),
  );
}
