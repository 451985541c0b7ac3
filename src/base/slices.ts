/** Long work in steps of some milliseconds each; other work may run between two steps. */
export type Steps<T> = Generator<void, T, void>;

/** Does all steps without a pause, where no other work waits. */
export function atOnce<T>(work: Steps<T>): T {
  let step = work.next();
  while (step.done !== true) step = work.next();
  return step.value;
}

/** Does each step as a slice, see `SalesFirst`. */
export async function inSlices<T>(work: Steps<T>, slice: <S>(step: () => S | Promise<S>) => Promise<S>): Promise<T> {
  let step = await slice(() => work.next());
  while (step.done !== true) step = await slice(() => work.next());
  return step.value;
}
