/** The same, but it rejects after so many ms; `state` says what is known then. */
export async function within<T>(
  ms: number,
  what: string,
  work: Promise<T>,
  state: () => string = () => '',
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error(`not within ${ms} ms: ${what} ${state()}`.trim())), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
