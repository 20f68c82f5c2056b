import request from 'supertest';
import { TransportHandler } from '../../../src/platform/trpc/transport/transport.handler';
import { suitePlatform } from '../../support/platform';

describe('a transport that rejects', () => {
  const platform = suitePlatform();

  it('closes one connection, is logged, and the next call works', async () => {
    const transport = platform.app.get(TransportHandler, { strict: false });
    const mock = jest.spyOn(transport, 'handle').mockRejectedValueOnce(new TypeError('a defect'));
    const call = () => request(platform.server).get('/api/trpc/specialties.list');
    await expect(call()).rejects.toThrow('socket hang up');
    mock.mockRestore();
    expect(platform.logLines.join('')).toContain('a request was not answered');
    expect((await call()).status).toBe(200);
  });
});
