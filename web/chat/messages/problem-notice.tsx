import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { Button } from '../../shared/kit/button';
import { loginUrl } from '../../shared/login-url';
import { type Context, useChat } from '../state/context';
import type { Failure } from '../state/messages';
import { FirstAidButton } from '../first-aid/first-aid';
import { UNKNOWN_DANGER } from '../emergency/emergency-numbers';
import { Advice } from './advice';
import { EmergencyNumbers } from './emergency-numbers';

/**
 * Explains a problem and what to do: with a retry button if a retry can help, and, if a message is unread, with the advice that
 * the platform has given or else with emergency numbers. Nothing without a problem.
 */
export function ProblemNotice({ failure }: { failure: Failure | undefined }) {
  return failure ? (
    <>
      {failure.advice !== undefined && <Advice block={failure.advice} language={null} isOver />}
      <Notice key={failure.lead} failure={failure} />
      {failure.isUnread && failure.advice === undefined && (
        <>
          <EmergencyNumbers language={null} advice={UNKNOWN_DANGER} />
          <FirstAidButton />
        </>
      )}
    </>
  ) : null;
}

function Notice({ failure }: { failure: Failure }) {
  const context = useChat();
  const { text, announce } = context;
  const { problem, isUnread = false, advice, onRetry, onEdit } = failure;
  const notice = useRef<HTMLDivElement>(null);
  const secondsLeft = useCountdown(failure);
  const message = describe(context, failure);
  const warning = isUnread && advice === undefined ? text('problem.emergency') : undefined;
  const first = advice ?? warning;
  useEffect(
    () => announce(first === undefined ? message : `${first} ${message}`),
    [announce, failure, message, first],
  );
  useLayoutEffect(() => {
    const { current } = notice;
    // The focused button is removed, so the focus moves to its message.
    return () => {
      if (current?.contains(document.activeElement))
        current.closest<HTMLElement>('[tabindex]')?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <div class="problem" ref={notice}>
      {warning !== undefined && (
        <p>
          <strong>{warning}</strong>
        </p>
      )}
      <p>{message}</p>
      {secondsLeft > 0 && (
        <p class="wait">{text('problem.wait', { count: String(secondsLeft) }, secondsLeft)}</p>
      )}
      {problem?.kind === 'session' && <a href={loginUrl()}>{text('page.signIn')}</a>}
      {problem?.kind === 'otherAccount' && (
        <Button
          onClick={() => {
            location.reload();
          }}
        >
          {text('problem.reload')}
        </Button>
      )}
      {problem?.kind !== 'session' && onRetry && (
        <Button class="retry" disabled={secondsLeft > 0} onClick={onRetry}>
          {text('problem.retry')}
        </Button>
      )}
      {onEdit && <Button onClick={onEdit}>{text('message.edit')}</Button>}
    </div>
  );
}

/** Returns the seconds until the rate limit allows another attempt. */
function useCountdown(failure: Failure): number {
  const seconds = failure.problem?.kind === 'busy' ? failure.problem.seconds : 0;
  const left = useSignal(seconds);
  useEffect(() => {
    const end = Date.now() + seconds * 1_000;
    left.value = seconds;
    const timer = setInterval(() => {
      left.value = Math.max(0, Math.ceil((end - Date.now()) / 1_000));
      if (left.value === 0) clearInterval(timer);
    }, 1_000);
    return () => clearInterval(timer);
  }, [failure, left, seconds]);
  return left.value;
}

function describe({ text, user }: Context, { lead, problem, action }: Failure): string {
  const explain = (): string | undefined => {
    switch (problem?.kind) {
      case undefined:
        return undefined;
      case 'offline':
        return text('problem.offline');
      case 'busy':
        if (action === 'reading') return text('problem.busyReading');
        return user.account === null
          ? `${text('problem.busy')} ${text('problem.signIn')}`
          : text('problem.busy');
      case 'session':
        return text('problem.session');
      case 'otherAccount':
        return text('problem.otherAccount');
      case 'gone':
        return text('conversation.gone');
      case 'failed':
        return text('problem.failed');
    }
  };
  return [lead, explain()].filter((one) => one !== undefined).join(' ');
}
