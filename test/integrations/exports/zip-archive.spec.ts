import { createZipArchive } from '../../../src/integrations/exports/tables/zip-archive';
import { runUntilAborted } from '../../../src/platform/limits/abortable-work';

describe('a ZIP archive', () => {
  // Longer than a piece.
  const files = [{ name: 'rows.xml', content: '<row>é</row>'.repeat(20_000) }];

  it('is the same for the same files at any time', async () => {
    const archive = await createZipArchive(files);
    jest.useFakeTimers({ now: new Date('2030-02-03T04:05:06Z'), doNotFake: ['nextTick', 'setImmediate'] });
    expect((await createZipArchive(files)).equals(archive)).toBe(true);
    jest.useRealTimers();
  });

  it('is not finished when its work is aborted', async () => {
    const controller = new AbortController();
    const archive = runUntilAborted(controller.signal, () => createZipArchive(files));
    controller.abort(new Error('the client left'));
    await expect(archive).rejects.toThrow('the client left');
  });
});
