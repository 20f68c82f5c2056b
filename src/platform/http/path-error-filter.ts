import type { ExceptionFilter } from '@nestjs/common';

/** Sends the errors of all requests under a path in a format of its own. */
export interface PathErrorFilter extends ExceptionFilter {
  /** Without a slash at its end. */
  readonly path: string;
  /** Whether it only sends the errors of requests for which there is no route. */
  readonly isForUnknownAddresses?: true;
}

/** Returns whether a URL is a path or below it. As Express does, it ignores the case. */
export function isUnderPath(url: string, path: string): boolean {
  // The next character ends the path segment.
  return (
    url.slice(0, path.length).toLowerCase() === path && ['/', '?', '#', undefined].includes(url[path.length])
  );
}
