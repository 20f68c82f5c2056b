import { SetMetadata } from '@nestjs/common';

export const UNCOUNTED = 'uncounted route';

/** Declares a controller or route without a limit of calls per minute: a probe must not be refused. */
export function Uncounted(): ClassDecorator & MethodDecorator {
  return SetMetadata(UNCOUNTED, true);
}
