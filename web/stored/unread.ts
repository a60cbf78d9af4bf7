/** What waits to be sent from this device and cannot be read, for example after an update. */
import type { localDatabase } from '#web/lib/local-database.ts'
import type { Waiting } from './unread-notice.ts'

/** Tells that something was not sent. @param forget called when the person has confirmed */
export async function tellUnread(what: Waiting, forget: () => void): Promise<void> {
  const { showUnread } = await import('./unread-notice.ts')
  showUnread(what, forget)
}

/** Reads what waits in a store; what does not fit is told, and stays until that is confirmed. */
export async function listWaiting<Store extends Waiting, T>(
  { run }: Pick<ReturnType<typeof localDatabase<Store>>, 'run'>,
  store: Store,
  fits: (value: T) => boolean,
): Promise<T[]> {
  const all = await run<T[]>(store, 'readonly', (objects) => objects.getAll())
  for (const each of all.filter((value) => !fits(value))) {
    void tellUnread(store, () => {
      void run(store, 'readwrite', (them) => them.delete(each[them.keyPath as never]))
    })
  }
  return all.filter(fits)
}
