const pending: (() => unknown)[] = []

/**
 * Closes what a helper opened, when its test file ends: the last opened first. Unlike `afterAll`,
 * which Vitest ignores inside a `beforeAll` that has waited for something, it may be called at any
 * time.
 */
export function atEnd(close: () => unknown): void {
  pending.push(close)
}

/** Runs what waits, in every test file (setup.ts). A failure does not keep the others open. */
export async function runAtEnd(): Promise<void> {
  const failures: unknown[] = []
  for (const close of pending.splice(0).reverse()) {
    try {
      await close()
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'a test file was not closed')
}
