/**
 * Makes of `fn` a function that runs once at a time: calls during a run get the result of that run.
 * Where the Web Locks API exists that holds across tabs, by the name of the lock: two tabs would
 * send out of order.
 */
export function oneAtATime<Args extends unknown[], T>(
  lock: string,
  fn: (...args: Args) => Promise<T>,
): (...args: Args) => Promise<T> {
  let running: Promise<T> | null = null
  const locked = (...args: Args) => {
    const locks: LockManager | undefined = navigator.locks
    return locks ? locks.request(lock, () => fn(...args)) : fn(...args)
  }
  return (...args) => {
    running ??= locked(...args).finally(() => {
      running = null
    })
    return running
  }
}
