import { StateIndex } from './state-index.ts';

/** One atomic step of a process, of the environment, or a fault. */
export interface Action<State> {
  name: string;
  /** `step`: happens eventually when it can. `environment` and `fault`: may happen, at any time or never. */
  kind: 'step' | 'environment' | 'fault';
  isEnabled(state: Readonly<State>): boolean;
  apply(state: State): void;
}

/** A system of processes as a finite number of states. */
export interface Model<State extends { [Name in keyof State]: number }> {
  /** Each variable starts at 0; this is the highest value of each. */
  highest: Readonly<State>;
  /** In the order in which a run without faults prefers them. */
  actions: readonly Action<State>[];
  /** Returns a description of what no state may contain; null when the state is valid. */
  findViolation(state: Readonly<State>): string | null;
  /**
   * Returns a description of what no state may contain in which no step is enabled any more; null when the state is
   * valid.
   */
  findUnsettled(state: Readonly<State>): string | null;
}

export interface Violation {
  what: string;
  /** The names of the actions that lead to it from the first state. */
  history: readonly string[];
}

export interface CheckResult {
  states: number;
  violation: Violation | null;
}

/** Longer runs without faults count as runs that never settle. */
const MAX_STEPS = 200;

/** Writes a state as one integer below 2^53 and back. */
function codecOf<State extends { [Name in keyof State]: number }>(highest: Readonly<State>) {
  const names = Object.keys(highest) as (keyof State)[];
  const radixes = names.map((name) => highest[name] + 1);
  if (radixes.reduce((product, radix) => product * radix, 1) > Number.MAX_SAFE_INTEGER)
    throw new Error('the model has more states than a number can tell apart');
  return {
    encode(state: Readonly<State>): number {
      let code = 0;
      // In the order of `names`: every state is a copy of `highest`.
      const values = Object.values<number>(state);
      for (let at = 0; at < names.length; at += 1) {
        const value = values[at] as number;
        const radix = radixes[at] as number;
        if (value < 0 || value >= radix) throw new Error(`${String(names[at])} is ${value}`);
        code = code * radix + value;
      }
      return code;
    },
    decode(code: number): State {
      const state: State = { ...highest };
      let rest = code;
      for (let at = names.length - 1; at >= 0; at -= 1) {
        const radix = radixes[at] as number;
        const quotient = Math.floor(rest / radix);
        state[names[at] as keyof State] = (rest - quotient * radix) as State[keyof State];
        rest = quotient;
      }
      return state;
    },
  };
}

/**
 * Visits every reachable state, breadth first, and requires of each that it is no violation, and that the run without
 * further faults from it ends in a settled state. Stops at the first violation, whose history is a shortest one.
 * @param maxStates throws beyond this number: memory is about 30 bytes a state
 */
export function checkModel<State extends { [Name in keyof State]: number }>(
  model: Model<State>,
  maxStates = 20_000_000,
): CheckResult {
  const { actions, highest, findViolation, findUnsettled } = model;
  const { encode, decode } = codecOf(highest);
  const steps = actions.filter(({ kind }) => kind === 'step');
  const index = new StateIndex();
  const parents: number[] = [];
  const causes: number[] = [];

  function discover(state: Readonly<State>, parent: number, cause: number): void {
    if (!index.add(encode(state))) return;
    parents.push(parent);
    causes.push(cause);
    if (index.size > maxStates) throw new Error(`more than ${maxStates} states`);
  }
  function historyOf(id: number): string[] {
    const names: string[] = [];
    for (let at = id; parents[at] !== -1; at = parents[at] as number)
      names.push(actions[causes[at] as number]?.name ?? '');
    return names.toReversed();
  }

  discover(decode(0), -1, -1);
  for (let id = 0; id < index.size; id += 1) {
    const state = decode(index.codeOf(id));
    const what = findViolation(state);
    if (what !== null) return { states: index.size, violation: { what, history: historyOf(id) } };
    for (let cause = 0; cause < actions.length; cause += 1) {
      const action = actions[cause] as Action<State>;
      if (!action.isEnabled(state)) continue;
      const next = { ...state };
      action.apply(next);
      discover(next, id, cause);
    }
  }

  const settles = new Uint8Array(index.size);
  /** Finds what keeps the run without faults from settling; null when it settles. */
  function findLasting(id: number): string | null {
    const path = [id];
    let state = decode(index.codeOf(id));
    for (let taken = 0; taken < MAX_STEPS; taken += 1) {
      const step = steps.find(({ isEnabled }) => isEnabled(state));
      if (step === undefined) {
        const what = findUnsettled(state);
        if (what === null) for (const at of path) settles[at] = 1;
        return what;
      }
      state = { ...state };
      step.apply(state);
      const at = index.find(encode(state));
      if (settles[at] === 1) {
        for (const before of path) settles[before] = 1;
        return null;
      }
      path.push(at);
    }
    return 'never settles';
  }
  for (let id = 0; id < index.size; id += 1) {
    const what = settles[id] === 1 ? null : findLasting(id);
    if (what !== null) return { states: index.size, violation: { what, history: historyOf(id) } };
  }
  return { states: index.size, violation: null };
}
