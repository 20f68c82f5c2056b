import { Banner } from '../../shared/kit/banner';
import { Button } from '../../shared/kit/button';
import { useChat } from '../state/context';

/** Says that there is no connection, and what works without it; or that it is back while the page is in use. */
export function OfflineLine() {
  const { text, connection } = useChat();
  const isBack = connection.isBack.value;
  return (
    <Banner id="offline">
      {connection.isOffline.value && (
        <>
          <span>{text(isBack ? 'offline.back' : 'offline.line')}</span>
          {isBack && <Button onClick={() => connection.reopen()}>{text('offline.continue')}</Button>}
        </>
      )}
    </Banner>
  );
}
