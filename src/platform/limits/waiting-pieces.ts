import { changeCount } from '../../shared/counts';
import { LowestFirst, type Rank } from '../../shared/lowest-first';
import { RoundRobin } from '../../shared/round-robin';
import { gauge, histogram } from '../metrics/instruments';
import { RecentUse } from './recent-use';
import { neighbourhoodOf } from './address-limit';
import { type WorkOwner, keyOf } from './work-owner';

/** What messages and checks of a caller count after half a minute is half. They are limited per minute. */
const HALF_LIFE_MS = 30_000;

/**
 * Messages of up to so many characters count the same, so that one letter does not pass a sentence: most emergencies are
 * one or two sentences.
 */
const CHARACTERS_OF_LEVEL = 200;
/**
 * The reply to a message waits as messages with 1,000 more characters do, and so does a batch of messages before it is read. Whether
 * others describe emergencies is not known yet.
 */
const LEVELS_OF_REPLY = 5;

/**
 * Of senders of at most so many characters lately, no message is refused: most emergencies are one or two sentences. At most one waits on
 * a connection.
 */
const LITTLE_CHARACTERS = 1_000;

const LANES = ['calls', 'parts', 'messages', 'batches', 'replies', 'checks', 'refusals'] as const;
export type Lane = (typeof LANES)[number];
/** Lanes of pieces that are refused if too many wait. */
export type LimitedLane = 'calls' | 'checks' | 'refusals';

const waitingTurns = gauge<{ lane: Lane }>({
  name: 'platform_turns_waiting',
  help: 'Pieces of work that wait for their turn of the processor, by lane',
  labels: ['lane'],
  ofProcesses: 'sum',
});

