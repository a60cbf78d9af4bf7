// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { onUnkept } from './browser-storage.ts'
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

it('reports what it could not store, not what it could not read or delete', async () => {
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new DOMException('denied', 'SecurityError')
    },
  })
  const reported: string[] = []
  onUnkept((key) => reported.push(key))
  const { run, put } = localDatabase('a', { things: 'id' })
  await expect(run('things', 'readonly', (things) => things.count())).rejects.toThrow('denied')
  await expect(run('things', 'readwrite', (things) => things.clear())).rejects.toThrow('denied')
  expect(reported).toEqual([])
  await expect(put('things', { id: 1 })).rejects.toThrow('denied')
  expect(reported).toEqual(['a:things'])
})
