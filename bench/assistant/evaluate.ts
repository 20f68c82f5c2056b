import { assessMessage, LIMITS, type Limits } from '../../src/modules/triage/assess-message';
import { type Classifier, createClassifier } from '../../src/modules/triage/classifier/classifier';
import type { Assessment } from '../../src/modules/triage/signs/assessment';
import { type Label, type LabelledMessage, urgencyOf } from './labelled-messages';
import { trainClassifier } from './train-classifier';

/** Learned messages are read by a classifier that learned from the other parts only. */
const PARTS = 4;

/** What reads the messages: `both` is what the platform does. */
export const READERS = {
  phrases: {
    ...LIMITS,
    alarm: Infinity,
    alarmOfNewborn: Infinity,
    alarmOfPiece: Infinity,
    alarmWithFlag: 0,
    alarmWithWish: 0,
    sameDay: Infinity,
  },
  weights: { ...LIMITS, alarmWithFlag: Infinity, alarmWithWish: Infinity },
  both: LIMITS,
} as const satisfies Record<string, Limits>;

export type ReaderName = keyof typeof READERS;

export interface AssessedMessage {
  readonly message: LabelledMessage;
  readonly assessments: Readonly<Record<ReaderName, Assessment>>;
}

/** A message, as something reads it. */
export interface ReadMessage extends Pick<Assessment, 'urgency' | 'signs'> {
  readonly message: LabelledMessage;
}

/** Shares of messages. A share of no messages is undefined. */
export interface Score {
  readonly count: number;
  /** Of emergencies: recognised. */
  readonly recall: number | undefined;
  /** Of emergencies: taken for routine. */
  readonly missedAsRoutine: number | undefined;
  /** Of emergencies with a sign that are recognised: with this sign. */
  readonly rightSign: number | undefined;
  /** Of each other label: taken for an emergency. */
  readonly alarms: Readonly<Record<Exclude<Label, 'emergency'>, number | undefined>>;
  /** Of messages for today and mild complaints that are not taken for an emergency: read as they are labelled. */
  readonly sameDayAgreement: number | undefined;
}

/** Assesses each message as the first one of a conversation, by all readers. */
export function assessAll(messages: readonly LabelledMessage[], classifier?: Classifier): AssessedMessage[] {
  return messages.map((message) => {
    const read = (limits: Limits) =>
      assessMessage(message.text, [], { limits, ...(classifier && { classifier }) });
    const assessments = {
      phrases: read(READERS.phrases),
      weights: read(READERS.weights),
      both: read(READERS.both),
    };
    return { message, assessments };
  });
}

/** Assesses messages from which the classifier learns, each by one that did not learn from it. */
export function assessUnlearned(messages: readonly LabelledMessage[]): AssessedMessage[] {
  const isInPart = (index: number, part: number) => index % PARTS === part;
  return Array.from({ length: PARTS }, (_none, part) => {
    const learned = trainClassifier(messages.filter((_message, index) => !isInPart(index, part)));
    const unlearned = messages.filter((_message, index) => isInPart(index, part));
    return assessAll(unlearned, createClassifier(learned));
  }).flat();
}

/** Returns the messages as one reader reads them. */
export function readingsOf(assessed: readonly AssessedMessage[], reader: ReaderName): ReadMessage[] {
  return assessed.map(({ message, assessments }) => ({ message, ...assessments[reader] }));
}

export function scoreOf(results: readonly ReadMessage[]): Score {
  const labelled = (label: Label) => results.filter(({ message }) => message.label === label);
  const isEmergency = ({ urgency }: { urgency: string }) => urgency === 'emergency';
  const emergencies = labelled('emergency');
  const alarms = (label: Label) => shareOf(labelled(label), isEmergency);
  return {
    count: results.length,
    recall: shareOf(emergencies, isEmergency),
    missedAsRoutine: shareOf(emergencies, ({ urgency }) => urgency === 'routine'),
    rightSign: shareOf(
      emergencies.filter((result) => isEmergency(result) && result.message.sign),
      ({ message: { sign }, signs }) => sign !== undefined && signs.includes(sign),
    ),
    alarms: {
      today: alarms('today'),
      mild: alarms('mild'),
      'near-miss': alarms('near-miss'),
      routine: alarms('routine'),
    },
    sameDayAgreement: shareOf(
      [...labelled('today'), ...labelled('mild')].filter((result) => !isEmergency(result)),
      ({ message, urgency }) => urgency === urgencyOf(message.label),
    ),
  };
}

function shareOf<Item>(items: readonly Item[], has: (item: Item) => boolean): number | undefined {
  return items.length === 0 ? undefined : items.filter(has).length / items.length;
}
