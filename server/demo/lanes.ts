/** Number of calls in parallel, below the size of the connection pool. */
const LANES = 6

/** Works as `Promise.all`, but waits for all promises to settle before it rejects. */
export async function together<T extends readonly unknown[]>(work: T) {
  await Promise.allSettled(work)
  return await Promise.all(work)
}

/** Runs the work for all items, at most LANES in parallel; results in the order of the items. */
export async function inLanes<T, R>(items: readonly T[], work: (item: T) => Promise<R>) {
  const answers: R[] = []
  const queue = items.entries()
  const lane = async () => {
    for (const [row, item] of queue) answers[row] = await work(item)
  }
  await together(Array.from({ length: LANES }, lane))
  return answers
}
