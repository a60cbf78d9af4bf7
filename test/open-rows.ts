import { expect } from 'vitest'
import { until } from './screen.tsx'

/** Opens every closed row of a list on the screen, which makes what the row holds. */
export async function openRows(): Promise<void> {
  const closed = () => [
    ...document.querySelectorAll<HTMLElement>('li > details:not([open]) > summary'),
  ]
  await until(() => expect(closed().length).toBeGreaterThan(0))
  for (const summary of closed()) summary.click()
}
