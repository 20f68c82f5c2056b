import { useEffect, useId, useRef } from 'preact/hooks';
import { type Locale, directionOf } from '../../../src/shared/locale';
import { findEmergencyNumbers } from '../emergency/emergency-numbers';
import { CountryField } from '../page/country-field';
import { ContextProvider, useChat } from '../state/context';
import { useReplyContext } from '../i18n/reply-context';
import { PhoneLink } from './phone-link';

/** The name of a service after its number. */
const SERVICE_NAME = / \((.+)\)$/;

interface EmergencyNumbersProps {
  /** Of the reply; null if unknown. */
  readonly language: Locale | null;
  /** Without numbers; empty if it is not known yet. */
  readonly advice: string;
}

/** A country field with the emergency numbers of the country, in the language of the reply. */
export function EmergencyNumbers({ language, advice }: EmergencyNumbersProps) {
  const context = useReplyContext(language);
  return context ? (
    <ContextProvider value={context}>
      <Numbers advice={advice} />
    </ContextProvider>
  ) : null;
}

function Numbers({ advice }: { advice: string }) {
  const { text, locale, formatCountry, country, announce } = useChat();
  const view = useRef<HTMLDivElement>(null);
  const code = country.value;
  const numbers = code === undefined ? [] : findEmergencyNumbers(advice, code);
  const shown = useRef(code);
  const isSelectedHere = useRef(false);
  useEffect(() => {
    if (shown.current === code) return;
    shown.current = code;
    announce(view.current?.querySelector('.numbers')?.textContent ?? '');
    if (isSelectedHere.current) view.current?.scrollIntoView({ block: 'nearest' });
    isSelectedHere.current = false;
  }, [announce, code]);
  return (
    // The reply around it may be in another language than the page.
    <div
      class="calls"
      lang={locale}
      dir={directionOf(locale)}
      ref={view}
      onChange={() => {
        isSelectedHere.current = true;
      }}
    >
      <CountryField id={`calls-country-${useId()}`} label="emergency.country" />
      {code !== undefined && (
        <p class="numbers">
          <span>
            {text(numbers.length === 0 ? 'emergency.noNumber' : 'emergency.call', {
              country: formatCountry(code),
            })}
          </span>
          {numbers.map((number) => (
            <Number key={number} number={number} />
          ))}
        </p>
      )}
    </div>
  );
}

function Number({ number }: { number: string }) {
  const [serviceName] = SERVICE_NAME.exec(number) ?? [];
  return (
    <>
      {' '}
      <span>
        <PhoneLink number={number.replace(SERVICE_NAME, '')} />
        {serviceName}
      </span>
    </>
  );
}
