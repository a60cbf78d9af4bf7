import { resolveObjectURL } from 'node:buffer'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { makeObjectUrl } from './object-url.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('a released object URL still loads after 5 s', async () => {
  const { url, release } = makeObjectUrl(new Blob(['a photo']))
  release()
  vi.advanceTimersByTime(5_000)
  expect(await resolveObjectURL(url)?.text()).toBe('a photo')
})

it('a released object URL is revoked after 10 s', () => {
  const { url, release } = makeObjectUrl(new Blob(['a photo']))
  release()
  vi.advanceTimersByTime(10_000)
  expect(resolveObjectURL(url)).toBeUndefined()
})
