import { type Portal, startPortal } from '../../dev/portal/start-portal';

let portal: Promise<Portal> | undefined;

/** Returns this worker's identity portal, which starts at the first call. */
export function testPortal(): Promise<Portal> {
  portal ??= startPortal();
  return portal;
}
