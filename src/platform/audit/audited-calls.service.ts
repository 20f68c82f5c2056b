import { Injectable } from '@nestjs/common';
import type { Caller } from '../access/caller';
import { ownCountry } from '../access/record-country';
import type { Touched } from '../contract/audit-rule';
import type { ProcedureContract } from '../contract/contract';
import { AuditTrail } from './audit-trail.service';

/** A call of a procedure that succeeded, and whose response is not sent yet. */
interface FinishedCall {
  readonly path: string;
  readonly contract: ProcedureContract;
  readonly caller: Caller | null;
  /** Before the schema of the contract has parsed it. */
  readonly input: unknown;
  /** Undefined if the response is a shared one or a stream. */
  readonly output: unknown;
}

/** Writes the events of calls by the audit rules of their contracts. */
@Injectable()
export class AuditedCalls {
  constructor(private readonly trail: AuditTrail) {}

  /** Returns whether calls of a procedure may need events, so that others take no time. */
  isAudited({ audit }: ProcedureContract): boolean {
    return audit !== 'none' && audit !== 'service' && audit.byService !== true;
  }

  /** Writes what a call has touched. If this fails, so does the call: no data leaves without its event. */
  async record({ path, contract, caller, input, output }: FinishedCall): Promise<void> {
    const { audit } = contract;
    if (typeof audit === 'string' || audit.byService === true) return;
    const touched = audit.touched({ caller, input: contract.input?.parse(input ?? {}), output });
    await this.trail.write(touched.map((each) => toEvent(each, path, caller)));
  }

  /** Writes that an account got the stored response to an earlier call of its own, and what it touches. */
  async recordReplay({ path, contract, caller, input, output }: FinishedCall): Promise<void> {
    if (contract.audit === 'none' || !caller) return;
    const touched = touchedByReplay(contract, { caller, input, output });
    await this.trail.write(
      touched.map(({ details, ...each }) =>
        toEvent({ ...each, details: { ...details, replayed: true } }, path, caller),
      ),
    );
  }
}

/** The response may be one of the previous release, of which the rule knows nothing: the event has no records then. */
function touchedByReplay(
  { audit, ...contract }: ProcedureContract,
  { caller, input, output }: Pick<FinishedCall, 'input' | 'output'> & { readonly caller: Caller },
): readonly Touched[] {
  const parsed = contract.output.safeParse(output);
  const touched =
    typeof audit === 'string' || !parsed.success
      ? []
      : audit.touched({ caller, input: contract.input?.parse(input ?? {}), output: parsed.data });
  return touched.length > 0 ? touched : [{ country: ownCountry(caller) }];
}

function toEvent({ country, records, details }: Touched, action: string, caller: Caller | null) {
  return { country, action, caller, records, details };
}
