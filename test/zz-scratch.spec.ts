import '../src/app.module';
import { DataSource } from 'typeorm';
import { createDatabase } from './support/database';
import { migrationOptions } from '../src/platform/database/data-source';
import { readDatabaseSettings } from '../src/platform/config/environment';
import { Database } from '../src/platform/database/database';
import { registeredStatements } from '../src/platform/database/statement';
import { ConsultationRecordingService } from '../src/modules/consultations/recording/consultation-recording.service';
import { ConsultationBatchService } from '../src/modules/consultations/recording/consultation-batch.service';
import { PathologyCatalogueService } from '../src/modules/consultations/pathologies/pathology-catalogue.service';

async function measure(label: string, custom: readonly string[], analyze: boolean) {
  for (const s of registeredStatements()) if (/batch|items|pathologies_by/.test(s.name)) (s as any).plan = custom.includes('all') || custom.includes(s.name) ? 'custom' : 'cached';
  const database = await createDatabase();
  const dataSource = await new DataSource({ ...migrationOptions(readDatabaseSettings({ DATABASE_URL: database.url })), poolSize: 1 } as never).initialize();
  const db = new Database(dataSource);
  const service = new ConsultationRecordingService(db, new ConsultationBatchService(), new PathologyCatalogueService(db));
  const caller = { userId: '019a9f6e-7c1e-7b52-9f0e-0d6d1c9b8a13', sessionId: null, role: 'doctor', country: 'KE' } as never;
  const NAMES = ['Malaria', 'paludisme', 'Cholera', 'Typhoid fever', 'Hypertension', 'Asthma', 'Homa ya Ziwa'];
  const times: string[] = [];
  for (let call = 0; call < 60; call++) {
    const items = Array.from({ length: 1000 }, (_n, i) => ({ success: true as const, data: { patientId: `P-${i}`, pathologyName: NAMES[(i * 31 + call) % 7]!, consultationDate: new Date(Date.UTC(2026, 1, 1) + i * 864000), externalId: `v ${call}/${i}` } }));
    const t = performance.now();
    const r = await service.recordMany(items as never, caller);
    if (call % 6 === 5) times.push(`${(performance.now() - t).toFixed(0)}${r.recorded === 1000 ? '' : '!'}`);
    if (analyze && call === 30) await dataSource.query('VACUUM ANALYZE');
  }
  const ext: number[] = [];
  for (let i = 0; i < 200; i++) {
    const t = performance.now();
    await service.record({ patientId: 'P', pathologyName: NAMES[i % 7]!, consultationDate: new Date(), externalId: `x${i}` }, caller);
    ext.push(performance.now() - t);
  }
  const med = (x: number[]) => [...x].sort((p, q) => p - q)[x.length / 2]!.toFixed(2);
  console.log(label, 'many', times.join(' '), 'one with external id', med(ext));
  await dataSource.destroy();
  await database.drop();
}
it('records', async () => {
  await measure('custom, not analyzed', ['all'], false);
  await measure('cached, not analyzed', [], false);
  await measure('custom, analyzed', ['all'], true);
  await measure('cached, analyzed', [], true);
}, 500_000);
