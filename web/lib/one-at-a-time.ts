/**
 * Makes `run` run once at a time: in this page, where a call during a run gets its result, and
 * across tabs where the Web Locks API exists, because two tabs would send out of order.
 */
export function oneAtATime<I, T>(lock: string, run: (input: I) => Promise<T>) {
  let running: Promise<T> | null = null
  return (input: I): Promise<T> => {
    const locks: LockManager | undefined = navigator.locks
    running ??= (locks ? locks.request(lock, () => run(input)) : run(input)).finally(() => {
      running = null
    })
    return running
  }
}
