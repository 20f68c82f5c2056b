const DAY_MS = 24 * 60 * 60 * 1000;

interface Zone {
  readonly format: Intl.DateTimeFormat;
  /** Offset in milliseconds by day since 1970. A cache, because the formatter takes most of a line's time. */
  readonly noonOffsets: Map<number, number>;
}

const zones = new Map<string, Zone>();

/** @param name IANA name */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the offsets from UTC, in milliseconds, that a local time can have.
 * Usually one: none if clocks were put forward over the time, two if they were put back.
 * @param localMs the local time as if it were in UTC, in milliseconds
 */
export function findOffsetsMs(localMs: number, timeZone: string): number[] {
  const zone = getZone(timeZone);
  const day = Math.floor(localMs / DAY_MS);
  const before = getNoonOffsetMs(zone, day - 1);
  const after = getNoonOffsetMs(zone, day + 1);
  // No zone changes its clocks twice within two days.
  if (before === after) return [before];
  return [before, after].filter((offset) => computeOffsetMs(zone, localMs - offset) === offset);
}

function getZone(timeZone: string): Zone {
  const cached = zones.get(timeZone);
  if (cached) return cached;
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
  const zone = { format, noonOffsets: new Map<number, number>() };
  zones.set(timeZone, zone);
  return zone;
}

function getNoonOffsetMs(zone: Zone, day: number): number {
  const cached = zone.noonOffsets.get(day);
  if (cached !== undefined) return cached;
  const offset = computeOffsetMs(zone, day * DAY_MS + DAY_MS / 2);
  zone.noonOffsets.set(day, offset);
  return offset;
}

/** @param timestampMs milliseconds since 1970 in UTC */
function computeOffsetMs({ format }: Zone, timestampMs: number): number {
  const parts = Object.fromEntries(
    format.formatToParts(timestampMs).map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(timestampMs / 1000) * 1000;
}
