import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { MAX_VIEW_NAME } from '../../../src/shared/dashboard-values';
import { Button } from '../../shared/kit/button';
import { Dialog } from '../../shared/kit/dialog';
import { formatSelectionQuery } from '../selection';
import { useDashboard, usePage } from '../state/dashboard-context';
import {
  type SavedView,
  type ViewChange,
  type ViewsProblem,
  changeViews,
  explainViews,
  listViews,
  viewChanges,
} from '../state/saved-views';

/** The views of the dialog. */
interface Views {
  readonly list: Signal<readonly SavedView[] | undefined>;
  readonly problem: Signal<ViewsProblem | undefined>;
  /** Changes the views and shows them. Returns whether it was possible. */
  readonly change: (change: ViewChange, done?: 'handling.saved' | 'views.deleted') => Promise<boolean>;
}

/** The button that opens the saved views. */
export function SavedViews() {
  const { text } = usePage();
  const isOpen = useSignal(false);
  return (
    <>
      <Button id="views" aria-haspopup="dialog" onClick={() => (isOpen.value = true)}>
        {text('views.title')}
      </Button>
      {isOpen.value && (
        <Dialog
          isOpen
          id="views-dialog"
          class="form-dialog"
          aria-labelledby="views-title"
          onClose={() => {
            isOpen.value = false;
          }}
        >
          <ViewsContent />
        </Dialog>
      )}
    </>
  );
}

function ViewsContent() {
  const { announcement } = useDashboard();
  const page = usePage();
  const { text } = page;
  const list = useSignal<readonly SavedView[] | undefined>(undefined);
  const problem = useSignal<ViewsProblem | undefined>(undefined);
  const change: Views['change'] = async (action, done = 'handling.saved') => {
    problem.value = await changeViews(action);
    if (problem.value) return false;
    announcement.value = { text: text(done) };
    const result = await listViews();
    // After the change, the earlier list is wrong.
    list.value = 'action' in result ? undefined : result;
    problem.value = 'action' in result ? result : undefined;
    return true;
  };
  useEffect(() => {
    void listViews().then((result) => {
      if ('action' in result) problem.value ??= result;
      // A change has newer ones.
      else list.value ??= result;
    });
  }, [list, problem]);
  const views: Views = { list, problem, change };
  return (
    <>
      <h2 id="views-title">{text('views.title')}</h2>
      <SaveForm {...views} />
      <p role="alert">{problem.value && explainViews(page, problem.value)}</p>
      {list.value === undefined && !problem.value && <p>{text('state.loading')}</p>}
      {list.value?.length === 0 && <p>{text('views.none')}</p>}
      <ul class="views">
        {list.value?.map((view) => (
          <ViewItem key={view.name} view={view} {...views} />
        ))}
      </ul>
      <Button onClick={({ currentTarget }) => currentTarget.closest('dialog')?.close()}>
        {text('handling.close')}
      </Button>
    </>
  );
}

/** Saves what the page shows. The language is the reader's, not the view's. */
function SaveForm({ change }: Views) {
  const { selection, selectionOptions } = useDashboard();
  const { text } = usePage();
  const save = async (form: HTMLFormElement): Promise<void> => {
    const name = readName(form);
    const query = formatSelectionQuery({ ...selection.value, lang: null }, selectionOptions);
    if (await change(viewChanges.save(name, query))) form.reset();
  };
  return (
    <form
      class="view-form"
      onSubmit={(event) => {
        event.preventDefault();
        void save(event.currentTarget);
      }}
    >
      <NameField label={text('views.name')} />
      <Button type="submit" variant="primary">
        {text('views.save')}
      </Button>
      <p id="views-hint">{text('views.hint')}</p>
    </form>
  );
}

function ViewItem({ view, change }: Views & { readonly view: SavedView }) {
  const { openQuery } = useDashboard();
  const { text } = usePage();
  const isRenaming = useSignal(false);
  const { name } = view;
  if (isRenaming.value) {
    const rename = async (form: HTMLFormElement): Promise<void> => {
      const newName = readName(form);
      if (await change(viewChanges.rename(name, newName))) isRenaming.value = false;
    };
    return (
      <li>
        <form
          class="view-form"
          onSubmit={(event) => {
            event.preventDefault();
            void rename(event.currentTarget);
          }}
        >
          <NameField label={text('views.newName')} value={name} hasFocus />
          <Button type="submit" variant="primary">
            {text('views.rename')}
          </Button>
        </form>
      </li>
    );
  }
  return (
    <li>
      <Button
        class="view-open"
        onClick={({ currentTarget }) => {
          currentTarget.closest('dialog')?.close();
          openQuery(view.query);
        }}
      >
        <bdi>{name}</bdi>
      </Button>
      <Button
        aria-label={text('views.renameOf', { name })}
        onClick={() => {
          isRenaming.value = true;
        }}
      >
        {text('views.rename')}
      </Button>
      <Button
        aria-label={text('views.deleteOf', { name })}
        onClick={({ currentTarget }) => {
          const dialog = currentTarget.closest('dialog');
          void change(viewChanges.delete(name), 'views.deleted').then(() => focusName(dialog));
        }}
      >
        {text('views.delete')}
      </Button>
    </li>
  );
}

interface NameFieldProps {
  readonly label: string;
  readonly value?: string;
  readonly hasFocus?: boolean;
}

function NameField({ label, value = '', hasFocus = false }: NameFieldProps) {
  return (
    <label class="field">
      <span class="label">{label}</span>
      <input
        type="text"
        name="name"
        required
        autocomplete="off"
        dir="auto"
        maxLength={MAX_VIEW_NAME}
        defaultValue={value}
        aria-describedby={hasFocus ? undefined : 'views-hint'}
        ref={(input) => {
          if (hasFocus && input && input.dataset.focused === undefined) {
            input.dataset.focused = '';
            input.select();
          }
        }}
      />
    </label>
  );
}

function readName(form: HTMLFormElement): string {
  const name = new FormData(form).get('name');
  return typeof name === 'string' ? name : '';
}

/** The focused button was removed with its view. */
function focusName(dialog: HTMLDialogElement | null): void {
  if (dialog?.contains(document.activeElement) !== true)
    dialog?.querySelector<HTMLInputElement>('input')?.focus();
}
