/** Failures on demand, in the order in which they were added; each applies a number of times. */
export interface FaultList<Fault, Subject> {
  add(fault: Fault): void;
  /** The first fault that applies to the subject; counts it. */
  take(subject: Subject): Fault | null;
  list(): Fault[];
  clear(): void;
}

export function createFaultList<Fault extends { times: number }, Subject>(
  applies: (fault: Fault, subject: Subject) => boolean,
): FaultList<Fault, Subject> {
  let faults: Fault[] = [];
  return {
    add: (fault) => void faults.push({ ...fault }),
    take(subject) {
      const fault = faults.find((candidate) => applies(candidate, subject));
      if (fault === undefined) return null;
      fault.times -= 1;
      if (fault.times <= 0) faults = faults.filter((other) => other !== fault);
      return fault;
    },
    list: () => faults.map((fault) => ({ ...fault })),
    clear: () => void (faults = []),
  };
}
