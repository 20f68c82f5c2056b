const DAY_MS = 24 * 60 * 60 * 1000;

interface Zone {
  readonly format: Intl.DateTimeFormat;
  /** Offsets at noon of a day, by the day's number: asking the formatter takes longer than all else about a line. */
  readonly noons: Map<number, number>;
}

const zones = new Map<string, Zone>();

/** Whether there is a time zone of this IANA name. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/**
 * The offsets from UTC, in milliseconds, with which clocks in a zone showed a time: one as a rule, none where they were put
 * forward over it, two where they were put back.
 * @param local the time shown, as if it were in UTC
 */
export function offsetsAt(local: number, timeZone: string): number[] {
  const zone = zoneOf(timeZone);
  const day = Math.floor(local / DAY_MS);
  const before = atNoon(zone, day - 1);
  const after = atNoon(zone, day + 1);
  // Nowhere do clocks change twice within two days.
  if (before === after) return [before];
  return [before, after].filter((offset) => offsetOf(zone, local - offset) === offset);
}

function zoneOf(timeZone: string): Zone {
  const known = zones.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const zone = { format, noons: new Map<number, number>() };
  zones.set(timeZone, zone);
  return zone;
}

function atNoon(zone: Zone, day: number): number {
  const known = zone.noons.get(day);
  if (known !== undefined) return known;
  const offset = offsetOf(zone, day * DAY_MS + DAY_MS / 2);
  zone.noons.set(day, offset);
  return offset;
}

/** @param moment in UTC */
function offsetOf({ format }: Zone, moment: number): number {
  const parts = Object.fromEntries(
    format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(moment / 1000) * 1000;
}
