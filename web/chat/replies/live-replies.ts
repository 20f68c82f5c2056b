import { signal } from '@preact/signals';
import type { CompleteReply } from '../api/api';
import type { Problem } from '../api/problems';
import type { Context } from '../state/context';
import { Reply, type ReplyStart } from '../state/messages';
import { ReplyReader } from './reply-reader';
import { firstBlock } from './reply-blocks';

export interface LiveRepliesOptions {
  /** A reply is complete, so the list of conversations has changed. */
  readonly onConversationsChanged: () => void;
  readonly onEmergency: (reply: Reply) => void;
  /** The user repeats a question whose reply has failed. */
  readonly onRepeatQuestion: (question: string) => void;
}

/** Reads replies while the platform writes them. */
export class LiveReplies {
  private readonly readers = signal<readonly ReplyReader[]>([]);

  constructor(
    private readonly context: Context,
    private readonly options: LiveRepliesOptions,
  ) {}

  get isReading(): boolean {
    return this.readers.value.length > 0;
  }

  /** Creates a reply, and reads its stream. @param question that it replies to */
  read(start: ReplyStart, question: string | undefined): Reply {
    const { announce, text: translate } = this.context;
    const reply = new Reply(start);
    let advice = '';
    const reader = new ReplyReader(this.context.api, start.messageId, {
      onText: (text) => {
        reply.text.value = text;
        if (!reply.isEmergency.peek() || advice !== '') return;
        // The advice is complete from the start, and is announced before the model has finished.
        advice = firstBlock(text);
        announce(advice);
      },
      onConnection: (state) => {
        reply.state.value = state === 'lost' ? 'lost' : 'writing';
        announce(translate(state === 'lost' ? 'problem.reconnecting' : 'problem.reconnected'));
      },
      onCompleted: ({ response, ...complete }) => {
        this.stop(reader);
        reply.end({ text: response, rating: null, ...complete });
        if (complete.urgency === 'emergency') this.options.onEmergency(reply);
        this.announceReply(response, advice);
        this.options.onConversationsChanged();
      },
      onFailed: (problem) => {
        this.stop(reader);
        reply.end();
        if (problem === 'replyFailed') this.showReplyFailed(reply, question);
        else this.showReadingFailed(reply, problem, readOn);
      },
    });
    const readOn = (): void => {
      reply.failure.value = undefined;
      reply.state.value = 'writing';
      this.start(reader);
    };
    reply.onReadOn = readOn;
    reply.onStop = () => {
      this.stop(reader);
      reply.state.value = 'stopped';
    };
    if (reply.isEmergency.peek()) this.options.onEmergency(reply);
    else announce(translate('message.writing'));
    readOn();
    return reply;
  }

  /** Creates a reply that the platform could not complete. @param question that it replies to */
  createFailed(start: ReplyStart, question: string | undefined): Reply {
    const reply = new Reply(start);
    this.showReplyFailed(reply, question);
    return reply;
  }

  /** Stops reading. The platform completes the replies nevertheless. */
  stopAll(): void {
    for (const reader of this.readers.peek()) this.stop(reader);
  }

  private showReplyFailed(reply: Reply, question: string | undefined): void {
    const repeat = (text: string) => (): void => {
      reply.failure.value = undefined;
      this.options.onRepeatQuestion(text);
    };
    reply.failure.value = {
      lead: this.context.text('problem.reply'),
      onRetry: question === undefined ? undefined : repeat(question),
    };
  }

  private showReadingFailed(reply: Reply, problem: Problem, onRetry: () => void): void {
    reply.failure.value =
      problem.kind === 'gone'
        ? { problem, action: 'reading' }
        : { lead: this.context.text('problem.reading'), problem, action: 'reading', onRetry };
  }

  private announceReply(response: CompleteReply['response'], announced: string): void {
    const text = (response.startsWith(announced) ? response.slice(announced.length) : response).trim();
    if (text !== '') this.context.announce(this.context.text('message.replied', { text }));
  }

  private start(reader: ReplyReader): void {
    this.readers.value = [...this.readers.peek(), reader];
    reader.start();
  }

  private stop(reader: ReplyReader): void {
    reader.stop();
    this.readers.value = this.readers.peek().filter((one) => one !== reader);
  }
}
