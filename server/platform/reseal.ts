/** Numbers of rows: `read` in total, `renewed` encrypted again with the current key. */
export type Resealing = { read: number; renewed: number }

const LOWEST_ID = '00000000-0000-0000-0000-000000000000'

/** Processes all rows in the order of their ids, page by page, one row at a time. */
export async function resealAll<Row extends { id: string }>(steps: {
  /** Returns the page after this id; empty at the end. */
  after(id: string): Promise<Row[]>
  /** Encrypts a row again. Returns false if it already has the current key. */
  renew(row: Row): Promise<boolean>
}): Promise<Resealing> {
  const done: Resealing = { read: 0, renewed: 0 }
  let last = LOWEST_ID
  for (;;) {
    const page = await steps.after(last)
    if (page.length === 0) return done
    for (const row of page) {
      done.read += 1
      if (await steps.renew(row)) done.renewed += 1
      last = row.id
    }
  }
}
