import { Banner } from '../../shared/kit/banner';
import { Button } from '../../shared/kit/button';
import type { ChatState } from '../state/chat-state';
import { useChat } from '../state/context';

/** Says that there is no connection, and what works without it; or that it is back while the page cannot be replaced. */
export function OfflineLine({ state }: { state: ChatState }) {
  const { text, connection } = useChat();
  const isBack = connection.isBack.value;
  return (
    <Banner id="offline">
      {connection.isOffline.value && (
        <>
          <span>{text(isBack ? 'offline.back' : 'offline.line')}</span>
          {isBack && !state.hasSessionEnded.value && (
            <Button onClick={() => void connection.reopen()}>{text('offline.continue')}</Button>
          )}
        </>
      )}
    </Banner>
  );
}
