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

/** Sends a text as it is, or compressed where the client can read that. The content type is set already. */
export async function sendCompressed(request: Request, response: Response, text: string): Promise<void> {
  response.vary('accept-encoding');
  const encoding = (['br', 'gzip'] as const).find((one) => request.acceptsEncodings(one) === one);
  if (encoding === undefined) {
    response.send(text);
    return;
  }
  response.set('content-encoding', encoding).send(await compressions[encoding](text));
}
