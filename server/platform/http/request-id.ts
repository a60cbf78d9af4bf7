import { AsyncLocalStorage } from 'node:async_hooks'

const scope = new AsyncLocalStorage<string>()

/** Runs a call so that `currentRequestId` answers its id, also in what it awaits. */
export function withRequestId<T>(id: string, call: () => Promise<T>): Promise<T> {
  return scope.run(id, call)
}

/** The id of the request that is handled; null outside one, and where nobody asked for it. */
export function currentRequestId(): string | null {
  return scope.getStore() ?? null
}
