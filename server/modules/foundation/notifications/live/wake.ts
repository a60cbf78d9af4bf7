/** Readers of live events in this process, one per app. */
const readers = new Set<() => void>()
/** Functions that send a hint to other processes. */
const publishers = new Set<() => void>()

/** Wakes the readers, which then read immediately instead of at their next poll. */
export function wakeReaders(): void {
  for (const read of readers) read()
}

/** Wakes the readers of this process and of other processes after live events were committed. */
export function noteCommit(): void {
  wakeReaders()
  for (const publish of publishers) publish()
}

/** Registers a function that sends hints. Returns the function that removes it. */
export function onCommit(publish: () => void): () => void {
  publishers.add(publish)
  return () => publishers.delete(publish)
}

export type Pause = {
  /** Resolves after `ms`, or when readers are woken, also if that happened since `begin`. */
  rest(ms: number): Promise<void>
  /** Forgets earlier wake-ups. Must be called before the announced events are read. */
  begin(): void
  end(): void
}

/** Opens a pause between two reads, which `wakeReaders` ends early. */
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
