import { AsyncLocalStorage } from 'node:async_hooks'

const scope = new AsyncLocalStorage<string>()

/** Runs a call in which `currentRequestId` returns this id, also in the code that it awaits. */
export function withRequestId<T>(id: string, call: () => Promise<T>): Promise<T> {
  return scope.run(id, call)
}

/** Returns the id of the current request; null outside of routes that set it. */
export function currentRequestId(): string | null {
  return scope.getStore() ?? null
}
