import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { Button } from '../../shared/kit/button';
import { explainHandling, handleAlert } from '../state/alert-handling';
import { useDashboard, usePage } from '../state/dashboard-context';
import type { Page } from '../state/page';
import type { ShownAlert } from '../state/shown-alert';
import type { Alert } from './alert-groups';

/** An alert in the dialog, and what its field is for. */
export interface OpenedAlert extends ShownAlert {
  readonly field: 'assignTo' | 'note';
  /** Id of the heading of its card. */
  readonly headingId: string;
  readonly handling: Alert['handling'];
}

interface AlertHandlingProps {
  readonly alert: ShownAlert;
  readonly headingId: string;
  readonly handling: Alert['handling'];
  readonly opened: Signal<OpenedAlert | undefined>;
  /** Another button of the card. */
  readonly children: ComponentChildren;
}

/** What was done about an alert, and the buttons to do something. */
export function AlertHandling({ alert, headingId, handling, opened, children }: AlertHandlingProps) {
  const state = useDashboard();
  const page = usePage();
  const { text } = page;
  const assignId = `${headingId}-assign`;
  const acknowledge = async (): Promise<void> => {
    const problem = await handleAlert(state, alert, { acknowledge: true });
    state.notice.value = problem && ((current) => explainHandling(current, problem, false));
    // The button is no longer there.
    if (!problem) document.getElementById(assignId)?.focus();
  };
  const open = (field: OpenedAlert['field']): void => {
    opened.value = { ...alert, field, headingId, handling };
  };
  return (
    <>
      <div class="handling-state">
        {describeHandling(page, handling).map((line) => (
          <p key={line} class="handling">
            {line}
          </p>
        ))}
      </div>
      <div class="actions">
        {!handling?.acknowledged && (
          <HandlingButton id={`${headingId}-acknowledge`} headingId={headingId} onClick={acknowledge}>
            {text('handling.acknowledge')}
          </HandlingButton>
        )}
        <HandlingButton id={assignId} headingId={headingId} onClick={() => open('assignTo')}>
          {text('handling.assign')}
        </HandlingButton>
        <HandlingButton id={`${headingId}-note`} headingId={headingId} onClick={() => open('note')}>
          {text(handling && handling.notes > 0 ? 'handling.readNotes' : 'handling.addNote')}
        </HandlingButton>
        {children}
      </div>
    </>
  );
}

interface HandlingButtonProps {
  readonly id: string;
  readonly headingId: string;
  readonly onClick: () => unknown;
  readonly children: string;
}

/** A button that is named by its text and the alert. */
function HandlingButton({ id, headingId, onClick, children }: HandlingButtonProps) {
  return (
    <Button id={id} aria-labelledby={`${id} ${headingId}`} onClick={() => void onClick()}>
      {children}
    </Button>
  );
}

function describeHandling({ text, format }: Page, handling: Alert['handling']): string[] {
  if (!handling) return [];
  const { acknowledged, assigned, notes } = handling;
  const lines: string[] = [];
  if (acknowledged) {
    const by = acknowledged.by ?? text('page.someone');
    lines.push(text('handling.acknowledged', { by, day: format.day(acknowledged.at.slice(0, 10)) }));
  }
  if (assigned) lines.push(text('handling.assigned', { to: assigned.to }));
  if (notes > 0) lines.push(text('handling.notes', { count: format.number(notes) }, notes));
  return lines;
}
