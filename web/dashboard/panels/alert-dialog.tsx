import { MAX_ASSIGNEE, MAX_NOTE } from '../../../src/shared/dashboard-values';
import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Button } from '../../shared/kit/button';
import { Dialog } from '../../shared/kit/dialog';
import type { Problem } from '../queries/query-client';
import {
  type AlertAct,
  type AlertChange,
  explainHandling,
  handleAlert,
  loadActs,
} from '../state/alert-handling';
import { useDashboard, usePage } from '../state/dashboard-context';
import type { Page } from '../state/page';
import type { OpenedAlert } from './alert-handling';

/** Limits of `health.handleAlert`. */
const MAX_LENGTHS = { assignTo: MAX_ASSIGNEE, note: MAX_NOTE } as const;

/** Assigns an alert or adds a note to it, and shows what was done before. */
export function AlertDialog({ opened }: { opened: Signal<OpenedAlert | undefined> }) {
  const alert = opened.value;
  if (!alert) return null;
  return (
    <Dialog
      isOpen
      class="form-dialog"
      aria-labelledby={`handling-title ${alert.headingId}`}
      onClose={() => {
        opened.value = undefined;
      }}
    >
      <HandlingForm key={`${alert.headingId} ${alert.field}`} alert={alert} />
      <Acts alert={alert} />
    </Dialog>
  );
}

function HandlingForm({ alert }: { alert: OpenedAlert }) {
  const state = useDashboard();
  const page = usePage();
  const { text } = page;
  const problem = useSignal<Problem | undefined>(undefined);
  const isSaving = useSignal(false);
  const { field } = alert;
  const save = async (form: HTMLFormElement, change: AlertChange): Promise<void> => {
    if (isSaving.value) return;
    isSaving.value = true;
    problem.value = await handleAlert(state, alert, change);
    isSaving.value = false;
    // The focus returns to the button that opened the dialog.
    if (!problem.value) form.closest('dialog')?.close();
  };
  const common = { name: field, required: true, maxLength: MAX_LENGTHS[field], dir: 'auto' } as const;
  return (
    <form
      class="handling-form"
      onSubmit={(event) => {
        event.preventDefault();
        const value = new FormData(event.currentTarget).get(field);
        if (typeof value === 'string') void save(event.currentTarget, { [field]: value });
      }}
    >
      <h2 id="handling-title">
        {text(field === 'note' ? 'handling.addNote' : 'handling.assign')}
        {': '}
        <bdi>{document.getElementById(alert.headingId)?.textContent}</bdi>
      </h2>
      <label class="field">
        <span class="label">{text(field === 'note' ? 'handling.note' : 'handling.to')}</span>
        {field === 'note' ? (
          <textarea rows={4} {...common} aria-describedby="handling-hint" />
        ) : (
          <input
            type="text"
            autocomplete="off"
            defaultValue={alert.handling?.assigned?.to ?? ''}
            {...common}
            aria-describedby="handling-hint"
          />
        )}
      </label>
      <p id="handling-hint">{text('handling.hint')}</p>
      <p role="alert">{problem.value && explainHandling(page, problem.value, true)}</p>
      <div class="actions">
        <Button type="submit" variant="primary" aria-disabled={isSaving.value}>
          {text('handling.save')}
        </Button>
        {field === 'assignTo' && alert.handling?.assigned && (
          <Button
            onClick={({ currentTarget }) => {
              if (currentTarget.form) void save(currentTarget.form, { assignTo: null });
            }}
          >
            {text('handling.takeBack')}
          </Button>
        )}
        <Button onClick={({ currentTarget }) => currentTarget.closest('dialog')?.close()}>
          {text('handling.close')}
        </Button>
      </div>
    </form>
  );
}

/** What was done about an alert, latest first. */
function Acts({ alert }: { alert: OpenedAlert }) {
  const page = usePage();
  const { text, format } = page;
  const loaded = useSignal<readonly AlertAct[] | Problem | undefined>(undefined);
  useEffect(() => {
    void loadActs(alert).then((acts) => {
      loaded.value = acts;
    });
  }, [alert, loaded]);
  const acts = loaded.value;
  if (acts === undefined) return <p>{text('state.loading')}</p>;
  if ('kind' in acts) return <p>{text('handling.notLoaded')}</p>;
  if (acts.length === 0) return null;
  return (
    <section aria-labelledby="handling-acts">
      <h3 id="handling-acts">{text('handling.acts')}</h3>
      <ol class="handling-acts">
        {acts.toReversed().map((act, index) => (
          // Two acts may have one time; a new one is the first.
          <li key={acts.length - index}>
            <p class="label">{[format.dateTime(new Date(act.at)), describeAct(page, act)].join(' · ')}</p>
            {act.act === 'note' && <p dir="auto">{act.content}</p>}
          </li>
        ))}
      </ol>
    </section>
  );
}

function describeAct({ text }: Page, { act, content, by }: AlertAct): string {
  const name = { by: by ?? text('page.someone') };
  if (act === 'acknowledge') return text('handling.act.acknowledge', name);
  if (act === 'note') return text('handling.act.note', name);
  return content === null
    ? text('handling.act.takeBack', name)
    : text('handling.act.assign', { ...name, to: content });
}
