import { integer, networks, publicUrl } from './setting-types';

/** Settings of the address of the platform, and of the proxies in front of it. */
export const webSettings = {
  PUBLIC_URL: publicUrl
    .optional()
    .describe(
      'origin of the platform in browsers, for redirects and secure cookies; required in production, otherwise `http://localhost:$PORT` by default',
    ),
  TRUST_PROXY: integer(0, 10)
    .default(0)
    .describe('number of reverse proxies in front of the platform, whose `X-Forwarded-For` is trusted'),
  TRUSTED_PROXIES: networks
    .prefault('')
    .describe(
      'addresses and networks of further trusted proxies, separated by commas: `10.0.0.0/8,fd00::/8`; callers in these networks can choose their address',
    ),
} as const;
