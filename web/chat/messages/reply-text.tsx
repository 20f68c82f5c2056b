import { Fragment } from 'preact';
import {
  type Part,
  type Piece,
  firstBlock,
  parseAdvice,
  parseBlock,
  splitBlocks,
} from '../replies/reply-blocks';
import type { Reply } from '../state/messages';
import { EmergencyNumbers } from './emergency-numbers';
import { PhoneLink } from './phone-link';

/** The text of a reply. Links and HTML of a model appear as plain text; only phone numbers of an advice become links. */
export function ReplyText({ reply }: { reply: Reply }) {
  const text = reply.text.value;
  const blocks = splitBlocks(text);
  return (
    <div class="text" dir="auto" lang={reply.language.value ?? undefined}>
      {reply.isEmergency.value && <Advice reply={reply} block={firstBlock(text)} />}
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

/** The emergency advice. If it has no numbers, a country field follows its first line, which says whom to call. */
function Advice({ reply, block }: { reply: Reply; block: string }) {
  const [opening, ...others] = parseAdvice(block);
  const hasNumbers = [opening, ...others].some((line) => line?.some(({ isMatch }) => isMatch));
  const isUseful = opening !== undefined || reply.state.value === 'lost' || reply.state.value === 'ended';
  return (
    <div class="block advice">
      {opening && <AdviceLine pieces={opening} />}
      {!hasNumbers && isUseful && <EmergencyNumbers language={reply.language.value} advice={block} />}
      {others.map((pieces, index) => (
        <AdviceLine key={index} pieces={pieces} />
      ))}
    </div>
  );
}

function AdviceLine({ pieces }: { pieces: readonly Piece[] }) {
  return (
    <p dir="auto">
      {pieces.map(({ text, isMatch }, index) => (isMatch ? <PhoneLink key={index} number={text} /> : text))}
    </p>
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
