import { type Behaviour, streams } from './model-server';

/** A reply that a test holds in the middle for as long as it looks at it. */
export interface HeldReply {
  readonly behaviour: Behaviour;
  /** Lets the rest of it follow, and holds no later one. */
  readonly goOn: () => void;
}

/** A streamed reply that is held before one of its pieces. @param before the piece's index */
export function held(pieces: readonly string[], before: number): HeldReply {
  let goOn = (): void => undefined;
  const until = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  return { behaviour: streams(pieces, { hold: { before, until } }), goOn };
}
