import { createHmac } from 'node:crypto';
import { type IncomingHttpHeaders, createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { closeServer, listenOnLoopback } from '../../../support/loopback';

const messageSchema = z.strictObject({
  type: z.literal('alerts.new'),
  timestamp: z.iso.datetime(),
  data: z.strictObject({
    alerts: z.array(
      z.looseObject({ id: z.string(), disease: z.string(), country: z.string(), severity: z.string() }),
    ),
  }),
});

type Message = z.output<typeof messageSchema>;

/** A receiver of alerts on loopback. */
export class AlertReceiver {
  readonly requests: { readonly headers: IncomingHttpHeaders; readonly body: string }[] = [];
  status = 204;

  private readonly server = createServer((request, response) => {
    void text(request).then((body) => {
      if (this.status === 204) this.requests.push({ headers: request.headers, body });
      response.writeHead(this.status).end();
    });
  });

  /** @returns the URL of the server */
  listen(): Promise<string> {
    return listenOnLoopback(this.server);
  }

  close(): Promise<void> {
    return closeServer(this.server);
  }

  get messages(): Message[] {
    return this.requests.map(({ body }) => messageSchema.parse(JSON.parse(body)));
  }

  /** Country and disease of each alert, message by message. */
  get diseases(): string[][] {
    return this.messages.map(({ data }) =>
      data.alerts.map(({ country, disease }) => `${country} ${disease}`).sort(),
    );
  }

  /** Returns whether a request has the signature of a secret. */
  isSigned(index: number, secret: string): boolean {
    const { headers, body } = z
      .object({ headers: z.record(z.string(), z.unknown()), body: z.string() })
      .parse(this.requests[index]);
    const content = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    return (
      headers['webhook-signature'] === `v1,${createHmac('sha256', key).update(content).digest('base64')}`
    );
  }
}
