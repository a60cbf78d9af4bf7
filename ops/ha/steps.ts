// Steps that are played one after the other, each with its time, until a step fails.

/** One step; a text returned by `play` is printed. */
export type Step = { name: string; play(): Promise<unknown> }

/**
 * Plays the steps in order and prints each with its milliseconds and its result. Stops after a
 * failure, because later steps depend on earlier ones.
 */
export async function playSteps(
  steps: readonly Step[],
  say: (line: string) => void,
): Promise<{ passed: number; failed: number }> {
  for (const [passed, { name, play }] of steps.entries()) {
    const started = performance.now()
    const line = (mark: string) =>
      `${mark}  ${(performance.now() - started).toFixed(0).padStart(6)} ms  ${name}`
    try {
      const found = await play()
      say(line('ok  ') + (typeof found === 'string' ? `: ${found}` : ''))
    } catch (error) {
      say(`${line('FAIL')}: ${error instanceof Error ? error.message : error}`)
      say(`${passed} passed, 1 failed`)
      return { passed, failed: 1 }
    }
  }
  say(`${steps.length} passed, 0 failed`)
  return { passed: steps.length, failed: 0 }
}
