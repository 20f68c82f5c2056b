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
  return isMissing(issue) ? `required, expected ${issue.expected}` : withoutPrefix(issue);
}

/** Whether nothing stands where something has to. */
export function isMissing({ code, message }: z.core.$ZodIssue): boolean {
  return code === 'invalid_type' && message.endsWith('received undefined');
}

/** What is wrong, without saying first that something is. */
export function withoutPrefix({ message }: z.core.$ZodIssue): string {
  return message.replace(/^Invalid input: /, '');
}
