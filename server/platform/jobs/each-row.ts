/**
 * Works on one row after the other. A row that fails stops no other: `failed` gets its error.
 * Returns for how many rows `work` answered true.
 */
export async function eachRow<Row>(
  rows: Iterable<Row>,
  work: (row: Row) => Promise<unknown>,
  failed: (error: unknown, row: Row) => void,
): Promise<number> {
  let done = 0
  for (const row of rows) {
    try {
      if ((await work(row)) === true) done += 1
    } catch (error) {
      failed(error, row)
    }
  }
  return done
}

/** Works as `eachRow`, then fails with all errors and the first one's message: a job runs again. */
export async function eachRowOrFail<Row>(
  rows: Iterable<Row>,
  work: (row: Row) => Promise<unknown>,
  message: string,
): Promise<number> {
  const errors: unknown[] = []
  const done = await eachRow(rows, work, (error) => errors.push(error))
  const [first] = errors
  if (first) throw new AggregateError(errors, `${message}: ${(first as Error).message}`)
  return done
}
