import { connect } from 'node:net';
import { ExportSuite } from './export-suite';

const ROUNDS = 10;

describe('a request that is pipelined behind an export', () => {
  const suite = new ExportSuite(10);

  it.each([
    ['health.pathologies', { period: '2026-03' }],
    ['health.alerts', {}],
    ['health.searchPathologies', { search: 'cholera' }],
  ])('is answered: %s', async (procedure, json) => {
    const { port } = new URL(await suite.platform.app.getUrl());
    const head = `Host: localhost\r\nCookie: ${await suite.cookie()}\r\n\r\n`;
    const input = encodeURIComponent(JSON.stringify({ 0: { json } }));
    const requests = `GET /api/exports/summary.csv?period=2026-03 HTTP/1.1\r\n${head}GET /api/trpc/${procedure}?batch=1&input=${input} HTTP/1.1\r\n${head}`;
    const socket = connect(Number(port), 'localhost');
    socket.write(requests.repeat(ROUNDS));
    let answers = '';
    for await (const piece of socket) {
      answers += String(piece);
      if (listStatuses(answers).length === 2 * ROUNDS) break;
    }
    expect(listStatuses(answers)).toEqual(Array.from({ length: 2 * ROUNDS }, () => '200'));
  });
});

function listStatuses(answers: string): string[] {
  return [...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status = '']) => status);
}
