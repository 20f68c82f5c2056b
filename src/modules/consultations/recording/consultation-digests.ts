import { contentDigest } from '../../../platform/database/content-digest';
import type { CountryCode } from '../../../shared/country';
import { earlierKeyOf } from '../../../shared/name-key';

interface Content {
  readonly country: CountryCode;
  /** Identifies the pathology. */
  readonly key: string;
  /** The other keys of the pathology: an earlier release identified a coded pathology by its name, too. */
  readonly otherKeys: readonly string[];
  readonly pathologyName: string;
  readonly patientId: string;
  /** The patient's number as it was sent. */
  readonly sentPatientId: string;
  /** ISO 8601 in UTC. */
  readonly consultedAt: string;
}

interface Digests {
  readonly digest: string;
  /** Of the same content: with another key of the pathology, or with the patient's number in normalization form D. */
  readonly equal_digests: readonly string[];
  readonly earlier_digests: readonly string[];
}

const digestOf = ({
  country,
  key,
  patientId,
  consultedAt,
}: Pick<Content, 'country' | 'key' | 'patientId' | 'consultedAt'>) =>
  contentDigest([country, key, patientId, consultedAt]);

/**
 * Returns the digest of a consultation that has an external id, and the digests that earlier releases stored: they took a
 * patient's number as it was sent, in normalization form C or D, a coded pathology's name for another pathology, and did not
 * distinguish names by the signs of their numbers.
 */
export function digestsOf(content: Content): Digests {
  const { key, otherKeys, pathologyName, patientId } = content;
  const earlierKey = earlierKeyOf(key, pathologyName);
  const decomposed = patientId.normalize('NFD');
  const numbers = decomposed === patientId ? [patientId] : [patientId, decomposed];
  const digestsOfKey = (each: string) =>
    numbers.map((number) => digestOf({ ...content, key: each, patientId: number }));
  const [digest = '', ...equal] = [key, ...otherKeys].flatMap(digestsOfKey);
  return {
    digest,
    equal_digests: equal,
    earlier_digests: earlierKey === key ? [] : digestsOfKey(earlierKey),
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
