import type { Role } from '../../src/platform/access/role';
import { type Person, signedIn } from '../modules/chatbot/conversations/callers';
import { StoredConversations } from '../modules/chatbot/conversations/stored-conversations';
import { ListeningSuite } from '../support/listening-suite';

/** A suite that stores conversations directly in the database. */
export class ConversationsSuite extends ListeningSuite {
  get stored(): StoredConversations {
    return new StoredConversations(this.database);
  }

  /** Begins a session of a new account. */
  signIn(role: Role = 'user', country: string | null = null): Promise<Person> {
    return signedIn(this.platform, this.anyone, { role, country });
  }
}
