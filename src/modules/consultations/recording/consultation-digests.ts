import { contentDigest } from '../../../platform/database/content-digest';
import type { CountryCode } from '../../../shared/country';
import { earlierKeyOf } from '../../../shared/name-key';

interface Content {
  readonly country: CountryCode;
  /** Identifies the pathology. */
  readonly key: string;
  readonly pathologyName: string;
  readonly patientId: string;
  /** The patient's number as it was sent. */
  readonly sentPatientId: string;
  /** ISO 8601 in UTC. */
  readonly consultedAt: string;
}

interface Digests {
  readonly digest: string;
  /** With the patient's number in normalization form D, if it differs. */
  readonly decomposed_digest: string | null;
  readonly earlier_digests: readonly string[];
}

const digestOf = ({
  country,
  key,
  patientId,
  consultedAt,
}: Omit<Content, 'pathologyName' | 'sentPatientId'>) => contentDigest([country, key, patientId, consultedAt]);

/**
 * Returns the digest of a consultation that has an external id, and the digests that earlier releases stored: they took a
 * patient's number as it was sent, in normalization form C or D, and did not distinguish names by the signs of their numbers.
 */
export function digestsOf(content: Content): Digests {
  const { key, pathologyName, patientId } = content;
  const earlierKey = earlierKeyOf(key, pathologyName);
  const decomposed = patientId.normalize('NFD');
  const numbers = decomposed === patientId ? [patientId] : [patientId, decomposed];
  const [digest = '', decomposedDigest = null] = numbers.map((number) =>
    digestOf({ ...content, patientId: number }),
  );
  const earlier = earlierKey === key ? [] : numbers;
  return {
    digest,
    decomposed_digest: decomposedDigest,
    earlier_digests: earlier.map((number) => digestOf({ ...content, key: earlierKey, patientId: number })),
  };
}

/**
 * Returns the digest that identifies a line without an id: as earlier releases did, so that the same file is recognised when it
 * is imported again.
 */
export function identifyingDigestOf(content: Content): string {
  const { key, pathologyName, sentPatientId } = content;
  return digestOf({ ...content, key: earlierKeyOf(key, pathologyName), patientId: sentPatientId });
}
