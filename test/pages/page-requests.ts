import request, { type Test } from 'supertest';
import { hashOf } from '../../src/modules/auth/sessions/secret';
import type { Platform } from '../support/platform';

/** Requests pages of a platform. */
export function pageRequests(platform: Platform) {
  return {
    /** @param cookie the `Cookie` header; none if the request is anonymous */
    get: (path: string, cookie?: string): Test => {
      const call = request(platform.server).get(path);
      return cookie === undefined ? call : call.set('cookie', cookie);
    },

    expireSession: async (cookie: string): Promise<void> => {
      await platform.database.query(
        `UPDATE session SET expires_at = now() - interval '1 second' WHERE token_hash = $1`,
        [hashOf(cookie.slice('session='.length))],
      );
    },
  };
}
