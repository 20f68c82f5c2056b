import { type Portal, startPortal } from '../../dev/portal/start-portal';

let portal: Promise<Portal> | undefined;

/** The identity portal of this worker, started for the first suite that needs one. */
export function testPortal(): Promise<Portal> {
  portal ??= startPortal();
  return portal;
}
