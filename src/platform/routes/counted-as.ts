import { SetMetadata } from '@nestjs/common';
import type { CountedCalls } from '../limits/call-limits';

export const COUNTED_AS = 'what a request of the route counts as';

/** Declares what each request of a controller or route counts as in the limit of its address, instead of as one call. */
export function CountedAs(calls: CountedCalls): ClassDecorator & MethodDecorator {
  return SetMetadata(COUNTED_AS, calls);
}

/**
 * Declares a controller or route without a limit of calls per minute: a probe must not be refused, and a page must get its
 * scripts.
 */
export function Uncounted(): ClassDecorator & MethodDecorator {
  return SetMetadata(COUNTED_AS, null);
}
