import { Injectable } from '@nestjs/common';

/** Whether this process still wants new requests. A load balancer learns it from `/readyz`. */
@Injectable()
export class Readiness {
  private ending = false;

  get isEnding(): boolean {
    return this.ending;
  }

  /** Makes `/readyz` return 503. Requests are still answered. */
  beginEnd(): void {
    this.ending = true;
  }
}
