import { SMTPServer } from 'smtp-server';
import { once } from 'node:events';
import { z } from 'zod';
import { text } from 'node:stream/consumers';

/** A mail server on loopback that keeps what it gets, as it was sent. */
export class MailServer {
  readonly mails: { readonly to: readonly string[]; readonly source: string }[] = [];
  isRefusing = false;
  /** Receivers of which no mail is accepted for now. */
  readonly refused = new Set<string>();

  private readonly server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo: ({ address }, _session, done) => {
      if (this.refused.has(address))
        done(Object.assign(new Error('greylisted, come back later'), { responseCode: 450 }));
      else done();
    },
    onData: (stream, session, done) => {
      void text(stream).then((source) => {
        if (this.isRefusing) {
          done(Object.assign(new Error('come back later'), { responseCode: 451 }));
          return;
        }
        this.mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), source });
        done();
      });
    },
  });

  /** @returns the URL of the server */
  async listen(): Promise<string> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server.server, 'listening');
    const { port } = z.object({ port: z.int() }).parse(this.server.server.address());
    return `smtp://127.0.0.1:${port}`;
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => {
      this.server.close(resolve);
    });
    await closed;
  }
}
