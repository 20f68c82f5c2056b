import { z } from 'zod';

/** The parts of a V8 CPU profile that are read (Chrome DevTools protocol, `Profiler.Profile`). */
export const profileSchema = z.object({
  nodes: z.array(
    z.object({
      id: z.number(),
      callFrame: z.object({ functionName: z.string(), url: z.string(), lineNumber: z.number() }),
      children: z.array(z.number()).optional(),
    }),
  ),
  samples: z.array(z.number()),
  /** In microseconds. */
  timeDeltas: z.array(z.number()),
});

export type Profile = z.output<typeof profileSchema>;

/** A function with all its calls from the same callers. */
export interface Call {
  readonly name: string;
  /** Package, file of the platform, or part of Node. */
  readonly origin: string;
  /** Microseconds in the function itself. */
  self: number;
  /** Microseconds in the function and what it called. */
  total: number;
  readonly callees: Map<string, Call>;
}

/** Frames of V8 in which the process waits. */
const IDLE = '(idle)';

/** Returns the calls of a profile as a tree, without the time in which the process waited. */
export function buildCallTree({ nodes, samples, timeDeltas }: Profile): Call {
  const selfTimes = new Map<number, number>();
  for (const [index, id] of samples.entries())
    selfTimes.set(id, (selfTimes.get(id) ?? 0) + Math.max(0, timeDeltas[index] ?? 0));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const root: Call = { name: 'all', origin: '', self: 0, total: 0, callees: new Map() };
  const add = (id: number, caller: Call): number => {
    const node = byId.get(id);
    if (!node || node.callFrame.functionName === IDLE) return 0;
    const call = node.callFrame.functionName === '(root)' ? caller : calleeOf(caller, node.callFrame);
    const self = selfTimes.get(id) ?? 0;
    const total = (node.children ?? []).reduce((sum, child) => sum + add(child, call), self);
    call.self += self;
    call.total += total;
    return total;
  };
  const [first] = nodes;
  if (first) add(first.id, root);
  return root;
}

/** Returns the share of the time by origin, largest first. */
export function sharesByOrigin(root: Call): [origin: string, share: number][] {
  const times = new Map<string, number>();
  const visit = ({ origin, self, callees }: Call): void => {
    times.set(origin, (times.get(origin) ?? 0) + self);
    for (const callee of callees.values()) visit(callee);
  };
  visit(root);
  return [...times]
    .map(([origin, time]): [string, number] => [origin, time / root.total])
    .filter(([, share]) => share > 0)
    .sort(([, one], [, other]) => other - one);
}

function calleeOf(caller: Call, { functionName, url }: Profile['nodes'][number]['callFrame']): Call {
  const name = functionName || '(anonymous)';
  const origin = originOf(name, url);
  const key = `${origin} ${name}`;
  const known = caller.callees.get(key);
  if (known) return known;
  const callee = { name, origin, self: 0, total: 0, callees: new Map<string, Call>() };
  caller.callees.set(key, callee);
  return callee;
}

function originOf(name: string, url: string): string {
  const [, packageName] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? [];
  if (packageName !== undefined) return packageName;
  const [, file] = /dist\/(src\/.*)\.js$/.exec(url) ?? [];
  if (file !== undefined) return file;
  if (url.startsWith('node:')) return 'Node’s modules';
  if (name === '(garbage collector)') return 'garbage collector';
  return `native ${name}`;
}
