import { DataSource } from 'typeorm';
import { z } from 'zod';
import type { AccessRule } from '../../../src/platform/access/access-rule';
import { query, type ResponseSharing } from '../../../src/platform/contract/contract';
import { DataVersions } from '../../../src/platform/database/data-versions';
import { Database } from '../../../src/platform/database/database';
import { SharedResponsesService } from '../../../src/platform/trpc/shared-responses/shared-responses.service';

describe('the start of a platform with a procedure whose response is shared', () => {
  function start(access: AccessRule, sharing: ResponseSharing, variesByLanguage = false): void {
    const list = query({
      summary: 'A list.',
      access,
      audit: 'none',
      output: z.array(z.string()),
      sharing,
      variesByLanguage,
      example: { output: [] },
    });
    const versions = new DataVersions(new Database(new DataSource({ type: 'postgres' })));
    new SharedResponsesService(versions, { samples: { list } }).onApplicationBootstrap();
  }

  const EVERYONE = { among: 'everyone', maxAgeSeconds: 1 } as const;

  it('succeeds if everyone shares a response that everyone may read', () => {
    expect(() => {
      start('anyone', EVERYONE);
    }).not.toThrow();
  });

  it.each<[AccessRule]>([['session'], [['doctor']]])(
    'fails if everyone shares the response of access %j',
    (access) => {
      expect(() => {
        start(access, EVERYONE);
      }).toThrow("samples.list shares its response among everyone, and its access is not 'anyone'");
    },
  );

  it('fails if everyone shares a response that varies by language', () => {
    expect(() => {
      start('anyone', EVERYONE, true);
    }).toThrow('samples.list shares its response among everyone, and it varies by language');
  });

  it('fails if no module declares the version of the data', () => {
    expect(() => {
      start('session', { among: 'scope', versions: ['samples'] });
    }).toThrow('no data version is called samples');
  });
});
