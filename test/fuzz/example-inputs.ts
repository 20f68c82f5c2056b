import { contracts } from '../../src/app-router';
import { proceduresOf } from '../../src/platform/contract/procedures';
import { inputFixtures } from '../contract/call-fixtures';
import { PlainCaller } from '../support/plain-caller';
import type { ExampleInputs } from './call-cases';
import type { FuzzedServer } from './fuzzed-server';

/** Creates valid inputs of all procedures: the contracts' examples, ids of an administrator's records, and ids of the victim's. */
export async function createExampleInputs(server: FuzzedServer): Promise<ExampleInputs> {
  const admin = new PlainCaller(server.origin).as(`session=${await server.tokenOf('admin')}`);
  const { conversation, message, consultation } = server.victim.ids;
  const foreignIds = { conversationId: conversation, messageId: message, id: consultation };
  const inputs = new Map<string, readonly unknown[]>();
  for (const { path, contract } of proceduresOf(contracts)) {
    const example = contract.example.input;
    if (example === undefined) continue;
    const created = await inputFixtures[path]?.(example, admin, () => Promise.resolve(admin));
    const foreign = withForeignIds(created ?? example, foreignIds);
    inputs.set(path, [created ?? example, ...(foreign ? [foreign] : [])]);
  }
  return inputs;
}

/** @returns undefined if the input has none of the ids */
function withForeignIds(input: unknown, ids: Readonly<Record<string, string>>): unknown {
  if (typeof input !== 'object' || input === null) return undefined;
  const foreign = Object.entries(ids).filter(([name]) => name in input);
  return foreign.length === 0 ? undefined : { ...input, ...Object.fromEntries(foreign) };
}
