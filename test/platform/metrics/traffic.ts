import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { start } from '../../modules/chatbot/replies/conversation';
import { ReplyStream } from '../../modules/chatbot/replies/reply-stream';
import type { PlainCaller } from '../../support/plain-caller';
import { run } from '../../stack/program';
import { typeScriptCommand } from '../../support/typescript-command';
import { until } from '../../support/until';
import { checkoutRoot } from '../../../dev/checkout';
import type { MeasuredServer } from './measured-server';
import { type Sample, sumOf } from './metrics-reader';

const CONSULTATION = {
  patientId: 'P-1',
  pathologyName: 'Malaria',
  consultationDate: '2026-05-06T07:08:09Z',
};

/** Makes calls of several kinds: two of them unknown or refused, one of them an emergency. */
export async function makeTraffic(measured: MeasuredServer): Promise<void> {
  const { anyone } = measured;
  const doctor = await measured.as({ role: 'doctor', country: 'KE' });
  await anyone.get('specialties.list');
  await anyone.get('specialties.list');
  await anyone.get('auth.me');
  await anyone.get('no.procedure');
  await anyone.post('chatbot.sendMessage', { message: 'How do I treat a cold?' });
  await anyone.post('chatbot.sendMessage', { message: 'My baby is not breathing' });
  await doctor.get('auth.me');
  await doctor.post('consultations.record', CONSULTATION);
}

/**
 * Makes traffic that gives every metric of the platform a value, and returns the metrics.
 * @param measured with at most three anonymous messages per minute, and a short time limit of locks
 */
export async function makeAllTraffic(measured: MeasuredServer): Promise<Sample[]> {
  await makeTraffic(measured);
  await readStream(measured);
  // Over the limit.
  await measured.anyone.post('chatbot.sendMessage', { message: 'How do I treat a cough?' });
  const admin = await measured.as({ role: 'admin', country: '*' });
  await admin.get('health.alerts');
  await importSales(measured);
  await recordWhileLocked(measured);
  await untilTurnsWait(measured, admin);
  return measured.samples();
}

async function readStream({ anyone, server }: MeasuredServer): Promise<void> {
  const { messageId } = await start(anyone, { message: 'How do I treat a fever?' });
  const stream = await ReplyStream.open(server.origin, { messageId });
  await stream.end();
}

async function importSales({ settings }: MeasuredServer): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'metrics-'));
  try {
    const file = join(folder, 'sales.csv');
    await writeFile(file, 'medicationName,soldAt,units,country\nParacetamol,2026-03-04,12,KE\n');
    const command = typeScriptCommand('src/integrations/imports/import-sales.cli.ts');
    const { code, stderr } = await run([...command, file], { cwd: checkoutRoot, variables: settings });
    if (code !== 0) throw new Error(`the import failed: ${stderr}`);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Records a consultation while another connection locks the table, which is answered with 503. */
async function recordWhileLocked(measured: MeasuredServer): Promise<void> {
  const doctor = await measured.as({ role: 'doctor', country: 'KE', email: 'locked@example.org' });
  await measured.withLock('consultation', async () => {
    const { status } = await doctor.post('consultations.record', CONSULTATION);
    if (status !== 503) throw new Error(`a call on a locked table has status ${status}`);
  });
}

async function untilTurnsWait(measured: MeasuredServer, caller: PlainCaller): Promise<void> {
  const calls = Array.from({ length: 50 }, () => ['auth.me'] as const);
  await until('calls wait for their turn', async () => {
    await Promise.all(Array.from({ length: 8 }, () => caller.batch(...calls)));
    await wait(50);
    return sumOf(await measured.samples(), 'platform_turn_wait_seconds_count') > 0;
  });
}
