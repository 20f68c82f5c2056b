import { readFileSync } from 'node:fs';
import { hashOf, newSecret } from '../../src/modules/auth/sessions/secret';
import { LOGIN_PATH } from '../../src/shared/login-paths';
import { type OpenDatabase, openDatabase } from '../support/open-database';
import { portalSettings } from '../support/portal-settings';
import { sendRequest } from '../support/raw-request';
import { ServerProcess } from '../support/server-process';
import type { Role } from '../../src/platform/access/role';
import type { CallerName } from './fuzz-case';
import { Victim } from './victim';

const ACCOUNTS: Readonly<Record<Exclude<CallerName, 'anonymous'>, { role: Role; country: string }>> = {
  user: { role: 'user', country: 'KE' },
  doctor: { role: 'doctor', country: 'KE' },
  pharmacist: { role: 'pharmacist', country: 'KE' },
  ministry: { role: 'ministry', country: 'KE' },
  admin: { role: 'admin', country: 'KE' },
  'admin of all': { role: 'admin', country: '*' },
};

/** Limits of callers do not apply, because one address sends everything. */
const SETTINGS = {
  LOG_LEVEL: 'error',
  CHATBOT_ANONYMOUS_PER_MINUTE: '100000',
  CHATBOT_ANONYMOUS_CONCURRENCY: '10000',
  CHATBOT_ACCOUNT_CONCURRENCY: '10000',
  LOGIN_ATTEMPTS_PER_MINUTE: '100000',
  STREAMS_PER_ADDRESS: '10000',
};

/** A login that has begun. */
export interface LoginAttempt {
  readonly state: string;
  /** Value of the `Cookie` header. */
  readonly cookie: string;
}

/** A platform in a process of its own, with an account of each role and the data of a victim. */
export class FuzzedServer {
  private readonly accountIds = new Map<CallerName, string>();
  private readonly tokens = new Map<CallerName, string>();

  private constructor(
    private readonly opened: OpenDatabase,
    readonly process: ServerProcess,
    readonly victim: Victim,
  ) {}

  static async start(): Promise<FuzzedServer> {
    const opened = await openDatabase();
    const process = await ServerProcess.start({
      ...SETTINGS,
      ...(await portalSettings()),
      ...opened.settings,
    });
    const victim = await Victim.create(opened.dataSource, process.origin);
    const server = new FuzzedServer(opened, process, victim);
    for (const [caller, { role, country }] of Object.entries(ACCOUNTS)) {
      const [row] = await opened.dataSource.query<{ id: string }[]>(
        `INSERT INTO account (issuer, subject, email, name, role, country)
         VALUES ('test', $1, $1 || '@example.org', $1, $2, $3) RETURNING id`,
        [caller, role, country],
      );
      if (isCaller(caller) && row) server.accountIds.set(caller, row.id);
    }
    return server;
  }

  get origin(): string {
    return this.process.origin;
  }

  /** Returns the token of a caller's session, and begins it if there is none. */
  async tokenOf(caller: CallerName): Promise<string> {
    const existing = this.tokens.get(caller);
    if (existing !== undefined || caller === 'anonymous') return existing ?? '';
    const token = newSecret();
    await this.opened.dataSource.query(
      `INSERT INTO session (token_hash, account_id, expires_at) VALUES ($1, $2, now() + interval '1 day')`,
      [hashOf(token), this.accountIds.get(caller)],
    );
    this.tokens.set(caller, token);
    return token;
  }

  /** Forgets a session that a case has ended. */
  forgetSession(caller: CallerName): void {
    this.tokens.delete(caller);
  }

  async beginLogin(): Promise<LoginAttempt> {
    const { headers } = await sendRequest(this.origin, { method: 'GET', path: LOGIN_PATH });
    const state = new URL(headers.location ?? 'http://none').searchParams.get('state') ?? '';
    const [cookie = ''] = (headers['set-cookie'] ?? '').split(';');
    return { state, cookie };
  }

  /** Returns the memory that the process occupies, in MB. */
  memory(): number {
    const status = readFileSync(`/proc/${this.process.id}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024;
  }

  /** Returns the processor time that the process has used, in seconds. */
  processorSeconds(): number {
    const fields = readFileSync(`/proc/${this.process.id}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) / 100;
  }

  async stop(): Promise<void> {
    this.process.kill();
    await this.opened.close();
  }
}

function isCaller(name: string): name is Exclude<CallerName, 'anonymous'> {
  return name in ACCOUNTS;
}
