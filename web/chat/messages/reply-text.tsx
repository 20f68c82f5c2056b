import { Fragment } from 'preact';
import { type Part, type Piece, firstBlock, parseBlock, splitBlocks } from '../replies/reply-blocks';
import type { Reply } from '../state/messages';
import { Advice } from './advice';

/** The text of a reply. Links and HTML of a model appear as plain text; only phone numbers of an advice become links. */
export function ReplyText({ reply }: { reply: Reply }) {
  const text = reply.text.value;
  const blocks = splitBlocks(text);
  return (
    <div class="text" dir="auto" lang={reply.language.value ?? undefined}>
      {reply.isEmergency.value && (
        <Advice
          block={firstBlock(text)}
          language={reply.language.value}
          isOver={reply.state.value === 'lost' || reply.state.value === 'ended'}
        />
      )}
      {blocks.slice(reply.isEmergency.value ? 1 : 0).map((block, index) => (
        <div key={index} class="block">
          {parseBlock(block).map((part, position) => (
            <BlockPart key={position} part={part} />
          ))}
        </div>
      ))}
    </div>
  );
}

function BlockPart({ part: { tag: Tag, start, lines } }: { part: Part }) {
  if (Tag === 'p') {
    return (
      <p dir="auto">
        {lines.map((pieces, index) => (
          <Fragment key={index}>
            {index > 0 && '\n'}
            <Line pieces={pieces} />
          </Fragment>
        ))}
      </p>
    );
  }
  const items = lines.map((pieces, index) => (
    <li key={index} dir="auto">
      <Line pieces={pieces} />
    </li>
  ));
  return Tag === 'ol' ? <ol start={start}>{items}</ol> : <ul>{items}</ul>;
}

function Line({ pieces }: { pieces: readonly Piece[] }) {
  return (
    <>{pieces.map(({ text, isMatch }, index) => (isMatch ? <strong key={index}>{text}</strong> : text))}</>
  );
}
