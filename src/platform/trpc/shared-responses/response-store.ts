import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type Encoded, encodeOnce } from '../../http/encoded-text';
import { SharedComputation } from '../../limits/shared-computation';

/** All stored responses of a process together. */
const MAX_STORED_BYTES = 16 * 1024 * 1024;
/** Maximum age. No version covers names that an operator corrects. */
const MAX_AGE_MS = 60_000;

/** The body of a response, serialized once. */
export interface StoredBody {
  /** JSON text. */
  readonly body: Encoded;
  /** `ETag` (RFC 9110, section 8.8.3), if it was requested. */
  readonly etag?: string;
}

interface Source {
  /** Reads the version of a response's data. */
  readonly readVersion: () => Promise<string>;
  /** Returns JSON text. */
  readonly compute: () => Promise<string>;
  readonly hasEtag?: boolean;
}

interface Computed {
  readonly stored: StoredBody;
  readonly version: string;
  /** Position of the computation among all computations and calls. */
  readonly startedAt: number;
}

interface Running {
  readonly startedAt: number;
  readonly computation: SharedComputation<StoredBody>;
}

/**
 * Stores response bodies until the version of their data changes. For each key, one computation runs at a time: the calls that
 * arrive before it starts share it, later ones wait for it and share the next. So a response is never older than its call, and
 * frequent writes do not multiply the computations. Errors are not stored. A call that waits too long for the computation of
 * another caller starts its own.
 */
export class ResponseStore {
  private readonly stored = new LRUCache<string, Computed>({
    maxSize: MAX_STORED_BYTES,
    ttl: MAX_AGE_MS,
    sizeCalculation: ({ stored: { body } }, key) => body.length + key.length,
  });
  private readonly running = new Map<string, Running>();
  private position = 0;

  /** Returns whether a body is stored, of any version. */
  has(key: string): boolean {
    return this.stored.has(key);
  }

  /** Returns the stored body if it has this version. */
  find(key: string, version: string): StoredBody | undefined {
    const computed = this.stored.get(key);
    return computed?.version === version ? computed.stored : undefined;
  }

  /** Returns the stored body if it has the current version, else computes it. */
  async get(key: string, source: Source): Promise<StoredBody> {
    const calledAt = (this.position += 1);
    // Before the data, so that a change between the two makes the stored body outdated.
    const version = await source.readVersion();
    for (;;) {
      const computed = this.stored.get(key);
      if (computed && (computed.version === version || computed.startedAt > calledAt)) return computed.stored;
      const running = this.running.get(key);
      if (!running) return this.start(key, source, { version });
      const isServed = await running.computation.serves();
      if (isServed && running.startedAt > calledAt) return running.computation.result;
      if (!isServed && !this.isReplaced(key, running))
        return this.start(key, source, { version, before: running.computation });
    }
  }

  private isReplaced(key: string, { computation }: Running): boolean {
    const next = this.running.get(key);
    return next !== undefined && next.computation !== computation;
  }

  /** @param context the version of the data, and the computation that did not serve the running caller */
  private start(
    key: string,
    { compute, hasEtag = false }: Source,
    { version, before }: { version: string; before?: SharedComputation<StoredBody> },
  ): Promise<StoredBody> {
    const startedAt = (this.position += 1);
    const computeAndStore = async () => {
      const stored = toStoredBody(await compute(), hasEtag);
      this.stored.set(key, { stored, version, startedAt });
      return stored;
    };
    const computation = new SharedComputation(computeAndStore, before);
    const running = { startedAt, computation };
    this.running.set(key, running);
    return computation.result.finally(() => {
      if (!this.isReplaced(key, running)) this.running.delete(key);
    });
  }
}

function toStoredBody(text: string, hasEtag: boolean): StoredBody {
  return { body: encodeOnce(text), ...(hasEtag && { etag: etagOf(text) }) };
}

function etagOf(text: string): string {
  return `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
}
