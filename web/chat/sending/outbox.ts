import type { SendInput } from '../api/api';
import type { Question } from '../state/messages';
import type { SendAttempt, StoredMessage, TabStorage } from '../storage/tab-storage';

/** The tab's undelivered messages, oldest first. They survive a reload. */
export class Outbox {
  private readonly messages = new Set<Question>();
  /** Attempts of messages that are back in the composer: sent again unchanged, they keep their key. */
  private readonly returnedAttempts: SendAttempt[] = [];

  /** @param account that is signed in; null if anonymous */
  constructor(
    private readonly storage: TabStorage,
    private readonly account: string | null,
  ) {}

  /**
   * Returns the messages stored before the reload, and deletes those of other accounts.
   * @param conversationId the open conversation; undefined for a new one
   * @returns `here` the account's messages in this conversation; `elsewhere` the texts of its messages in other
   * conversations, and of anonymous messages
   */
  restore(conversationId: string | undefined): { here: StoredMessage[]; elsewhere: string[] } {
    const stored = this.storage.unsent;
    const here = stored.filter(
      ({ account, call }) =>
        account === this.account && (call?.input.conversationId ?? conversationId) === conversationId,
    );
    this.save();
    const own = stored.filter(({ account }) => account === null || account === this.account);
    return { here, elsewhere: own.filter((one) => !here.includes(one)).map(({ message }) => message) };
  }

  add(message: Question): void {
    this.messages.add(message);
    this.save();
  }

  remove(message: Question): void {
    this.messages.delete(message);
    this.save();
  }

  /** Removes a message that is back in the composer. */
  returnToComposer(message: Question): void {
    if (message.attempt) this.returnedAttempts.push(message.attempt);
    this.remove(message);
  }

  /**
   * Returns the idempotency key of a message: a new one only if the input has changed since the last attempt.
   * @param after the last known message of the conversation
   */
  assignKey(message: Question, input: SendInput, after: string | undefined): string {
    const attempt = isAttemptOf(input)(message.attempt)
      ? message.attempt
      : (this.takeReturned(input) ?? { input, key: newKey(), after });
    message.attempt = attempt;
    this.save();
    return attempt.key;
  }

  private takeReturned(input: SendInput): SendAttempt | undefined {
    const index = this.returnedAttempts.findIndex(isAttemptOf(input));
    return index === -1 ? undefined : this.returnedAttempts.splice(index, 1)[0];
  }

  private save(): void {
    const { account } = this;
    this.storage.unsent = [...this.messages].map(({ text, attempt }) => ({
      message: text,
      account,
      call: attempt,
    }));
  }
}

function isAttemptOf(input: SendInput): (attempt: SendAttempt | undefined) => attempt is SendAttempt {
  const json = JSON.stringify(input);
  return (attempt): attempt is SendAttempt => attempt !== undefined && JSON.stringify(attempt.input) === json;
}

/** Returns a random UUID, as anonymous callers need. `crypto.randomUUID` is not available over plain HTTP. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
