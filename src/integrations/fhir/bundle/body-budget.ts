import { ServiceUnavailableException } from '@nestjs/common';

/** Shorter than the server's own timeout for receiving a request. */
const WAIT_TIMEOUT_MS = 20_000;

interface QueuedRequest {
  readonly bytes: number;
  readonly start: () => void;
}

/** Limits the memory of all request bodies together: further requests wait in a queue, unread. */
export class BodyBudget {
  private freeBytes: number;
  private readonly queue: QueuedRequest[] = [];

  /** @param bytes the limit */
  constructor(
    bytes: number,
    private readonly timeoutMs = WAIT_TIMEOUT_MS,
  ) {
    this.freeBytes = bytes;
  }

  /**
   * Reserves bytes, and waits until they are free.
   * @returns a function that releases them; call it once
   * @throws ServiceUnavailableException after the timeout
   */
  async take(bytes: number): Promise<() => void> {
    if (this.queue.length === 0 && bytes <= this.freeBytes) this.freeBytes -= bytes;
    else await this.waitInQueue(bytes);
    return () => {
      this.freeBytes += bytes;
      this.startQueued();
    };
  }

  private waitInQueue(bytes: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const queued: QueuedRequest = {
        bytes,
        start: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        this.queue.splice(this.queue.indexOf(queued), 1);
        this.startQueued();
        reject(new ServiceUnavailableException('too many Bundles at one time: send it again in a while'));
      }, this.timeoutMs);
      this.queue.push(queued);
    });
  }

  private startQueued(): void {
    for (let [next] = this.queue; next && next.bytes <= this.freeBytes; [next] = this.queue) {
      this.queue.shift();
      this.freeBytes -= next.bytes;
      next.start();
    }
  }
}
