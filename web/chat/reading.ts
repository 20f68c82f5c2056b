import type { Answer, HistoryMessage } from './api';
import type { Context } from './context';
import type { Problem } from './problems';
import { ReplyReader } from './reply-reader';
import { firstBlock } from './reply-text';
import { ReplyView } from './view/messages';
import type { ReadingPosition } from './view/reading-position';

/** What the rest of the page does while replies are being read. */
export interface ReadingSurroundings {
  readonly position: ReadingPosition;
  /** A reply is complete, so that the list of conversations has changed. */
  readonly onSaid: () => void;
  /** Begins to read a reply, or reads it no further. */
  readonly onReading: () => void;
  readonly onEmergency: (reply: HTMLElement) => void;
  /** A question is to be asked again, whose reply was not written. */
  readonly onAgain: (question: string) => void;
}

/** A reply as far as it is known when one begins to read it along. */
type Begun = Pick<HistoryMessage, 'messageId' | 'text' | 'urgency' | 'language'>;

/** Replies that are read along as they are written. */
export class Reading {
  private readonly readers = new Set<ReplyReader>();

  constructor(
    private readonly context: Context,
    private readonly around: ReadingSurroundings,
  ) {}

  /** Whether a reply is being read. */
  get isReading(): boolean {
    return this.readers.size > 0;
  }

  /** Reads a reply along, from its beginning. @param question that it answers */
  read({ messageId, text, urgency, language }: Begun, question: string | undefined): HTMLElement {
    const { announce, text: say } = this.context;
    const { position, onEmergency, onSaid } = this.around;
    const view = new ReplyView(
      this.context,
      () => {
        this.leave(reader);
        view.showStopped();
      },
      () => {
        view.showWriting();
        this.join(reader);
      },
    );
    const isUrgent = urgency === 'emergency';
    let advice = '';
    const reader = new ReplyReader(this.context.api, messageId, {
      onText: (written) => {
        view.showText(written);
        position.keep();
        if (!isUrgent || advice !== '') return;
        // Whom to call now comes first and whole, and must not wait for what the model adds.
        advice = firstBlock(written);
        announce(advice);
      },
      onConnection: (state) => {
        if (state === 'lost') view.showLost();
        else view.showWriting();
        announce(say(state === 'lost' ? 'problem.reconnecting' : 'problem.reconnected'));
      },
      onCompleted: (answer) => {
        this.leave(reader);
        view.showCompleted(answer);
        if (answer.urgency === 'emergency') onEmergency(view.node);
        this.announceReply(answer, advice);
        position.keep();
        onSaid();
      },
      onFailed: (problem) => {
        this.leave(reader);
        if (problem === 'unwritten') this.showUnwritten(view, question);
        else this.showUnread(view, problem, reader);
        position.keep();
      },
    });
    view.showText(text, language);
    view.showWriting();
    if (isUrgent) {
      view.showEmergency();
      onEmergency(view.node);
    } else {
      announce(say('message.writing'));
    }
    this.join(reader);
    return view.node;
  }

  /** A reply that was not written to its end, with what there is of it. @param question that it was to answer */
  unwritten({ text, urgency, language }: Begun, question: string | undefined): HTMLElement {
    const view = new ReplyView(this.context);
    view.showText(text, language);
    if (urgency === 'emergency') view.showEmergency();
    this.showUnwritten(view, question);
    return view.node;
  }

  /** Reads no further; the replies are written all the same. */
  leaveAll(): void {
    for (const reader of this.readers) this.leave(reader);
  }

  private showUnwritten(view: ReplyView, question: string | undefined): void {
    const again = (): void => {
      view.problem.hide();
      if (question !== undefined) this.around.onAgain(question);
    };
    view.showEnded();
    view.problem.show(
      this.context.text('problem.reply'),
      undefined,
      question === undefined ? undefined : again,
    );
  }

  /** Of a reply that is written, or being written, and could not be read. */
  private showUnread(view: ReplyView, problem: Problem, reader: ReplyReader): void {
    const isGone = problem.kind === 'gone';
    const again = (): void => {
      view.showWriting();
      this.join(reader);
    };
    view.showEnded();
    view.problem.show(
      isGone ? undefined : this.context.text('problem.reading'),
      problem,
      isGone ? undefined : again,
    );
  }

  private announceReply({ response }: Answer, heard: string): void {
    const text = (response.startsWith(heard) ? response.slice(heard.length) : response).trim();
    if (text !== '') this.context.announce(this.context.text('message.replied', { text }));
  }

  private join(reader: ReplyReader): void {
    this.readers.add(reader);
    this.around.onReading();
    reader.start();
  }

  private leave(reader: ReplyReader): void {
    reader.stop();
    this.readers.delete(reader);
    this.around.onReading();
  }
}
