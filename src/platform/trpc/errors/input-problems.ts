import { z } from 'zod';
import { formatProblems } from '../../../shared/problems';

/** Describes the problems of an input. Returns undefined if the error is not from a schema. */
export function inputProblems(cause: unknown): string | undefined {
  return cause instanceof z.core.$ZodError ? formatProblems(cause) : undefined;
}
