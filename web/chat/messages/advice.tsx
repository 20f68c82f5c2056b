import type { Locale } from '../../../src/shared/locale';
import { type Piece, parseAdvice } from '../replies/reply-blocks';
import { EmergencyNumbers } from './emergency-numbers';
import { PhoneLink } from './phone-link';

interface AdviceProps {
  /** Plain text; empty if it has not arrived. */
  readonly block: string;
  /** Of the text; null if unknown. */
  readonly language: Locale | null;
  /** Whether the numbers are shown without any text. */
  readonly isOver: boolean;
}

/** An emergency advice. If it has no numbers, a country field follows its first line, which says whom to call. */
export function Advice({ block, language, isOver }: AdviceProps) {
  const [opening, ...others] = parseAdvice(block);
  const hasNumbers = [opening, ...others].some((line) => line?.some(({ isMatch }) => isMatch));
  return (
    <div class="block advice">
      {opening && <AdviceLine pieces={opening} />}
      {!hasNumbers && (opening !== undefined || isOver) && (
        <EmergencyNumbers language={language} advice={block} />
      )}
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
