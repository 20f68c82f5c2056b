import type { DataSource } from 'typeorm';
import { beginSession } from '../support/platform';
import { PlainCaller } from '../support/plain-caller';
import { recordConsultation } from '../contract/consultations';
import { sendMessage } from '../contract/messages';
import type { CallerName } from './fuzz-case';

/** Texts that only their owner's country, or only their owner, may read. Generated values never contain them. */
const NAME = 'Zawadi Canary-Name';
const EMAIL = 'zawadi.canary@example.org';
const PATHOLOGY = 'Canary fever of Nigeria';
const PATIENT = 'canary-patient-77';
const QUESTION = 'I cough since the canary flew';

/** An account of Nigeria, with data that no fuzzed caller may read, and none but an administrator of all countries may change. */
export class Victim {
  private constructor(
    private readonly database: DataSource,
    private readonly cookie: string,
    readonly ids: { readonly consultation: string; readonly conversation: string; readonly message: string },
  ) {}

  static async create(database: DataSource, origin: string): Promise<Victim> {
    const cookie = await beginSession(database, { role: 'doctor', country: 'NG', email: EMAIL, name: NAME });
    const caller = new PlainCaller(origin).as(cookie);
    const { id: consultation } = await recordConsultation(caller, {
      patientId: PATIENT,
      pathologyName: PATHOLOGY,
    });
    const { conversationId: conversation, messageId: message } = await sendMessage(caller, QUESTION);
    return new Victim(database, cookie, { consultation, conversation, message });
  }

  /** Returns what must be in no response to a caller. */
  secretsFrom(caller: CallerName): string[] {
    const own = [this.cookie.replace('session=', ''), QUESTION];
    return caller === 'admin of all' ? own : [...own, PATIENT, NAME, EMAIL, PATHOLOGY];
  }

  /** Returns what the victim's data is now. It must be the same at any time. */
  async readData(): Promise<unknown> {
    const { consultation, conversation } = this.ids;
    const [row] = await this.database.query<[unknown]>(
      `SELECT (SELECT count(*)::integer FROM message WHERE conversation_id = $2) AS messages,
         (SELECT count(*)::integer FROM message_rating r JOIN message m ON m.id = r.message_id WHERE m.conversation_id = $2) AS ratings,
         (SELECT count(*)::integer FROM consultation WHERE country = 'NG' AND id = $1) AS consultations,
         (SELECT count(*)::integer FROM consultation_void v JOIN account a ON a.id = v.voided_by
          WHERE v.country = 'NG' AND v.consultation_id = $1 AND a.country <> '*') AS voids,
         (SELECT count(*)::integer FROM session s JOIN account a ON a.id = s.account_id WHERE a.email = $3) AS sessions`,
      [consultation, conversation, EMAIL],
    );
    return row;
  }
}
