import { writeFile } from 'node:fs/promises';
import { Session } from 'node:inspector/promises';
import { z } from 'zod';

/** Loaded with `--require` into a process of the platform: profiles it between two messages of the parent process. */

const messageSchema = z.union([z.literal('start'), z.object({ writeTo: z.string() })]);

const session = new Session();
session.connect();

process.on('message', (message) => {
  void handle(messageSchema.parse(message)).then(() => process.send?.('done'));
});
// The parent process must not keep this one alive.
process.channel?.unref();

async function handle(message: z.output<typeof messageSchema>): Promise<void> {
  if (message === 'start') {
    await session.post('Profiler.enable');
    await session.post('Profiler.start');
    return;
  }
  const { profile } = await session.post('Profiler.stop');
  await writeFile(message.writeTo, JSON.stringify(profile));
}
