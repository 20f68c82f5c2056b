import { type Signal, useSignal } from '@preact/signals';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import data from 'virtual:first-aid/cards';
import type { CardPerson, FirstAidCard } from '../../../src/modules/triage/advice/first-aid-cards';
import { Button } from '../../shared/kit/button';
import { Field, Select } from '../../shared/kit/select';
import { type Text, createTexts } from '../../shared/texts';
import { KNOWN_DANGER, SELF_HARM } from '../emergency/emergency-numbers';
import { EmergencyNumbers } from '../messages/emergency-numbers';
import { useChat } from '../state/context';
import type { FirstAidLanguage } from './first-aid-language';

type FirstAidText = Text<keyof FirstAidLanguage['texts']>;

/** The dangers as a list, or the card of one of them. */
export function FirstAidCards({ texts, sentences }: FirstAidLanguage) {
  const { locale } = useChat();
  const text = useMemo(() => createTexts(locale, texts), [locale, texts]);
  const card = useSignal<FirstAidCard | undefined>(undefined);
  /** Stays when another card is opened: it is the same person who needs help. */
  const person = useSignal<CardPerson>('adult');
  const list = useRef<HTMLUListElement>(null);
  const lastTopic = useRef<string>(undefined);
  const { value: open } = card;
  useLayoutEffect(() => {
    if (open) lastTopic.current = open.topic;
    else if (lastTopic.current !== undefined)
      list.current?.querySelector<HTMLElement>(`[data-topic=${lastTopic.current}]`)?.focus();
  }, [open]);
  if (open) return <Card key={open.topic} {...{ card, open, person, text, sentences }} />;
  return (
    <>
      <p>{text('list.about')}</p>
      <ul class="topics" ref={list}>
        {data.cards.map((one) => (
          <li key={one.topic}>
            <Button
              variant="plain"
              class="example"
              data-topic={one.topic}
              onClick={() => {
                card.value = one;
              }}
            >
              {text(`topic.${one.topic}`)}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}

interface CardProps {
  readonly card: Signal<FirstAidCard | undefined>;
  readonly open: FirstAidCard;
  readonly person: Signal<CardPerson>;
  readonly text: FirstAidText;
  readonly sentences: FirstAidLanguage['sentences'];
}

/** Whom to call and what to do, with a choice of the person if the steps depend on it. */
function Card({ card, open: { topic, variants }, person, text, sentences }: CardProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    heading.current?.closest('dialog')?.scrollTo({ top: 0 });
    heading.current?.focus({ preventScroll: true });
  }, []);
  const persons = variants.flatMap((variant) => variant.persons);
  const shown = variants.find((variant) => variant.persons.includes(person.value)) ?? variants[0];
  const steps = shown?.steps ?? [];
  const sources = new Set(steps.flatMap((id) => data.sources[id]?.split(', ') ?? []));
  return (
    <div class="card">
      <Button
        onClick={() => {
          card.value = undefined;
        }}
      >
        {text('card.back')}
      </Button>
      <h3 class="card-title" tabIndex={-1} ref={heading}>
        {text(`topic.${topic}`)}
      </h3>
      <h4>{text('card.call')}</h4>
      <EmergencyNumbers language={null} advice={topic === 'selfHarm' ? SELF_HARM : KNOWN_DANGER} />
      {variants.length > 1 && (
        <Field label={text('card.person')}>
          <Select
            id="first-aid-person"
            value={shown?.persons.includes(person.value) ? person.value : (persons[0] ?? person.value)}
            options={persons.map((one) => ({ value: one, text: text(`person.${one}`) }))}
            onChange={(chosen) => {
              person.value = chosen;
            }}
          />
        </Field>
      )}
      <h4>{text('card.steps')}</h4>
      <ol class="steps">
        {steps.map((id) => (
          <li key={id}>{sentences[id]}</li>
        ))}
      </ol>
      <p class="source">{text('card.sources', { sources: [...sources].join(', ') })}</p>
    </div>
  );
}
