import type { Locale } from '../../../src/shared/locale';
import type { CompleteReply, HistoryMessage } from '../api/api';
import type { Context } from '../context';
import type { Problem } from '../api/problems';
import { ReplyReader } from './reply-reader';
import { firstBlock } from './reply-text';
import { ReplyView } from '../view/messages';
import type { ScrollPosition } from '../view/scroll-position';

export interface LiveRepliesOptions {
  readonly scroll: ScrollPosition;
  /** A reply is complete, so the list of conversations has changed. */
  readonly onConversationsChanged: () => void;
  /** `isReading` may have changed. */
  readonly onReadingChanged: () => void;
  readonly onEmergency: (reply: HTMLElement, language: Locale | null) => void;
  /** The user repeats a question whose reply has failed. */
  readonly onRepeatQuestion: (question: string) => void;
}

/** The fields of a reply that are known before its stream is read. */
type ReplyStart = Pick<HistoryMessage, 'messageId' | 'text' | 'urgency' | 'language'>;

/** Shows replies while the platform writes them. */
export class LiveReplies {
  private readonly readers = new Set<ReplyReader>();

  constructor(
    private readonly context: Context,
    private readonly options: LiveRepliesOptions,
  ) {}

  get isReading(): boolean {
    return this.readers.size > 0;
  }

  /** Creates the element of a reply, and reads its stream. @param question that it replies to */
  read({ messageId, text, urgency, language }: ReplyStart, question: string | undefined): HTMLElement {
    const { announce, text: translate } = this.context;
    const { scroll, onEmergency, onConversationsChanged } = this.options;
    const view = new ReplyView(
      this.context,
      () => {
        this.stop(reader);
        view.showStopped();
      },
      () => {
        view.showWriting();
        this.start(reader);
      },
    );
    const isEmergency = urgency === 'emergency';
    let advice = '';
    const reader = new ReplyReader(this.context.api, messageId, {
      onText: (textSoFar) => {
        view.showText(textSoFar);
        scroll.update();
        if (!isEmergency || advice !== '') return;
        // The advice is complete from the start, and is announced before the model has finished.
        advice = firstBlock(textSoFar);
        announce(advice);
      },
      onConnection: (state) => {
        if (state === 'lost') view.showConnectionLost();
        else view.showWriting();
        announce(translate(state === 'lost' ? 'problem.reconnecting' : 'problem.reconnected'));
      },
      onCompleted: (reply) => {
        this.stop(reader);
        view.showCompleted(reply);
        if (reply.urgency === 'emergency') onEmergency(view.node, reply.language);
        this.announceReply(reply, advice);
        scroll.update();
        onConversationsChanged();
      },
      onFailed: (problem) => {
        this.stop(reader);
        if (problem === 'replyFailed') this.showReplyFailed(view, question);
        else this.showReadingFailed(view, problem, reader);
        scroll.update();
      },
    });
    view.showText(text, language);
    view.showWriting();
    if (isEmergency) {
      view.showEmergency();
      onEmergency(view.node, language);
    } else {
      announce(translate('message.writing'));
    }
    this.start(reader);
    return view.node;
  }

  /** Creates the element of a reply that the platform could not complete. @param question that it replies to */
  createFailed({ text, urgency, language }: ReplyStart, question: string | undefined): HTMLElement {
    const view = new ReplyView(this.context);
    view.showText(text, language);
    if (urgency === 'emergency') view.showEmergency();
    this.showReplyFailed(view, question);
    return view.node;
  }

  /** Stops reading. The platform completes the replies nevertheless. */
  stopAll(): void {
    for (const reader of this.readers) this.stop(reader);
  }

  private showReplyFailed(view: ReplyView, question: string | undefined): void {
    const repeat = (): void => {
      view.problem.hide();
      if (question !== undefined) this.options.onRepeatQuestion(question);
    };
    view.showEnded();
    view.problem.show(
      this.context.text('problem.reply'),
      undefined,
      question === undefined ? undefined : repeat,
    );
  }

  private showReadingFailed(view: ReplyView, problem: Problem, reader: ReplyReader): void {
    const isGone = problem.kind === 'gone';
    const retry = (): void => {
      view.showWriting();
      this.start(reader);
    };
    view.showEnded();
    view.problem.show(
      isGone ? undefined : this.context.text('problem.reading'),
      problem,
      isGone ? undefined : retry,
    );
  }

  private announceReply({ response }: CompleteReply, announced: string): void {
    const text = (response.startsWith(announced) ? response.slice(announced.length) : response).trim();
    if (text !== '') this.context.announce(this.context.text('message.replied', { text }));
  }

  private start(reader: ReplyReader): void {
    this.readers.add(reader);
    this.options.onReadingChanged();
    reader.start();
  }

  private stop(reader: ReplyReader): void {
    reader.stop();
    this.readers.delete(reader);
    this.options.onReadingChanged();
  }
}
