/** Does one piece of work after the other, in the order of asking. A piece that fails does not hold up the next. */
export class Serial {
  private last: Promise<unknown> = Promise.resolve();

  run<T>(work: () => Promise<T>): Promise<T> {
    const result = this.last.then(work);
    this.last = result.catch(() => undefined);
    return result;
  }
}

/** A {@link Serial} for each key, kept as long as work of it is under way. */
export class SerialByKey {
  private readonly queues = new Map<string, { readonly serial: Serial; count: number }>();

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const queue = this.queues.get(key) ?? { serial: new Serial(), count: 0 };
    this.queues.set(key, queue);
    queue.count += 1;
    try {
      return await queue.serial.run(work);
    } finally {
      queue.count -= 1;
      if (queue.count === 0) this.queues.delete(key);
    }
  }
}
