// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { localDatabase } from './local-database.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('rejects when the browser announces IndexedDB and never opens it, and asks again', async () => {
  vi.useFakeTimers()
  const open = vi.fn(() => ({}))
  vi.stubGlobal('indexedDB', { open })
  const { run } = localDatabase('a', { things: 'id' })
  for (const times of [1, 2]) {
    const reading = expect(run('things', 'readonly', (things) => things.count())).rejects.toThrow()
    await vi.advanceTimersByTimeAsync(3000)
    await reading
    expect(open).toHaveBeenCalledTimes(times)
  }
})
