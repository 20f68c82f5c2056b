import type { AccessRule } from '../../../src/platform/access/access-rule';
import { ROLES, type Role } from '../../../src/platform/access/role';
import { contracts } from '../../../src/app-router';
import type { ProcedureContract } from '../../../src/platform/contract/contract';
import { proceduresOf } from '../../../src/platform/contract/procedures';
import { inputFixtures } from '../../contract/call-fixtures';
import { recordConsultation } from '../../contract/consultations';
import { eventsOf } from '../../support/audit-events';
import { ListeningSuite } from '../../support/listening-suite';
import type { PlainCaller } from '../../support/plain-caller';

const CASES = proceduresOf(contracts).map(({ path, contract }) => ({ path, contract }));
const AUDITED = CASES.filter(({ contract }) => contract.audit !== 'none');
const UNAUDITED = CASES.filter(({ contract }) => contract.audit === 'none');
const DENIED = AUDITED.flatMap((each) => {
  const denied = ROLES.find((role) => !permittedRoles(each.contract.access).includes(role));
  return denied === undefined ? [] : [{ ...each, role: denied }];
});

/** Actions that several procedures and the login share. */
const ACTIONS: Readonly<Record<string, string>> = {
  'auth.logout': 'sessions.end',
  'auth.logoutEverywhere': 'sessions.endAll',
};

function permittedRoles(access: AccessRule): readonly Role[] {
  return typeof access === 'string' ? ROLES : access;
}

describe('the audit trail', () => {
  const here = new ListeningSuite();

  async function call(
    { path, contract }: { path: string; contract: ProcedureContract },
    caller: PlainCaller,
  ): Promise<number> {
    const example = contract.example.input;
    const createAdmin = () => here.as('admin', '*');
    const input = (await inputFixtures[path]?.(example, caller, createAdmin)) ?? example;
    const { status } =
      contract.kind === 'mutation' ? await caller.post(path, input) : await caller.getByQuery(path, input);
    return status;
  }

  async function callAs(role: Role, each: { path: string; contract: ProcedureContract }) {
    const caller = await here.as(role, '*');
    const accountId = await here.accountOf(caller);
    // An empty list touches nobody's data.
    if (each.path === 'consultations.list')
      await recordConsultation(caller, { patientId: 'P-10482', consultationDate: '2026-03-14T09:30:00Z' });
    return { status: await call(each, caller), accountId };
  }

  it.each(AUDITED)('has an event of a call of $path', async (each) => {
    const [role = 'admin'] = permittedRoles(each.contract.access);
    const { status, accountId } = await callAs(role, each);
    expect(status).toBe(200);
    const action = ACTIONS[each.path] ?? each.path;
    expect((await eventsOf(here.database, accountId)).at(-1)).toMatchObject({ action, role });
  });

  it.each(UNAUDITED)('has no event of a call of $path', async (each) => {
    const { accountId } = await callAs('admin', each);
    expect(await eventsOf(here.database, accountId)).toEqual([]);
  });

  it.each(DENIED)('has no event of a call of $path that is denied to $role', async ({ role, ...each }) => {
    const caller = await here.as(role, '*');
    const accountId = await here.accountOf(caller);
    const { path, contract } = each;
    const send = contract.kind === 'mutation' ? caller.post.bind(caller) : caller.getByQuery.bind(caller);
    expect((await send(path, contract.example.input)).status).toBe(403);
    expect(await eventsOf(here.database, accountId)).toEqual([]);
  });
});
