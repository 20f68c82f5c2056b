import { z } from 'zod';

/**
 * Says what is wrong with an input, each problem as `field: what is wrong`, joined by `; `.
 * @returns undefined where the failure is not one of an input's schema
 */
export function inputProblems(cause: unknown): string | undefined {
  if (!(cause instanceof z.core.$ZodError)) return undefined;
  return cause.issues.map(describe).join('; ');
}

function describe(issue: z.core.$ZodIssue): string {
  const field = z.core.toDotPath(issue.path) || 'input';
  return `${field}: ${problem(issue)}`;
}

function problem(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'invalid_type') return issue.message;
  const missing = issue.message.endsWith('received undefined');
  return missing ? `required, expected ${issue.expected}` : issue.message.replace(/^Invalid input: /, '');
}
