/** Calls in parallel; the pool has more connections. */
const LANES = 6

/** As `Promise.all`, but nothing is under way any more when it fails. */
export async function together<T extends readonly unknown[]>(work: T) {
  await Promise.allSettled(work)
  return await Promise.all(work)
}

/** Runs the work for all items, some of them at a time; answers in their order. */
export async function inLanes<T, R>(items: readonly T[], work: (item: T) => Promise<R>) {
  const answers: R[] = []
  const queue = items.entries()
  const lane = async () => {
    for (const [row, item] of queue) answers[row] = await work(item)
  }
  await together(Array.from({ length: LANES }, lane))
  return answers
}
