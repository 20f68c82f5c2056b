import { HttpException } from '@nestjs/common';

/** The codes of http://hl7.org/fhir/issue-type that this server uses. */
export type IssueCode =
  | 'invalid'
  | 'structure'
  | 'required'
  | 'value'
  | 'not-found'
  | 'not-supported'
  | 'duplicate'
  | 'multiple-matches'
  | 'conflict'
  | 'business-rule'
  | 'code-invalid'
  | 'extension'
  | 'too-long'
  | 'too-costly'
  | 'login'
  | 'forbidden'
  | 'throttled'
  | 'transient'
  | 'exception'
  | 'processing'
  | 'informational';

/** An error in a request or in one of its elements. */
export interface Problem {
  /** HTTP status. */
  readonly status: number;
  readonly code: IssueCode;
  /** For the caller. Quotes no more of the request than finding the error needs: it holds patient data. */
  readonly text: string;
  /** FHIRPath of the element: `Bundle.entry[3].resource.code`. Absent if the whole request is wrong. */
  readonly expression?: string | undefined;
  /** What programs read of a refusal of access: `reason: expired`, `roles: doctor, admin`. */
  readonly diagnostics?: string | undefined;
}

interface Issue {
  readonly severity: 'error' | 'information' | 'warning';
  readonly code: IssueCode;
  readonly details: { readonly text: string };
  readonly diagnostics?: string;
  readonly expression?: string[];
}

export interface OperationOutcome {
  readonly resourceType: 'OperationOutcome';
  readonly issue: Issue[];
}

/** Limit of issues in one response: large Bundles usually repeat the same error. */
export const MAX_ISSUES = 100;

export function toOperationOutcome(
  problems: readonly Problem[],
  maxIssues: number = MAX_ISSUES,
): OperationOutcome {
  const issue = problems.slice(0, maxIssues).map(({ code, text, expression, diagnostics }): Issue => ({
    severity: 'error',
    code,
    details: { text },
    ...(diagnostics !== undefined && { diagnostics }),
    ...(expression !== undefined && { expression: [expression] }),
  }));
  const omitted = problems.length - issue.length;
  if (omitted > 0) {
    issue.push({ severity: 'error', code: 'processing', details: { text: `and ${omitted} more problems` } });
  }
  return { resourceType: 'OperationOutcome', issue };
}

export function informationOutcome(text: string): OperationOutcome {
  return {
    resourceType: 'OperationOutcome',
    issue: [{ severity: 'information', code: 'informational', details: { text } }],
  };
}

/** For an entry that the sender may have meant to be recorded. */
export function warningOutcome(text: string): OperationOutcome {
  return {
    resourceType: 'OperationOutcome',
    issue: [{ severity: 'warning', code: 'business-rule', details: { text } }],
  };
}

/** Refuses the whole request, with the status of the first problem. */
export class RefusedException extends HttpException {
  constructor(readonly problems: readonly [Problem, ...Problem[]]) {
    super(problems[0].text, problems[0].status);
  }
}

export function throwIfAnyProblem([first, ...others]: readonly Problem[]): void {
  if (first) throw new RefusedException([first, ...others]);
}
