import { HttpException } from '@nestjs/common';

/** Codes of http://hl7.org/fhir/issue-type that are answered here. */
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
  | 'exception'
  | 'processing'
  | 'informational';

/** Something that is wrong with an element of what was sent. */
export interface Problem {
  /** The HTTP status that it stands for. */
  readonly status: number;
  readonly code: IssueCode;
  /** For the caller; of what was sent, it says again no more than is needed to find it. */
  readonly text: string;
  /** FHIRPath of the element: `Bundle.entry[3].resource.code`. Absent where it is about the whole request. */
  readonly expression?: string | undefined;
}

export interface Issue {
  readonly severity: 'error' | 'information' | 'warning';
  readonly code: IssueCode;
  readonly details: { readonly text: string };
  readonly expression?: string[];
}

export interface OperationOutcome {
  readonly resourceType: 'OperationOutcome';
  readonly issue: Issue[];
}

/** Most issues in one answer; what is wrong with the first is mostly what is wrong with the rest. */
const MAX_ISSUES = 100;

export function toOperationOutcome(problems: readonly Problem[]): OperationOutcome {
  const issue = problems.slice(0, MAX_ISSUES).map(({ code, text, expression }): Issue => {
    const details = { text };
    return expression === undefined
      ? { severity: 'error', code, details }
      : { severity: 'error', code, details, expression: [expression] };
  });
  const more = problems.length - issue.length;
  if (more > 0) {
    issue.push({ severity: 'error', code: 'processing', details: { text: `and ${more} more problems` } });
  }
  return { resourceType: 'OperationOutcome', issue };
}

export function information(text: string): OperationOutcome {
  return {
    resourceType: 'OperationOutcome',
    issue: [{ severity: 'information', code: 'informational', details: { text } }],
  };
}

/** Of what the sender may have meant otherwise, and should look at. */
export function warning(text: string): OperationOutcome {
  return {
    resourceType: 'OperationOutcome',
    issue: [{ severity: 'warning', code: 'business-rule', details: { text } }],
  };
}

/** A request that is refused as a whole; its answer has the status of the first problem. */
export class RefusedException extends HttpException {
  constructor(readonly problems: readonly [Problem, ...Problem[]]) {
    super(problems[0].text, problems[0].status);
  }
}

/** Refuses with all of the problems, where there are any. */
export function throwIfAnyProblem([first, ...others]: readonly Problem[]): void {
  if (first) throw new RefusedException([first, ...others]);
}
