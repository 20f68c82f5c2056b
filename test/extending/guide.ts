import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** An instruction of the guide: a command to run, a file to create or a place to edit. */
type Step =
  | { readonly kind: 'run'; readonly command: string }
  | { readonly kind: 'create'; readonly path: string; readonly block: string }
  | {
      readonly kind: 'edit';
      readonly path: string;
      readonly where: 'before' | 'after' | 'in place of';
      /** Text that exactly one line of the file contains. */
      readonly anchor: string;
      readonly block: string;
    };

const INSTRUCTION =
  /^(?:In `(?<path>[^`]+)`, (?<where>before|after|in place of) (?:the row of )?`(?<anchor>.+)`|New file `(?<created>[^`]+)`):$/;

/**
 * Parses the code blocks of a guide: shell blocks are commands, others are edits that the line above describes.
 * @throws Error if a block has no such line
 */
export function parseSteps(page: string): Step[] {
  const blocks = page.matchAll(/^(?<before>[^\n]*)\n\n```(?<language>\w+)\n(?<block>.*?)\n```$/gms);
  return [...blocks].map(({ groups = {} }): Step => {
    const { before = '', language, block = '' } = groups;
    if (language === 'sh') return { kind: 'run', command: block };
    const { path, where, anchor, created } = INSTRUCTION.exec(before)?.groups ?? {};
    if (created !== undefined) return { kind: 'create', path: created, block };
    if (path === undefined || anchor === undefined)
      throw new Error(`no file and place for this block: ${before}\n${block}`);
    if (where !== 'before' && where !== 'after')
      return { kind: 'edit', path, where: 'in place of', anchor, block };
    return { kind: 'edit', path, where, anchor, block };
  });
}

/** Applies a step to a checkout. @throws Error if not exactly one line of the file contains the anchor */
export async function applyStep(step: Exclude<Step, { kind: 'run' }>, checkout: string): Promise<void> {
  const file = join(checkout, step.path);
  if (step.kind === 'create') {
    await writeFile(file, `${step.block}\n`, { flag: 'wx' });
    return;
  }
  const lines = (await readFile(file, 'utf8')).split('\n');
  const [index, ...others] = lines.flatMap((line, number) => (line.includes(step.anchor) ? [number] : []));
  if (index === undefined || others.length > 0)
    throw new Error(
      `${step.path} has ${index === undefined ? 'no' : 'more than one'} line with ${step.anchor}`,
    );
  const at = step.where === 'after' ? index + 1 : index;
  await writeFile(file, lines.toSpliced(at, step.where === 'in place of' ? 1 : 0, step.block).join('\n'));
}
