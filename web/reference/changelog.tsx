import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import changelog from '../../CHANGELOG.md?raw';

/** Bold text, code and a link: what the changelog has of Markdown inside of a line. */
const INLINE = /\*\*(?<bold>.+?)\*\*|`(?<code>.+?)`|\[(?<link>.+?)\]\((?<href>.+?)\)/;

/** The changelog, as the repository has it. */
export function Changelog() {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    scrollTo({ top: 0 });
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <main class="changelog">
      {changelog.split(/\n\n+/).map((block, index) => {
        const [, marks = '', title] = /^(#{1,3}) (.+)/.exec(block) ?? [];
        if (title === undefined) return <Paragraphs key={index} block={block.trim()} />;
        if (marks === '#')
          return (
            <h1 key={index} ref={heading} tabIndex={-1}>
              {title}
            </h1>
          );
        return marks === '##' ? <h2 key={index}>{title}</h2> : <h3 key={index}>{title}</h3>;
      })}
    </main>
  );
}

/** A list, or a paragraph. */
function Paragraphs({ block }: { block: string }) {
  if (!block.startsWith('- ')) return <p>{formatInline(block)}</p>;
  return (
    <ul>
      {block.split('\n').map((line) => (
        <li key={line}>{formatInline(line.replace(/^- /, ''))}</li>
      ))}
    </ul>
  );
}

function formatInline(text: string): ComponentChildren {
  const found = INLINE.exec(text);
  if (!found) return text;
  const { bold, code, link = '', href = '' } = found.groups ?? {};
  const rest = text.slice(found.index + found[0].length);
  return [
    text.slice(0, found.index),
    bold !== undefined && <strong>{formatInline(bold)}</strong>,
    code !== undefined && <code>{code}</code>,
    // Readers of this page do not have the files of the repository.
    href.startsWith('https:') ? <a href={href}>{link}</a> : link,
    formatInline(rest),
  ];
}
