/** The portal failed: no response, or an unusable one. The message names the step and contains no data of the request. */
export class PortalError extends Error {
  override name = 'PortalError';
}
