import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Server, createServer } from 'node:tls';
import { promisify } from 'node:util';

export interface Certificate {
  readonly key: Buffer;
  readonly cert: Buffer;
}

/** Creates a self-signed certificate with `openssl`, which Debian's `ca-certificates` requires. */
export async function createCertificate(host: string): Promise<Certificate> {
  const folder = await mkdtemp(join(tmpdir(), 'certificate-'));
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host},DNS:*.${host}`];
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const files = ['-keyout', keyFile, '-out', certFile];
  try {
    await promisify(execFile)('openssl', [...request, '-days', '1', ...subject, ...files]);
    return { key: await readFile(keyFile), cert: await readFile(certFile) };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Ends TLS on a port of 127.0.0.1 and passes the bytes on to an http origin. */
export async function startTlsProxy(port: number, origin: string, certificate: Certificate): Promise<Server> {
  const server = createServer({ ...certificate }, (incoming) => {
    const outgoing = connect(Number(new URL(origin).port), '127.0.0.1');
    incoming.pipe(outgoing).pipe(incoming);
    incoming.on('error', () => outgoing.destroy()).on('close', () => outgoing.destroy());
    outgoing.on('error', () => incoming.destroy()).on('close', () => incoming.destroy());
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
