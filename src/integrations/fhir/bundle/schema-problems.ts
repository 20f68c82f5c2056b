import type { z } from 'zod';
import { isMissing, withoutPrefix } from '../../../shared/problems';
import type { Problem } from '../operation-outcome';
import { createSizeProblem } from './resource-size';

/** Returns a problem for each issue of a schema. @param path the FHIRPath of what was parsed */
export function toProblems({ issues }: z.core.$ZodError, path: string): Problem[] {
  return issues.map((issue) => {
    const expression = issue.path.reduce<string>(appendToPath, path);
    if (issue.code === 'too_big' && issue.origin === 'array')
      return createSizeProblem(issue.message, expression);
    const missing = isMissing(issue);
    return {
      status: 400,
      code: missing ? 'required' : 'structure',
      text: missing ? 'required' : withoutPrefix(issue),
      expression,
    };
  });
}

function appendToPath(path: string, key: PropertyKey): string {
  return typeof key === 'number' ? `${path}[${key}]` : `${path}.${String(key)}`;
}
