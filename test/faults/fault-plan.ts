import * as fc from 'fast-check';
import type { Interruption } from './network-link';

/** A fault of one part of the stack. `api` is the number of a process, `side` the link of it that is interrupted. */
export type Fault = {
  readonly durationMs: number;
} & (
  | { readonly kind: 'kill API' | 'pause API'; readonly api: number }
  | { readonly kind: 'kill database' | 'kill database process' | 'pause database' }
  | {
      readonly kind: 'interrupt';
      readonly api: number;
      readonly side: 'callers' | 'database';
      readonly interruption: Interruption;
    }
);

/** The faults of a round, which begin together. */
export type Round = readonly [Fault, ...Fault[]];

/** The first faults of ten rounds, in any order: even a short run has all of them. */
const CYCLE = [
  'kill API',
  'kill API',
  'pause API',
  'kill database',
  'kill database process',
  'pause database',
  'interrupt callers',
  'interrupt callers',
  'interrupt database',
  'interrupt database',
] as const;

type Kind = (typeof CYCLE)[number];

/** Most faults are short; some are longer than every time limit of the platform. */
const duration = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 50, max: 1_200 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1_200, max: 3_500 }) },
);
const api = fc.integer({ min: 0, max: 1 });
const interruption = fc.constantFrom<Interruption[]>('cut', 'silent', 'dropped', 'deaf');

function faultOf(kind: Kind): fc.Arbitrary<Fault> {
  switch (kind) {
    case 'kill API':
    case 'pause API':
      return fc.record({ kind: fc.constant(kind), api, durationMs: duration });
    case 'kill database':
    case 'kill database process':
    case 'pause database':
      return fc.record({ kind: fc.constant(kind), durationMs: duration });
    case 'interrupt callers':
    case 'interrupt database': {
      const side = kind === 'interrupt callers' ? ('callers' as const) : ('database' as const);
      return fc.record({
        kind: fc.constant('interrupt' as const),
        api,
        side: fc.constant(side),
        interruption,
        durationMs: duration,
      });
    }
  }
}

const anyFault = fc.constantFrom(...CYCLE).chain(faultOf);

/** A third of the rounds have two faults at once. */
const roundOf = (kind: Kind): fc.Arbitrary<Round> =>
  fc
    .tuple(
      faultOf(kind),
      fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: anyFault }),
    )
    .map(([first, second]) => (second && partOf(second) !== partOf(first) ? [first, second] : [first]));

const tenRounds = fc
  .shuffledSubarray([...CYCLE], { minLength: CYCLE.length })
  .chain((kinds) => fc.tuple(...kinds.map(roundOf)));

/** Returns the rounds of a seed. A longer plan begins with a shorter one. */
export function planRounds(seed: number, count: number): Round[] {
  const cycles = Math.ceil(count / CYCLE.length);
  return Array.from({ length: cycles }, (_none, cycle) =>
    fc.sample(tenRounds, { seed: seed + cycle, numRuns: 1 }).flat(),
  )
    .flat()
    .slice(0, count);
}

/** Returns the part of the stack that a fault affects. Two faults of one part would end each other. */
function partOf(fault: Fault): string {
  if (fault.kind === 'interrupt') return `${fault.side} of API ${fault.api}`;
  return 'api' in fault ? `API ${fault.api}` : 'database';
}

export function formatRound(round: Round): string {
  return round
    .map((fault) => {
      const what =
        fault.kind === 'interrupt' ? `${fault.interruption} link to ${partOf(fault)}` : nameOf(fault);
      return `${what} for ${fault.durationMs} ms`;
    })
    .join(', ');
}

function nameOf(fault: Exclude<Fault, { kind: 'interrupt' }>): string {
  return 'api' in fault ? `${fault.kind} ${fault.api}` : fault.kind;
}
