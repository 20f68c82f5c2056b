import { z } from 'zod';

/** Says what is wrong with something that a schema read, each problem as `field: what is wrong`, joined by `; `. */
export function problemsOf({ issues }: z.core.$ZodError): string {
  return issues.map(describe).join('; ');
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
