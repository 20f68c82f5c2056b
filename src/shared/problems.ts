import { z } from 'zod';

/** Formats the problems of a schema as `field: problem`, joined by `; `. */
export function formatProblems({ issues }: z.core.$ZodError): string {
  return issues
    .map((issue) => `${z.core.toDotPath(issue.path) || 'input'}: ${formatIssue(issue)}`)
    .join('; ');
}

function formatIssue(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'invalid_type') return issue.message;
  return isMissing(issue) ? `required, expected ${issue.expected}` : withoutPrefix(issue);
}

/** Returns whether a required value is missing. */
export function isMissing({ code, message }: z.core.$ZodIssue): boolean {
  return code === 'invalid_type' && message.endsWith('received undefined');
}

/** Returns the message of an issue without `Invalid input: `. */
export function withoutPrefix({ message }: z.core.$ZodIssue): string {
  return message.replace(/^Invalid input: /, '');
}
