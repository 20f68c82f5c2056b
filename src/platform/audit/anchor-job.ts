import { appendFile } from 'node:fs/promises';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { isHttpUrl } from '../config/audit-settings';
import { ENVIRONMENT } from '../config/config.module';
import type { Environment } from '../config/environment';
import { BackgroundJob } from '../database/background-job';
import { Database, type Transaction } from '../database/database';
import { postJson } from '../http/post-json';
import type { Anchor } from './anchor';
import { FIND_LAST_ANCHOR, LIST_HEADS, LOCK_ANCHOR, STORE_ANCHOR } from './audit.sql';

const CHECK_EVERY_MS = 60_000;
const POST_TIMEOUT_MS = 10_000;
/** A link that another transaction commits after the heads were read has an earlier time. */
const OVERLAP_MS = 10 * 60_000;

/**
 * Publishes the heads of the hash chains every hour, in a location that the administrators of the database cannot write to. One
 * process at a time does so.
 */
@Injectable()
export class AnchorJob extends BackgroundJob implements OnApplicationBootstrap {
  private readonly target: string | undefined;

  constructor(
    private readonly database: Database,
    @Inject(ENVIRONMENT) { AUDIT_ANCHOR }: Pick<Environment, 'AUDIT_ANCHOR'>,
  ) {
    super();
    this.target = AUDIT_ANCHOR;
  }

  onApplicationBootstrap(): void {
    if (this.target === undefined) return;
    this.runNow();
    this.runEvery(CHECK_EVERY_MS);
  }

  protected async run(): Promise<void> {
    await this.attempt('the heads of the audit trail were not published; it is tried again in a minute', () =>
      this.publishIfDue(),
    );
  }

  /** Publishes the heads that changed, if an hour has passed since the last time. Returns whether it did. */
  async publishIfDue(): Promise<boolean> {
    const { target } = this;
    if (target === undefined) return false;
    return this.database.transaction(async (transaction) => {
      const { isLocked } = await transaction.one(LOCK_ANCHOR);
      if (!isLocked) return false;
      const name = withoutCredentials(target);
      const { publishedAt, isRecent } = await transaction.one(FIND_LAST_ANCHOR, { target: name });
      if (isRecent) return false;
      const since = new Date(publishedAt ? publishedAt.getTime() - OVERLAP_MS : 0);
      return this.publish(transaction, { target, name, since });
    });
  }

  private async publish(
    transaction: Transaction,
    { target, name, since }: { target: string; name: string; since: Date },
  ): Promise<boolean> {
    const publishedAt = new Date().toISOString();
    const heads = await transaction.rows(LIST_HEADS, { since: since.toISOString() });
    if (heads.length === 0) return false;
    await send(target, { publishedAt, heads });
    // If this fails, the heads are published twice, which changes nothing.
    await transaction.run(STORE_ANCHOR, { publishedAt, target: name, heads: JSON.stringify(heads) });
    return true;
  }
}

async function send(target: string, anchor: Anchor): Promise<void> {
  const line = JSON.stringify(anchor);
  if (!isHttpUrl(target)) {
    await appendFile(target, `${line}\n`, { flush: true });
    return;
  }
  await postJson(target, line, { timeoutMs: POST_TIMEOUT_MS });
}

/** Returns the name of a target in the database: a query may hold a key. */
function withoutCredentials(target: string): string {
  if (!isHttpUrl(target)) return target;
  const { origin, pathname } = new URL(target);
  return `${origin}${pathname}`;
}
