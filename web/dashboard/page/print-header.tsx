import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useDashboard, usePage } from '../state/dashboard-context';

const printedAt = signal(new Date());

/** The line with period, country and time, which appears only in print. */
export function PrintHeader() {
  const state = useDashboard();
  const { text, format } = usePage();
  useEffect(() => {
    window.addEventListener('beforeprint', () => {
      printedAt.value = new Date();
    });
  }, []);
  const time = text('page.printed', { time: format.dateTime(printedAt.value) });
  return <p class="print-only">{[state.periodName, state.countryName, time].join(' · ')}</p>;
}
