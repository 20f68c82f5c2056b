import request from 'supertest';
import { installedMigrations } from '../../src/platform/database/data-source';
import { createDatabase } from '../support/database';
import { startPlatform } from '../support/platform';

describe('readiness', () => {
  it('is ready once every migration has run', async () => {
    const platform = await startPlatform();
    try {
      const response = await request(platform.server).get('/readyz');
      expect(response.body).toMatchObject({
        details: { database: { status: 'up' }, migrations: { status: 'up' } },
      });
      expect(response.status).toBe(200);
    } finally {
      await platform.close();
    }
  });

  it('is not ready on an empty database, and lists the outstanding migrations', async () => {
    const database = await createDatabase({ empty: true });
    const platform = await startPlatform({ DATABASE_URL: database.url });
    try {
      const response = await request(platform.server).get('/readyz');
      expect(response.body).toMatchObject({
        details: {
          migrations: { status: 'down', outstanding: installedMigrations().map(({ name }) => name) },
        },
      });
      expect(response.status).toBe(503);
    } finally {
      await platform.close();
      await database.drop();
    }
  });
});
