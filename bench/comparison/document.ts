import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkoutRoot } from '../../dev/checkout';
import { formatFiles } from '../../dev/format-files';

const DOCUMENT = 'docs/performance.md';

/** Replaces a part of docs/performance.md, between `<!-- name -->` and `<!-- /name -->`. */
export async function updateDocument(name: string, text: string): Promise<void> {
  const path = join(checkoutRoot, DOCUMENT);
  const document = replaceBetweenMarks(readFileSync(path, 'utf8'), name, text);
  writeFileSync(path, document);
  await formatFiles([DOCUMENT]);
}

/** @throws Error if the document does not have the marks */
export function replaceBetweenMarks(document: string, name: string, text: string): string {
  const [startMark, endMark] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const start = document.indexOf(startMark);
  const end = document.indexOf(endMark);
  if (start < 0 || end < start) throw new Error(`${DOCUMENT} does not have the marks of ${name}`);
  return `${document.slice(0, start + startMark.length)}\n\n${text}\n\n${document.slice(end)}`;
}

/** Returns a Markdown table; nothing without rows. */
export function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}
