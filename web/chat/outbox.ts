import type { Question } from './api';
import type { Kept, KeptMessage } from './kept';
import type { Call, Sending } from './sending';

/** The tab's messages of which it is not known that the platform took them, the first written first. They outlive a reload. */
export class Outbox {
  private readonly sendings = new Set<Sending>();
  /** Of messages that went back to where one writes: such a one is the same call if it is sent as it was. */
  private readonly returned: Call[] = [];

  /** @param account who writes; null for a stranger */
  constructor(
    private readonly kept: Kept,
    private readonly account: string | null,
  ) {}

  /**
   * What was kept before the page was loaded anew.
   * @param conversationId that is open; undefined for a new one
   * @returns the messages that were written there by whoever reads now, and the texts of those that they wrote elsewhere, or
   * as a stranger; what another account wrote is forgotten
   */
  restore(conversationId: string | undefined): { here: KeptMessage[]; elsewhere: string[] } {
    const all = this.kept.unsent;
    const here = all.filter(
      ({ account, call }) =>
        account === this.account && (call?.input.conversationId ?? conversationId) === conversationId,
    );
    this.keep();
    const own = all.filter(({ account }) => account === null || account === this.account);
    return { here, elsewhere: own.filter((one) => !here.includes(one)).map(({ message }) => message) };
  }

  add(sending: Sending): void {
    this.sendings.add(sending);
    this.keep();
  }

  /** The message was taken. */
  drop(sending: Sending): void {
    this.sendings.delete(sending);
    this.keep();
  }

  /** The message went back to where one writes. */
  giveBack(sending: Sending): void {
    if (sending.call) this.returned.push(sending.call);
    this.drop(sending);
  }

  /**
   * One key for as long as the same is sent.
   * @param after the last message that is known of the conversation
   */
  keyOf(sending: Sending, input: Question, after: string | undefined): string {
    const call = isCallOf(input)(sending.call)
      ? sending.call
      : (this.takeReturned(input) ?? { input, key: newKey(), after });
    sending.call = call;
    this.keep();
    return call.key;
  }

  private takeReturned(input: Question): Call | undefined {
    const index = this.returned.findIndex(isCallOf(input));
    return index === -1 ? undefined : this.returned.splice(index, 1)[0];
  }

  private keep(): void {
    const { account } = this;
    this.kept.unsent = [...this.sendings].map(({ message, call }) => ({ message, account, call }));
  }
}

function isCallOf(input: Question): (call: Call | undefined) => call is Call {
  const same = JSON.stringify(input);
  return (call): call is Call => call !== undefined && JSON.stringify(call.input) === same;
}

/** A random UUID, as which a stranger's key counts; `crypto.randomUUID` is not there where a page comes over plain HTTP. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
