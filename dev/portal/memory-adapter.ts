import type { Adapter, AdapterPayload } from 'oidc-provider';

interface Entry {
  readonly payload: AdapterPayload;
  readonly expires: number;
}

/**
 * Creates the in-memory storage of one portal's sessions, codes and tokens. oidc-provider's own memory adapter is shared by
 * all portals of a process, and warns.
 */
export function createMemoryAdapters(): (model: string) => Adapter {
  const entries = new Map<string, Entry>();
  return (model) => new MemoryAdapter(model, entries);
}

class MemoryAdapter implements Adapter {
  constructor(
    private readonly model: string,
    private readonly entries: Map<string, Entry>,
  ) {}

  upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    this.dropExpired();
    const expires = expiresIn === undefined ? Number.POSITIVE_INFINITY : Date.now() + expiresIn * 1000;
    this.entries.set(this.key(id), { payload, expires });
    return Promise.resolve();
  }

  find(id: string): Promise<AdapterPayload | undefined> {
    const entry = this.entries.get(this.key(id));
    return Promise.resolve(entry !== undefined && entry.expires > Date.now() ? entry.payload : undefined);
  }

  findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return Promise.resolve(this.findWhere((payload) => payload.uid === uid));
  }

  findByUserCode(userCode: string): Promise<AdapterPayload | undefined> {
    return Promise.resolve(this.findWhere((payload) => payload.userCode === userCode));
  }

  async consume(id: string): Promise<void> {
    const payload = await this.find(id);
    if (payload !== undefined) payload.consumed = Math.floor(Date.now() / 1000);
  }

  destroy(id: string): Promise<void> {
    this.entries.delete(this.key(id));
    return Promise.resolve();
  }

  revokeByGrantId(grantId: string): Promise<void> {
    for (const [key, { payload }] of this.entries) {
      if (payload.grantId === grantId) this.entries.delete(key);
    }
    return Promise.resolve();
  }

  private key(id: string): string {
    return `${this.model}:${id}`;
  }

  private findWhere(matches: (payload: AdapterPayload) => boolean): AdapterPayload | undefined {
    for (const [key, { payload, expires }] of this.entries) {
      if (key.startsWith(`${this.model}:`) && expires > Date.now() && matches(payload)) return payload;
    }
    return undefined;
  }

  private dropExpired(): void {
    for (const [key, { expires }] of this.entries) {
      if (expires <= Date.now()) this.entries.delete(key);
    }
  }
}
