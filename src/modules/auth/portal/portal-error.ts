/** The portal is down, silent, or answered what cannot be used. Its message names the step, never what was sent. */
export class PortalError extends Error {
  override name = 'PortalError';
}
