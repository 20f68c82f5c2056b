import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../../shared/kit/button';
import { Dialog } from '../../shared/kit/dialog';
import { Icon } from '../../shared/kit/icon';
import { importWithRetry } from '../../shared/lazy-import';
import { UNKNOWN_DANGER } from '../emergency/emergency-numbers';
import { EmergencyNumbers } from '../messages/emergency-numbers';
import { useChat } from '../state/context';
import { type LoadedFirstAid, loadFirstAid } from './load-first-aid';

/** Opens the first-aid list. */
export function FirstAidButton() {
  const { text, isFirstAidOpen } = useChat();
  return (
    <Button
      class="open-first-aid"
      aria-haspopup="dialog"
      onClick={() => {
        isFirstAidOpen.value = true;
      }}
    >
      <Icon name="cross" />
      <span>{text('firstAid.title')}</span>
    </Button>
  );
}

/** The first-aid list in a dialog. What it shows is loaded when it is opened; until then it has the emergency numbers. */
export function FirstAidDialog() {
  const { text, locale, isFirstAidOpen } = useChat();
  const loaded = useSignal<LoadedFirstAid | undefined>(undefined);
  const isLoading = useRef(false);
  const isOpen = isFirstAidOpen.value;
  useEffect(() => {
    if (!isOpen || isLoading.current) return;
    isLoading.current = true;
    void importWithRetry(() => loadFirstAid(locale)).then((firstAid) => {
      loaded.value = firstAid;
    });
  }, [isOpen, loaded, locale]);
  const close = (): void => {
    isFirstAidOpen.value = false;
  };
  const { FirstAidCards, language } = loaded.value ?? {};
  return (
    <Dialog class="first-aid" aria-labelledby="first-aid-title" isOpen={isOpen} onClose={close}>
      <div class="first-aid-head">
        <h2 id="first-aid-title">{text('firstAid.title')}</h2>
        <Button variant="square" aria-label={text('firstAid.close')} onClick={close}>
          <Icon name="close" />
        </Button>
      </div>
      {isOpen && FirstAidCards && language && <FirstAidCards {...language} />}
      {isOpen && !FirstAidCards && (
        <>
          <p class="note">{text('firstAid.loading')}</p>
          <EmergencyNumbers language={null} advice={UNKNOWN_DANGER} />
        </>
      )}
    </Dialog>
  );
}
