import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { chatbotContract } from '../../../../src/modules/chatbot/chatbot.contract';
import { errorBody } from '../../../support/plain-caller';

const dataSchema = z.strictObject({ json: chatbotContract.reply.output });

export type ReplyEvent = z.output<typeof chatbotContract.reply.output>;

/** One block of a stream of server-sent events. */
interface Block {
  readonly event: string | undefined;
  readonly id: string | undefined;
  readonly data: string | undefined;
  readonly retry: string | undefined;
  /** When it arrived, in milliseconds of `performance.now()`. */
  readonly at: number;
}

interface ReplyRequest {
  readonly messageId: string;
  /** In the input, as the tRPC client sends it. */
  readonly lastEventId?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const DEADLINE_MS = 60_000;

/** Reads a streamed reply on its own connection, which can be cut or paused. */
export class ReplyStream {
  readonly blocks: Block[] = [];
  private rest = '';
  private ended = false;

  private constructor(private readonly response: IncomingMessage) {
    response.setEncoding('utf8');
    response.on('data', (chunk: string) => {
      this.take(chunk);
    });
    response.on('close', () => {
      this.ended = true;
    });
    response.on('error', () => undefined);
  }

  static async open(origin: string, { messageId, lastEventId, headers }: ReplyRequest): Promise<ReplyStream> {
    const input = encodeURIComponent(JSON.stringify({ json: { messageId, lastEventId } }));
    const sent = request(`${origin}/api/trpc/chatbot.reply?input=${input}`, { agent: false });
    for (const [name, value] of Object.entries({ accept: 'text/event-stream', ...headers })) {
      sent.setHeader(name, value);
    }
    sent.end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return new ReplyStream(response);
  }

  get status(): number {
    return this.response.statusCode ?? 0;
  }

  get headers(): IncomingMessage['headers'] {
    return this.response.headers;
  }

  get events(): ReplyEvent[] {
    return this.blocks.flatMap(({ event, data }) =>
      event === undefined && data !== undefined ? [dataSchema.parse(JSON.parse(data)).json] : [],
    );
  }

  /** The joined text of the deltas. */
  get text(): string {
    return this.events.map((event) => (event.type === 'delta' ? event.text : '')).join('');
  }

  get lastEventId(): string | undefined {
    return this.blocks.findLast(({ id }) => id !== undefined)?.id;
  }

  /** The names of the tRPC protocol's own events. */
  get signals(): (string | undefined)[] {
    return this.blocks.flatMap(({ event }) => event ?? []);
  }

  /** The error, if the response is no stream of a reply. */
  get failure(): { code: string; message: string } {
    const data = this.blocks.find(({ event }) => event === 'serialized-error')?.data ?? this.rest;
    const body: unknown = JSON.parse(data);
    const { json } = errorBody.safeParse(body).data?.error ?? errorBody.shape.error.parse(body);
    return { code: json.code, message: json.message };
  }

  async until(condition: () => boolean): Promise<void> {
    const deadline = performance.now() + DEADLINE_MS;
    while (!condition()) {
      if (performance.now() > deadline) throw new Error(`too late: ${this.text.length} characters so far`);
      await wait(5);
    }
  }

  async end(): Promise<this> {
    await this.until(() => this.ended);
    return this;
  }

  /** Closes the connection without notice to the server. */
  cut(): void {
    this.response.destroy();
  }

  pause(): void {
    this.response.pause();
  }

  resume(): void {
    this.response.resume();
  }

  private take(chunk: string): void {
    const at = performance.now();
    const blocks = (this.rest + chunk).split('\n\n');
    this.rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
      const [event, id, data, retry] = ['event', 'id', 'data', 'retry'].map(field);
      this.blocks.push({ event, id, data, retry, at });
    }
  }
}