const turnWaits = histogram<{ lane: Lane }>({
  name: 'platform_turn_wait_seconds',
  help: 'Waits of pieces of work for their turn of the processor, by lane; those that need not wait are not counted',
  labels: ['lane'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
});

/** What happens with a piece that waits. */
export interface Piece {
  readonly start: () => void;
  /** Ends the wait; undefined if the piece may not be refused while it waits. */
  readonly refuse?: (error: Error) => void;
}

/** Pieces that wait, by owner. */
class Calls extends RoundRobin<string, Piece> {}
/** Those of callers that used least lately come first. */
class RankedPieces extends LowestFirst<string, Piece> {}

/**
 * Pieces of work that wait for a turn. Calls, messages, checks and refusals, each of accounts and of networks, get one in turn:
 * addresses are cheap, and neither shut accounts out nor delay a message, which takes several pieces.
 *
 * Of messages, those of callers that sent the fewest characters lately come first, then those whose neighbours did, then those that
 * came first. Replies and batches come later: most emergencies are short, and one from a new network passes long ones, and replies
 * to others, of any number of networks.
 */
export class WaitingPieces {
  private readonly waiting = {
    calls: { accounts: new Calls(), networks: new Calls() },
    messages: { accounts: new RankedPieces(), networks: new RankedPieces() },
    checks: { accounts: new RankedPieces(), networks: new RankedPieces() },
    refusals: { accounts: new RankedPieces(), networks: new RankedPieces() },
  };
  /** The one to serve next is the first. */
  private readonly queues = Object.values(this.waiting).flatMap(({ accounts, networks }) => [
    accounts,
    networks,
  ]);
  private readonly used = new RecentUse(HALF_LIFE_MS);
  private readonly countOf: Record<Lane, number> = {
    calls: 0,
    parts: 0,
    messages: 0,
    batches: 0,
    replies: 0,
    checks: 0,
    refusals: 0,
  };
  /** Parts of calls that have begun and wait, by caller. They go before its other calls: a begun call may hold locks. */
  private readonly partsOf = new Map<string, number>();

  constructor() {
    waitingTurns.observe(() => LANES.map((lane): [{ lane: Lane }, number] => [{ lane }, this.countOf[lane]]));
  }

  get size(): number {
    return this.queues.reduce((sum, { size }) => sum + size, 0);
  }

  /** Whether pieces wait that may be long. */
  get hasLongPieces(): boolean {
    return this.countOf.messages > 0 || this.countOf.replies > 0 || this.countOf.parts > 0;
  }

  /** Returns how many pieces of one caller wait in a lane, and how many of all accounts, or of all networks. */
  count(lane: LimitedLane, owner: WorkOwner): { readonly ofCaller: number; readonly ofAll: number } {
    const queue = this.waiting[lane][kindOf(owner)];
    return { ofCaller: queue.sizeOf(keyIn(lane, owner)), ofAll: queue.size };
  }

  /** Counts a message before its first piece. */
  countMessage(owner: WorkOwner, characters: number): void {
    const counted = Math.max(characters, CHARACTERS_OF_LEVEL);
    this.used.add(keyIn('messages', owner), counted);
    if (owner.accountId === null) this.used.add(neighboursOf(owner), counted);
  }

  /** Counts a batch of messages as a short message, apart from those that are valid. */
  countBatch(owner: WorkOwner): void {
    this.used.add(keyIn('batches', owner), CHARACTERS_OF_LEVEL);
  }

  countCheck(lane: 'checks' | 'refusals', owner: WorkOwner): void {
    this.used.add(keyIn(lane, owner), 1);
  }

  /** Adds a piece, and returns what removes it while it waits. */
  add(lane: Lane, owner: WorkOwner, { start, refuse }: Piece): () => void {
    const since = performance.now();
    const key = keyIn(lane, owner);
    this.countOf[lane] += 1;
    const parts = this.partsOf.get(key) ?? 0;
    if (lane === 'parts') changeCount(this.partsOf, key, 1);
    const leave = () => {
      this.countOf[lane] -= 1;
      if (lane === 'parts') changeCount(this.partsOf, key, -1);
    };
    const piece: Piece = {
      start: () => {
        leave();
        turnWaits.recordSeconds({ lane }, since);
        start();
      },
      ...(refuse && { refuse }),
    };
    const { calls, messages } = this.waiting;
    const kind = kindOf(owner);
    if (lane === 'calls') calls[kind].push(key, piece);
    else if (lane === 'parts') calls[kind].push(key, piece, parts);
    else if (lane === 'checks' || lane === 'refusals')
      this.waiting[lane][kind].push(key, piece, [this.used.of(key)]);
    else messages[kind].push(key, piece, this.rankMessage(owner, lane));
    return () => {
      this.waiting[queueNameOf(lane)][kind].remove(key, piece);
      leave();
    };
  }

  /** Returns how many messages, batches of them and replies wait, of all accounts, or of all networks. */
  countMessages(owner: WorkOwner): number {
    return this.waiting.messages[kindOf(owner)].size;
  }

  /** Returns the message that waits longest of the sender that sent the most, with neighbours; undefined if all sent little. */
  findHeaviestMessage(owner: WorkOwner): Piece | undefined {
    for (const [key, piece] of this.waiting.messages[kindOf(owner)].highestFirst())
      if (piece.refuse && this.used.of(key) > LITTLE_CHARACTERS) return piece;
    return undefined;
  }

  /** Returns the key of the next caller for whom a condition holds. */
  findOwner(isWanted: (key: string) => boolean): string | undefined {
    for (const queue of this.queues) {
      const key = queue.findOwner(isWanted);
      if (key !== undefined) return key;
    }
    return undefined;
  }

  /** Takes the next piece, of each queue in turn, of a caller for whom a condition holds. */
  shift(isWanted: (key: string) => boolean): Piece | undefined {
    for (const queue of this.queues) {
      const next = queue.shift(isWanted);
      if (!next) continue;
      this.queues.push(...this.queues.splice(this.queues.indexOf(queue), 1));
      return next;
    }
    return undefined;
  }

  private rankMessage(owner: WorkOwner, lane: 'messages' | 'batches' | 'replies'): Rank {
    const key = keyIn(lane === 'batches' ? lane : 'messages', owner);
    const level = Math.ceil(this.used.of(key) / CHARACTERS_OF_LEVEL);
    return [
      lane === 'messages' ? level : level + LEVELS_OF_REPLY,
      owner.accountId === null ? this.used.of(neighboursOf(owner)) : 0,
      this.used.lastUseOf(key),
    ];
  }
}

function queueNameOf(lane: Lane): 'calls' | 'messages' | 'checks' | 'refusals' {
  if (lane === 'parts') return 'calls';
  return lane === 'batches' || lane === 'replies' ? 'messages' : lane;
}

function kindOf({ accountId }: WorkOwner): 'accounts' | 'networks' {
  return accountId === null ? 'networks' : 'accounts';
}

/** Returns the key of what all networks near a caller's send. */
function neighboursOf({ address }: WorkOwner): string {
  return `messages near ${neighbourhoodOf(address)}`;
}

/** Returns the key of a caller's pieces: those of messages, batches of them, checks and refusals rest and wait apart from others. */
export function keyIn(lane: Lane, owner: WorkOwner): string {
  return lane === 'calls' || lane === 'parts' ? keyOf(owner) : `${lane} of ${keyOf(owner)}`;
}
