/** Readers of live events in this process: one per app. */
const readers = new Set<() => void>()
/** What tells other processes. */
const publishers = new Set<() => void>()

/** Something may have been committed: readers look at once instead of at their next poll. */
export function wakeReaders(): void {
  for (const read of readers) read()
}

/** Live events were committed here: wakes the readers of this process and of others. */
export function noteCommit(): void {
  wakeReaders()
  for (const publish of publishers) publish()
}

/** @returns the function that stops it */
export function onCommit(publish: () => void): () => void {
  publishers.add(publish)
  return () => publishers.delete(publish)
}

export type Pause = {
  /** Resolves after `ms`, or as soon as readers are woken; at once if they were since `begin`. */
  rest(ms: number): Promise<void>
  /** Forgets earlier wakes: to be called before what they announce is read. */
  begin(): void
  end(): void
}

/** A pause between two reads that `wakeReaders` cuts short. */
export function openPause(): Pause {
  let woken = false
  let ended = false
  let resume = () => {}
  const wake = () => {
    woken = true
    resume()
  }
  readers.add(wake)
  return {
    begin() {
      woken = false
    },
    rest(ms) {
      if (woken || ended) return Promise.resolve()
      return new Promise((resolve) => {
        const timer = setTimeout(resolve, ms)
        resume = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    },
    end() {
      ended = true
      readers.delete(wake)
      resume()
    },
  }
}
