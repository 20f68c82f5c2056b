import request from 'supertest';
import { TransportHandler } from '../../../src/platform/trpc/transport/transport.handler';
import { type Platform, startPlatform } from '../../support/platform';

describe('a failure of the wire itself', () => {
  let platform: Platform;

  beforeAll(async () => {
    platform = await startPlatform();
  });

  afterAll(async () => {
    await platform.close();
  });

  it('cuts one answer off, is logged, and leaves the process as it was', async () => {
    const wire = platform.app.get(TransportHandler, { strict: false });
    const broken = jest.spyOn(wire, 'handle').mockRejectedValueOnce(new TypeError('a defect of the wire'));
    const call = () => request(platform.server).get('/api/trpc/specialties.list');
    await expect(call()).rejects.toThrow('socket hang up');
    broken.mockRestore();
    expect(platform.logLines.join('')).toContain('a request was not answered');
    expect((await call()).status).toBe(200);
  });
});
