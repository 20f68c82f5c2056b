import type { Node } from './components';
import { type StepHeap, mergeHeaps } from './step-heap';

export type Direction = 'leaving' | 'arriving';

/** Nodes of which every suppressed edge between them is on a cycle of suppressed steps. */
export class Group {
  private parent: Group | undefined;
  private size = 1;
  private leaving: StepHeap | undefined;
  private arriving: StepHeap | undefined;

  /** Returns the group that this one has become part of. */
  get current(): Group {
    let group = this.parent ?? this;
    while (group.parent) group = group.parent;
    if (group !== this) this.parent = group;
    return group;
  }

  addStep(direction: Direction, step: StepHeap): void {
    this[direction] = mergeHeaps(this[direction], step);
  }

  /** Makes two groups one: the smaller one is part of the larger one, so that few steps lead to the current group. */
  merge(other: Group): void {
    if (other === this) return;
    if (other.size > this.size) {
      other.merge(this);
      return;
    }
    other.parent = this;
    this.size += other.size;
    this.leaving = mergeHeaps(this.leaving, other.leaving);
    this.arriving = mergeHeaps(this.arriving, other.arriving);
  }

  /** Returns the steps that leave or reach the group, the cheapest first; removes those within the group that come before it. */
  stepsOf(direction: Direction, groupOf: (node: Node) => Group): StepHeap | undefined {
    let steps = this[direction];
    while (steps && groupOf(steps.node) === this) steps = mergeHeaps(steps.left, steps.right);
    this[direction] = steps;
    return steps;
  }
}
