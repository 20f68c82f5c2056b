import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';

/** A level that takes a millisecond for a page; the highest, for what is compressed once, would take fifty. */
const BROTLI_QUALITY = 5;

const compressions = {
  br: (text: string) =>
    promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (text: string) => promisify(gzip)(text),
};

type Encoding = keyof typeof compressions;

/** A text that is sent many times, and compressed once. */
export class KeptText {
  private readonly copies = new Map<Encoding, Promise<Buffer>>();

  constructor(readonly text: string) {}

  compressed(encoding: Encoding): Promise<Buffer> {
    const copy = this.copies.get(encoding) ?? compressions[encoding](this.text);
    this.copies.set(encoding, copy);
    return copy;
  }
}

/** Sends a text as it is, or compressed where the client can read that. The content type is set already. */
export async function sendCompressed(
  request: Request,
  response: Response,
  text: string | KeptText,
): Promise<void> {
  response.vary('accept-encoding');
  const kept = typeof text === 'string' ? new KeptText(text) : text;
  const encoding = (['br', 'gzip'] as const).find((one) => request.acceptsEncodings(one) === one);
  if (encoding === undefined) {
    response.send(kept.text);
    return;
  }
  response.set('content-encoding', encoding).send(await kept.compressed(encoding));
}
