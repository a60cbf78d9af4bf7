const pending: (() => unknown)[] = []

/**
 * Closes a resource when its test file ends, in reverse order of opening. It can be called at any
 * time, unlike `afterAll`, which Vitest ignores inside a `beforeAll` that has awaited a promise.
 */
export function atEnd(close: () => unknown): void {
  pending.push(close)
}

/**
 * Runs the registered functions at the end of every test file (setup.ts). After a failure the
 * remaining ones still run.
 */
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
