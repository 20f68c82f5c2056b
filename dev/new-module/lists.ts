import { StackError } from '../stack/stack-error';

/** A file that names every module, and what it is to name. */
export interface ListFile {
  readonly path: string;
  readonly text: string;
}

/**
 * Adds an import among those of the checkout's own files, in the order of their paths.
 * @throws StackError where there is none to put it beside
 */
export function withImport(file: ListFile, name: string, from: string): ListFile {
  const lines = file.text.split('\n');
  const imports = lines.flatMap((line, index) => {
    const path = /^import .* from '(\..*)';$/.exec(line)?.[1];
    return path === undefined ? [] : [{ path, index }];
  });
  const last = imports.at(-1);
  if (!last) throw unreadable(file, 'no import of another file of the checkout');
  const next = imports.find(({ path }) => path > from);
  return withLine(file, next?.index ?? last.index + 1, `import { ${name} } from '${from}';`);
}

/**
 * Adds an item at the end of a list of which each has a line of its own.
 * @param opening the line that opens the list
 * @throws StackError where the file has no such list, or two
 */
export function withItem(file: ListFile, opening: string, item: string): ListFile {
  const lines = file.text.split('\n');
  const start = onlyIndex(file, opening, (line) => line.trim() === opening);
  const indentation = /^ */.exec(lines[start] ?? '')?.[0] ?? '';
  const end = lines.findIndex(
    (line, index) => index > start && new RegExp(`^${indentation}[\\]}]`).test(line),
  );
  if (end === -1 || !lines[end - 1]?.endsWith(','))
    throw unreadable(file, `the list "${opening}" has no end that can be read`);
  return withLine(file, end, `${indentation}  ${item},`);
}

function onlyIndex(file: ListFile, what: string, isWanted: (line: string) => boolean): number {
  const found = file.text.split('\n').flatMap((line, index) => (isWanted(line) ? [index] : []));
  const [index, another] = found;
  if (index === undefined) throw unreadable(file, `no line "${what}"`);
  if (another !== undefined) throw unreadable(file, `more than one line "${what}"`);
  return index;
}

function withLine(file: ListFile, index: number, line: string): ListFile {
  return { ...file, text: file.text.split('\n').toSpliced(index, 0, line).join('\n') };
}

function unreadable({ path }: ListFile, why: string): StackError {
  return new StackError(`${path}: ${why}, so nothing can be added there; nothing was written`);
}
