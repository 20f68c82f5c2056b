import { isInCheckout, readText } from '../deployment/checkout-file';

/** Sections of ASVS 5.0.0, each with the number of its requirements of levels 1 and 2, which are its first. */
const SECTIONS = `
  1.1:2 1.2:9 1.3:11 1.4:3 1.5:2 2.1:3 2.2:3 2.3:4 2.4:1 3.2:2 3.3:4 3.4:6 3.5:5 3.7:2 4.1:3 4.2:1 4.3:2 4.4:4 5.1:1
  5.2:3 5.3:2 5.4:3 6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4 7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2 8.1:2 8.2:3 8.3:1
  8.4:1 9.1:3 9.2:4 10.1:2 10.2:2 10.3:4 10.4:11 10.5:5 10.6:2 10.7:3 11.1:2 11.2:3 11.3:3 11.4:4 11.5:1 11.6:1 12.1:3
  12.2:2 12.3:4 13.1:1 13.2:5 13.3:2 13.4:5 14.1:2 14.2:4 14.3:3 15.1:3 15.2:3 15.3:7 16.1:1 16.2:5 16.3:4 16.4:3 16.5:3
  17.1:1 17.2:4 17.3:2`;

const ROW = /^\| (\d+\.\d+\.\d+[^|]*?) +\|[^|]*\| (.*)/gm;

interface Row {
  readonly requirements: readonly string[];
  readonly text: string;
}

/** Returns the requirements of a text such as `1.3.8, 1.3.9` or `6.2.1 to 6.2.12`. */
function parseRequirements(text: string): string[] {
  return text.split(', ').flatMap((part) => {
    const [first = '', last = first] = part.split(' to ');
    const [section, from] = splitNumber(first);
    const [, to] = splitNumber(last);
    return numbersOf(section, { from, to });
  });
}

function splitNumber(requirement: string): [section: string, position: number] {
  const dot = requirement.lastIndexOf('.');
  return [requirement.slice(0, dot), Number(requirement.slice(dot + 1))];
}

function numbersOf(section: string, { from, to }: { from: number; to: number }): string[] {
  return Array.from({ length: to - from + 1 }, (_, index) => `${section}.${from + index}`);
}

describe('docs/asvs.md', () => {
  const document = readText('docs/asvs.md');
  const rows: Row[] = [...document.matchAll(ROW)].map(([, numbers = '', text = '']) => ({
    requirements: parseRequirements(numbers),
    text,
  }));

  it('has each requirement of levels 1 and 2 once', () => {
    const expected = SECTIONS.trim()
      .split(/\s+/)
      .flatMap((entry) => {
        const [section = '', count] = entry.split(':');
        return numbersOf(section, { from: 1, to: Number(count) });
      });
    expect(expected).toHaveLength(253);
    expect(rows.flatMap(({ requirements }) => requirements).sort()).toEqual(expected.sort());
  });

  it('names only files that exist', () => {
    const files = [...document.matchAll(/`((?:src|test|web|dev|docs)\/[^`]+)`/g)].map(
      ([, path = '']) => path,
    );
    const linked = [...document.matchAll(/\]\(([\w./-]+\.md)/g)].map(([, path = '']) => `docs/${path}`);
    expect(files.length).toBeGreaterThan(100);
    expect([...files, ...linked].filter((path) => !isInCheckout(path))).toEqual([]);
  });

  it.each(['Not met', 'Partly'])('lists what is marked as %j', (status) => {
    const listed = new RegExp(`^${status}: (.*)\\.$`, 'm').exec(document)?.[1];
    const marked = rows.filter(({ text }) => text.startsWith(`**${status}`));
    expect(marked.flatMap(({ requirements }) => requirements)).toEqual(listed?.split(', '));
  });
});
