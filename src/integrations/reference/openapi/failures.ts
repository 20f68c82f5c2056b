import type { Example } from './openapi-document';

/** Groups failures by status, in the order of first occurrence. */
export function groupByStatus<Failure extends { readonly status: number }>(
  failures: readonly Failure[],
): [status: number, failures: Failure[]][] {
  const groups = new Map<number, Failure[]>();
  for (const failure of failures) {
    groups.set(failure.status, [...(groups.get(failure.status) ?? []), failure]);
  }
  return [...groups];
}

/** Joins the conditions of failures to a sentence that begins with "when". */
export function describeConditions(failures: readonly { readonly when: string }[]): string {
  return `when ${failures.map(({ when }) => when).join('; or when ')}.`;
}

/** Builds the OpenAPI examples of failures, by name. */
export function buildExamples(
  failures: readonly { readonly name: string; readonly when: string; readonly body: unknown }[],
): Record<string, Example> {
  return Object.fromEntries(
    failures.map(({ name, when, body }) => [name, { summary: `When ${when}`, value: body }]),
  );
}
