import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CallerAddresses } from '../../../src/platform/http/address';
import { testEnvironment } from '../../support/environment';
import { closeServer, listenOnLoopback } from '../../support/loopback';
import { sendRequest } from '../../support/raw-request';

type Settings = Readonly<Record<string, string>>;

const ONE_PROXY = { TRUST_PROXY: '1' };
const LISTED = { TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8, 2001:db8:1::/48, ::ffff:192.0.2.7' };

describe('the address of a caller', () => {
  let addresses: CallerAddresses;
  const server: Server = createServer((request, response) => response.end(addresses.of(request)));
  let origin: string;

  beforeAll(async () => {
    origin = await listenOnLoopback(server);
  });

  afterAll(() => closeServer(server));

  /** Sends a request from 127.0.0.1. @param forwarded the header `X-Forwarded-For` */
  const addressFor = async (settings: Settings, forwarded?: string): Promise<string> => {
    addresses = new CallerAddresses(testEnvironment(settings));
    const headers = forwarded !== undefined && { headers: { 'x-forwarded-for': forwarded } };
    return (await sendRequest(origin, { method: 'GET', path: '/', ...headers })).text;
  };

  it.each([
    ['198.51.100.7', '198.51.100.7'],
    ['198.51.100.7:51324', '198.51.100.7'],
    ['[198.51.100.7]:51324', '198.51.100.7'],
    ['2001:db8::7', '2001:db8::7'],
    ['[2001:db8::7]', '2001:db8::7'],
    ['[2001:db8::7]:51324', '2001:db8::7'],
    ['2001:DB8:0:0:0:0:0:7', '2001:db8::7'],
    ['fe80::7%eth0', 'fe80::7'],
    ['::ffff:198.51.100.7', '198.51.100.7'],
    ['[::ffff:198.51.100.7]:51324', '198.51.100.7'],
    ['::FFFF:c633:6407', '198.51.100.7'],
    ['0:0:0:0:0:ffff:198.51.100.7', '198.51.100.7'],
  ])('is in X-Forwarded-For as %s', async (entry, address) => {
    expect(await addressFor(ONE_PROXY, entry)).toBe(address);
    expect(await addressFor(LISTED, entry)).toBe(address);
    expect(await addressFor(ONE_PROXY, `203.0.113.9, ${entry}`)).toBe(address);
  });

  it.each([
    'unknown',
    '_hidden',
    '',
    '198.51.100.7:',
    '198.51.100.7:x',
    '198.51.100',
    '[198.51.100.7',
    '2001:db8:::7',
    '[]:80',
  ])('is the proxy’s if X-Forwarded-For has no address: %j', async (entry) => {
    expect(await addressFor(ONE_PROXY, entry)).toBe('127.0.0.1');
    expect(await addressFor(LISTED, entry)).toBe('127.0.0.1');
  });

  it('is the connection’s without trusted proxies, whatever X-Forwarded-For says', async () => {
    expect(await addressFor({}, '198.51.100.7')).toBe('127.0.0.1');
    expect(await addressFor({ TRUSTED_PROXIES: '10.0.0.0/8' }, '198.51.100.7')).toBe('127.0.0.1');
  });

  it('is the connection’s without X-Forwarded-For', async () => {
    for (const settings of [{}, ONE_PROXY, LISTED]) expect(await addressFor(settings)).toBe('127.0.0.1');
  });

  it.each([
    ['10.1.2.3', '198.51.100.7'],
    ['10.1.2.3:443', '198.51.100.7'],
    ['[2001:db8:1::5]:443', '198.51.100.7'],
    ['::ffff:10.1.2.3', '198.51.100.7'],
    ['192.0.2.7', '198.51.100.7'],
    ['11.1.2.3', '11.1.2.3'],
    ['192.0.2.8', '192.0.2.8'],
    ['2001:db8:2::5', '2001:db8:2::5'],
  ])('is the one before a listed proxy: 198.51.100.7, %s gives %s', async (proxy, expected) => {
    expect(await addressFor(LISTED, `203.0.113.9, 198.51.100.7, ${proxy}`)).toBe(expected);
  });

  it('is not taken from entries that a caller wrote before its own', async () => {
    expect(await addressFor(LISTED, '203.0.113.9, 10.9.9.9, 198.51.100.7, 10.1.2.3')).toBe('198.51.100.7');
    expect(await addressFor(ONE_PROXY, '203.0.113.9, 198.51.100.7')).toBe('198.51.100.7');
    expect(await addressFor(LISTED, '203.0.113.9, unknown, 10.1.2.3')).toBe('10.1.2.3');
  });

  it('is the first one of all if every proxy is listed', async () => {
    expect(await addressFor(LISTED, '10.0.0.9, 10.0.0.8')).toBe('10.0.0.9');
  });

  it('follows both the number and the list', async () => {
    const both = { TRUST_PROXY: '1', TRUSTED_PROXIES: '10.0.0.0/8' };
    expect(await addressFor(both, '203.0.113.9, 198.51.100.7, 10.1.2.3')).toBe('198.51.100.7');
    expect(await addressFor({ TRUST_PROXY: '2' }, '203.0.113.9, 198.51.100.7, 10.1.2.3')).toBe(
      '198.51.100.7',
    );
  });

  it('of an IPv4 connection to an IPv6 socket is the IPv4 address', async () => {
    const dualStack = createServer((request, response) => response.end(addresses.of(request)));
    await new Promise<void>((resolve) => dualStack.listen(0, '::', resolve));
    const { port } = dualStack.address() as AddressInfo;
    addresses = new CallerAddresses(testEnvironment());
    const { text } = await sendRequest(`http://127.0.0.1:${port}`, { method: 'GET', path: '/' });
    expect(text).toBe('127.0.0.1');
    await closeServer(dualStack);
  });

  it('with thousands of entries is found in milliseconds', async () => {
    const entries = Array.from({ length: 1_500 }, () => '10.0.0.1')
      .join(', ')
      .slice(0, 15_000);
    const start = performance.now();
    expect(await addressFor(LISTED, entries)).toBe('10.0.0.1');
    expect(performance.now() - start).toBeLessThan(200);
  });

  it('is found in the last entries of a long header, of which none is cut', async () => {
    const entries = Array.from({ length: 200 }, (_none, index) => `203.0.113.${index}`).join(', ');
    expect(await addressFor(ONE_PROXY, entries)).toBe('203.0.113.199');
    expect(await addressFor(LISTED, `${'1,'.repeat(7_000)}203.0.113.7, 10.0.0.1`)).toBe('203.0.113.7');
  });

  it('is that of the proxy that wrote a long entry', async () => {
    expect(await addressFor(ONE_PROXY, `203.0.113.7,${'x'.repeat(2_000)} 203.0.113.8`)).toBe('127.0.0.1');
  });
});
