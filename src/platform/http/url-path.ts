/** Message for a caller whose path `decodePath` cannot decode. */
export const MALFORMED_PATH =
  'the path is not percent-encoded UTF-8: encode each value in it, and write % itself as %25';

/** Returns a URL's path without percent-encoding; undefined if it is malformed (RFC 3986, section 2.1) or no UTF-8. */
export function decodePath(path: string): string | undefined {
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
