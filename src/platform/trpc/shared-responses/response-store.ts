import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** All stored responses of a process together. */
const MAX_STORED_BYTES = 16 * 1024 * 1024;
/** Limits the age of what no version covers, such as names that an operator corrects. */
const MAX_AGE_MS = 60_000;

/** The body of a response, serialized once. */
export interface StoredBody {
  readonly text: string;
  /** The text in UTF-8. */
  readonly bytes: Buffer;
  /** `ETag` (RFC 9110, section 8.8.3). */
  readonly etag: string;
}

/** What a response was computed from. */
type ReadVersion = () => Promise<string>;

interface Computed extends StoredBody {
  readonly version: string;
  /** Position of the computation among all computations and calls. */
  readonly startedAt: number;
}

interface Computation {
  readonly startedAt: number;
  readonly result: Promise<StoredBody>;
}

/**
 * Stores response bodies until the version of their data changes. For each key, one computation runs at a time: the calls that
 * arrive before it starts share it, later ones wait for it and share the next. So a response is never older than its call, and
 * frequent writes do not multiply the computations. Errors are not stored.
 */
export class ResponseStore {
  private readonly stored = new LRUCache<string, Computed>({
    maxSize: MAX_STORED_BYTES,
    ttl: MAX_AGE_MS,
    sizeCalculation: ({ text, bytes }, key) => text.length + bytes.length + key.length,
  });
  private readonly running = new Map<string, Computation>();
  private position = 0;

  /**
   * Returns the stored body if it has the current version, else computes it.
   * @param compute returns JSON text
   */
  async get(key: string, readVersion: ReadVersion, compute: () => Promise<string>): Promise<StoredBody> {
    const calledAt = (this.position += 1);
    const version = await readVersion();
    for (;;) {
      const stored = this.stored.get(key);
      if (stored && (stored.version === version || stored.startedAt > calledAt)) return stored;
      const running = this.running.get(key);
      if (!running) return this.start(key, readVersion, compute);
      if (running.startedAt > calledAt) return running.result;
      await running.result.catch(() => undefined);
    }
  }

  private start(key: string, readVersion: ReadVersion, compute: () => Promise<string>): Promise<StoredBody> {
    const startedAt = (this.position += 1);
    const result = Promise.resolve().then(() => this.compute(key, { startedAt, readVersion, compute }));
    this.running.set(key, { startedAt, result });
    return result;
  }

  private async compute(
    key: string,
    {
      startedAt,
      readVersion,
      compute,
    }: { startedAt: number; readVersion: ReadVersion; compute: () => Promise<string> },
  ): Promise<StoredBody> {
    try {
      // Before the data, so that a change between the two makes the stored body outdated.
      const version = await readVersion();
      const text = await compute();
      const bytes = Buffer.from(text);
      const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
      const computed = { text, bytes, etag, version, startedAt };
      this.stored.set(key, computed);
      return computed;
    } finally {
      this.running.delete(key);
    }
  }
}
