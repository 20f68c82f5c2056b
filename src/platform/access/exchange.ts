/** Access to the headers of an HTTP request and its response, for identifying callers. */
export interface Exchange {
  /** @throws BadRequestException if the header `Authorization` occurs more than once */
  requestHeader(name: string): string | undefined;
  /** Adds a response header. Does nothing once the headers are sent. */
  appendResponseHeader(name: string, value: string): void;
}
