import { assignSlots, formatSlots, parseSlots } from '../../web/dashboard/slots';

const FREQUENT = [
  'Malaria',
  'Acute upper respiratory infection',
  'Hypertension',
  'Diarrhoea and gastroenteritis',
  'Common cold',
  'Pneumonia',
];

describe('the slots of the trend', () => {
  it('are the same for a name in every selection of the most frequent pathologies, in any order', () => {
    const slots = assignSlots(FREQUENT);
    expect([...slots].sort()).toEqual([0, 1, 2, 3, 4, 5]);
    expect(assignSlots(FREQUENT.toReversed())).toEqual(slots.toReversed());
    for (const [index, name] of FREQUENT.entries()) expect(assignSlots([name])).toEqual([slots[index]]);
  });

  it('are different ones for names that lead to the same one, and the earlier name has its own', () => {
    const names = ['Malaria', 'Malaria b', 'Malaria c', 'Malaria d', 'Malaria e', 'Malaria f'];
    const slots = assignSlots(names);
    expect(new Set(slots).size).toBe(6);
    expect(slots[0]).toBe(assignSlots(['Malaria'])[0]);
  });

  it('stay when other names come and go', () => {
    expect(assignSlots(['Cholera', 'Malaria', 'Measles'], [5, 4]).slice(0, 2)).toEqual([5, 4]);
    expect(assignSlots(['Malaria'], [4])).toEqual([4]);
  });

  it('are in a link only if the names do not lead to them', () => {
    expect(formatSlots(FREQUENT, assignSlots(FREQUENT))).toBeUndefined();
    expect(formatSlots(['Cholera', 'Malaria'], [5, 4])).toBe('65');
    expect(parseSlots('65', ['Cholera', 'Malaria'])).toEqual([5, 4]);
    for (const text of ['6', '66', '07', '6x', '651'])
      expect(parseSlots(text, ['Cholera', 'Malaria'])).toBeUndefined();
  });
});
