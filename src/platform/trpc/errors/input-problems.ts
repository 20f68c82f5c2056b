import { z } from 'zod';
import { problemsOf } from '../../../shared/problems';

/**
 * Says what is wrong with an input.
 * @returns undefined where the failure is not one of an input's schema
 */
export function inputProblems(cause: unknown): string | undefined {
  return cause instanceof z.core.$ZodError ? problemsOf(cause) : undefined;
}
