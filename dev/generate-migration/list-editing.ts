import { OperatorError } from '../../src/platform/config/operator-error';

/** A file's text, and its path from the root of the checkout. */
export interface TextFile {
  readonly path: string;
  readonly text: string;
}

/**
 * Adds an import to those of relative paths, in the order of the paths.
 * @throws OperatorError if the file has no such import
 */
export function addImport(file: TextFile, name: string, from: string): TextFile {
  const lines = file.text.split('\n');
  const imports = lines.flatMap((line, index) => {
    const path = /^import .* from '(\..*)';$/.exec(line)?.[1];
    return path === undefined ? [] : [{ path, index }];
  });
  const last = imports.at(-1);
  if (!last) throw cannotEdit(file, 'no import of a relative path');
  const next = imports.find(({ path }) => path > from);
  return insertLine(file, next?.index ?? last.index + 1, `import { ${name} } from '${from}';`);
}

/**
 * Adds an item to the end of a list with one item per line.
 * @param opening the first line of the list
 * @throws OperatorError if the file does not have exactly one such list, or its last item has no comma
 */
export function addItem(file: TextFile, opening: string, item: string): TextFile {
  const lines = file.text.split('\n');
  const start = findOnlyLine(file, opening, (line) => line.trim() === opening);
  const indentation = /^ */.exec(lines[start] ?? '')?.[0] ?? '';
  const end = lines.findIndex(
    (line, index) => index > start && new RegExp(`^${indentation}[\\]}]`).test(line),
  );
  if (end === -1 || !lines[end - 1]?.endsWith(','))
    throw cannotEdit(file, `no end of the list "${opening}", or no comma before it`);
  return insertLine(file, end, `${indentation}  ${item},`);
}

function findOnlyLine(file: TextFile, what: string, isWanted: (line: string) => boolean): number {
  const found = file.text.split('\n').flatMap((line, index) => (isWanted(line) ? [index] : []));
  const [index, another] = found;
  if (index === undefined) throw cannotEdit(file, `no line "${what}"`);
  if (another !== undefined) throw cannotEdit(file, `more than one line "${what}"`);
  return index;
}

function insertLine(file: TextFile, index: number, line: string): TextFile {
  return { ...file, text: file.text.split('\n').toSpliced(index, 0, line).join('\n') };
}

function cannotEdit({ path }: TextFile, why: string): OperatorError {
  return new OperatorError(`${path}: ${why}; nothing was written`);
}
