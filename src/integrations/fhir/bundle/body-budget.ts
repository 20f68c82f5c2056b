import { ServiceUnavailableException } from '@nestjs/common';

/** How long a request waits for its turn, in milliseconds: less than the server gives it to arrive. */
const PATIENCE_MS = 20_000;

interface Waiting {
  readonly bytes: number;
  readonly go: () => void;
}

/** Bounds how much of large bodies is held at one time: what finds no room waits, unread, and in the order of arrival. */
export class BodyBudget {
  private free: number;
  private readonly waiting: Waiting[] = [];

  /** @param bytes that may be held at one time */
  constructor(
    bytes: number,
    private readonly patienceMs = PATIENCE_MS,
  ) {
    this.free = bytes;
  }

  /**
   * Waits until some bytes may be held.
   * @returns gives them back; to be called once
   * @throws ServiceUnavailableException where that takes too long
   */
  async take(bytes: number): Promise<() => void> {
    if (this.waiting.length === 0 && bytes <= this.free) this.free -= bytes;
    else await this.turn(bytes);
    return () => {
      this.free += bytes;
      this.admit();
    };
  }

  private turn(bytes: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        bytes,
        go: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        this.waiting.splice(this.waiting.indexOf(waiting), 1);
        this.admit();
        reject(new ServiceUnavailableException('too many Bundles at one time: send it again in a while'));
      }, this.patienceMs);
      this.waiting.push(waiting);
    });
  }

  private admit(): void {
    for (let [next] = this.waiting; next && next.bytes <= this.free; [next] = this.waiting) {
      this.waiting.shift();
      this.free -= next.bytes;
      next.go();
    }
  }
}
