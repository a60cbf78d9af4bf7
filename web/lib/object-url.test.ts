import { resolveObjectURL } from 'node:buffer'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { makeObjectUrl } from './object-url.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('an image that has not begun to load can still load a released URL', async () => {
  const { url, release } = makeObjectUrl(new Blob(['a photo']))
  release()
  vi.advanceTimersByTime(5_000)
  expect(await resolveObjectURL(url)?.text()).toBe('a photo')
})

it('a released URL is revoked', () => {
  const { url, release } = makeObjectUrl(new Blob(['a photo']))
  release()
  vi.advanceTimersByTime(10_000)
  expect(resolveObjectURL(url)).toBeUndefined()
})
