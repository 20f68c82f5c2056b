import request from 'supertest';
import { type Platform, startPlatform } from '../support/platform';

describe('specialties.list', () => {
  let platform: Platform;

  beforeAll(async () => {
    platform = await startPlatform();
  });

  afterAll(async () => {
    await platform.close();
  });

  it('lists at least forty specialties with id, name and description to anyone', async () => {
    const response = await request(platform.server).get('/api/trpc/specialties.list').expect(200);
    const list: unknown = response.body.result.data.json;
    expect(list).toEqual(expect.any(Array));
  });
});
