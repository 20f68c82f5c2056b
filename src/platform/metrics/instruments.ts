import type * as Prometheus from 'prom-client';

type Labels = Readonly<Record<string, string>>;

/** Labels of a metric with one value. */
export type NoLabels = Readonly<Record<string, never>>;

/** What a metric measures. Its labels must have few values, and none that a caller chooses or that concerns a person. */
interface Definition<L extends Labels> {
  /** Unique, in the form that Prometheus recommends: `platform_calls_total`, `platform_call_duration_seconds`. */
  readonly name: string;
  readonly help: string;
  /** Names of the labels. */
  readonly labels: readonly (keyof L & string)[];
}

interface HistogramDefinition<L extends Labels> extends Definition<L> {
  /** Upper limits. */
  readonly buckets: readonly number[];
}

interface GaugeDefinition<L extends Labels> extends Definition<L> {
  /** How the values of several processes are added up: `max` for what each of them reads from the database. */
  readonly ofProcesses: 'sum' | 'max';
}

/** Where metrics are collected. */
interface Target {
  readonly prometheus: typeof Prometheus;
  readonly registry: Prometheus.Registry;
}

interface Instrument {
  readonly name: string;
  bind(target: Target): void;
}

/** A read of a gauge that takes longer is left out of the metrics. */
const READ_TIMEOUT_MS = 1_000;

const declared = new Map<string, Instrument>();
let target: Target | undefined;

/** Collects all metrics, also those of files that are loaded later. Before it, to record a value costs a check for undefined. */
export function bindInstruments(chosen: Target): void {
  target = chosen;
  for (const instrument of declared.values()) instrument.bind(chosen);
}

/**
 * Declares a metric that counts.
 * @throws TypeError if the name is not unique
 */
export function counter<L extends Labels>(definition: Definition<L>): Counter<L> {
  return declare(new Counter(definition));
}

/**
 * Declares a metric of a distribution, in seconds for example.
 * @throws TypeError if the name is not unique
 */
export function histogram<L extends Labels>(definition: HistogramDefinition<L>): Histogram<L> {
  return declare(new Histogram(definition));
}

/**
 * Declares a metric of a state, which is read when metrics are collected.
 * @throws TypeError if the name is not unique
 */
export function gauge<L extends Labels>(definition: GaugeDefinition<L>): Gauge<L> {
  return declare(new Gauge(definition));
}

function declare<I extends Instrument>(instrument: I): I {
  if (declared.has(instrument.name)) throw new TypeError(`two metrics have the name ${instrument.name}`);
  declared.set(instrument.name, instrument);
  if (target) instrument.bind(target);
  return instrument;
}

/** A metric whose values are recorded where they occur. */
abstract class Recorder<D extends { readonly name: string }, Bound> implements Instrument {
  protected bound: Bound | undefined;

  constructor(protected readonly definition: D) {}

  get name(): string {
    return this.definition.name;
  }

  /** Whether values are recorded, so that they need to be measured. */
  get isOn(): boolean {
    return this.bound !== undefined;
  }

  abstract bind(target: Target): void;
}

class Counter<L extends Labels> extends Recorder<Definition<L>, Prometheus.Counter> {
  add(labels: L, amount = 1): void {
    this.bound?.inc(labels, amount);
  }

  bind({ prometheus, registry }: Target): void {
    const { name, help, labels } = this.definition;
    this.bound = new prometheus.Counter({ name, help, labelNames: labels, registers: [registry] });
  }
}

class Histogram<L extends Labels> extends Recorder<HistogramDefinition<L>, Prometheus.Histogram> {
  record(labels: L, value: number): void {
    this.bound?.observe(labels, value);
  }

  /** @param since in milliseconds of `performance.now()` */
  recordSeconds(labels: L, since: number): void {
    this.bound?.observe(labels, (performance.now() - since) / 1_000);
  }

  bind({ prometheus, registry }: Target): void {
    const { name, help, labels, buckets } = this.definition;
    this.bound = new prometheus.Histogram({
      name,
      help,
      labelNames: labels,
      buckets: [...buckets],
      registers: [registry],
    });
  }
}

/** Values by their labels. Those of equal labels are added up. */
type Values<L extends Labels> = readonly (readonly [labels: L, value: number])[];
type Read<L extends Labels> = () => Values<L> | Promise<Values<L>>;

class Gauge<L extends Labels> implements Instrument {
  private readonly reads = new Set<Read<L>>();

  constructor(private readonly definition: GaugeDefinition<L>) {}

  get name(): string {
    return this.definition.name;
  }

  /**
   * Adds what is read when metrics are collected. What fails or takes too long is left out.
   * @returns a function that removes it
   */
  observe(read: Read<L>): () => void {
    this.reads.add(read);
    return () => {
      this.reads.delete(read);
    };
  }

  bind({ prometheus, registry }: Target): void {
    const { name, help, labels: labelNames, ofProcesses } = this.definition;
    const readAll = () => this.readAll();
    const bound: Prometheus.Gauge = new prometheus.Gauge({
      name,
      help,
      labelNames,
      aggregator: ofProcesses,
      registers: [registry],
      async collect() {
        const values = await readAll();
        bound.reset();
        for (const [labels, value] of values) bound.inc(labels, value);
      },
    });
  }

  private async readAll(): Promise<Values<L>> {
    const values = await Promise.all(Array.from(this.reads, (read) => readInTime(read)));
    return values.flat();
  }
}

async function readInTime<L extends Labels>(read: Read<L>): Promise<Values<L>> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<Values<L>>((resolve) => {
    timer = setTimeout(() => {
      resolve([]);
    }, READ_TIMEOUT_MS).unref();
  });
  try {
    return await Promise.race([read(), timeout]);
  } catch {
    return [];
  } finally {
    clearTimeout(timer);
  }
}
