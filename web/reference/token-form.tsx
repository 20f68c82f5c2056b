import { useRef, useState } from 'preact/hooks';
import { Button } from '../shared/kit/button';

interface TokenFormProps {
  /** The name of the signed-in account, if any. */
  readonly account: string | undefined;
  /** The access token of the calls; empty for the browser's session. */
  readonly onToken: (token: string) => void;
}

/** The credentials of calls: the entered access token, which is stored only in memory, or else the browser's session. */
export function TokenForm({ account, onToken }: TokenFormProps) {
  const field = useRef<HTMLInputElement>(null);
  const [token, setToken] = useState('');
  const use = (entered: string): void => {
    setToken(entered);
    onToken(entered);
    if (field.current) field.current.value = entered;
  };
  const session = account === undefined ? 'by nobody: sign in, or enter an access token' : `as ${account}`;
  const sender = token === '' ? session : 'with the access token, without your session';
  return (
    <form
      class="token"
      aria-label="How calls are sent"
      onSubmit={(event) => {
        event.preventDefault();
        use(field.current?.value.trim().replace(/^bearer\s+/i, '') ?? '');
      }}
    >
      <label htmlFor="access-token">Access token</label>
      <input id="access-token" type="password" autocomplete="off" spellcheck={false} ref={field} />
      <Button type="submit">Use</Button>
      <Button disabled={token === ''} onClick={() => use('')}>
        Remove
      </Button>
      <p class="caller" role="status">
        Calls from this page are real. They are sent {sender}.
      </p>
    </form>
  );
}
