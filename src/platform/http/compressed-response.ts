import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';

/** Takes 1 ms for a page; the highest level takes 50 ms. */
const BROTLI_QUALITY = 5;

const compressions = {
  br: (body: string | Buffer) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (body: string | Buffer) => promisify(gzip)(body),
};

export type Encoding = keyof typeof compressions;

/** Returns the shortest encoding that the client accepts; undefined if it accepts only bodies as they are. */
export function pickEncoding(request: IncomingMessage): Encoding | undefined {
  const accepted = new Negotiator(request).encodings(['br', 'gzip']);
  return (['br', 'gzip'] as const).find((encoding) => accepted.includes(encoding));
}

export function compress(body: string | Buffer, encoding: Encoding): Promise<Buffer> {
  return compressions[encoding](body);
}

/** A text that is sent many times and compressed once for each encoding. */
export class CompressibleText {
  private readonly compressedCopies = new Map<Encoding, Promise<Buffer>>();

  constructor(readonly text: string) {}

  compress(encoding: Encoding): Promise<Buffer> {
    const copy = this.compressedCopies.get(encoding) ?? compress(this.text, encoding);
    this.compressedCopies.set(encoding, copy);
    return copy;
  }
}

/** More than the languages and versions of a page. */
const MAX_TEXTS = 50;

/** Texts of which many are equal, such as the pages of anonymous callers: the latest ones are compressed once. */
export class CompressibleTexts {
  private readonly texts = new LRUCache<string, CompressibleText>({ max: MAX_TEXTS });

  /** Returns a text with its compressed copies. */
  get(text: string): CompressibleText {
    const known = this.texts.get(text) ?? new CompressibleText(text);
    this.texts.set(text, known);
    return known;
  }
}

/** Sends a text, compressed if the client accepts an encoding. The caller has set the content type. */
export async function sendCompressed(
  request: Request,
  response: Response,
  text: string | CompressibleText,
): Promise<void> {
  response.vary('accept-encoding');
  const body = typeof text === 'string' ? new CompressibleText(text) : text;
  const encoding = pickEncoding(request);
  if (encoding === undefined) {
    response.send(body.text);
    return;
  }
  response.set('content-encoding', encoding).send(await body.compress(encoding));
}
