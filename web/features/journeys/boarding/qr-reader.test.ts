import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { provenReader } from './qr-reader.ts'

const picture = {} as HTMLVideoElement
const own = { detect: async () => [{ rawValue: 'own' }] }
const finds = async () => [{ rawValue: 'native' }]

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Looks every 180 ms, as the screen does, until a text is read; returns it and the time in ms. */
async function scan(read: ReturnType<typeof provenReader>) {
  const began = performance.now()
  while (performance.now() - began < 10_000) {
    const looking = read(picture).catch(() => null)
    await vi.advanceTimersByTimeAsync(1000)
    const text = await looking
    if (text !== null) return { text, ms: performance.now() - began }
  }
  return null
}

it.each([
  ['rejects', () => Promise.reject(new Error('no service'))],
  ['never answers', () => new Promise<never>(() => undefined)],
  ['finds nothing', async () => []],
])('a native reader that %s is replaced within 3 s', async (_, detect) => {
  const scanned = await scan(provenReader({ detect }, async () => own))
  expect(scanned?.text).toBe('own')
  expect(scanned?.ms).toBeLessThanOrEqual(3000)
})

it('a native reader that read a code is kept, also while no code is in view', async () => {
  const detect = vi.fn(finds)
  const load = vi.fn(async () => own)
  const read = provenReader({ detect }, load)
  expect((await scan(read))?.text).toBe('native')
  detect.mockImplementation(async () => [])
  expect(await scan(read)).toBeNull()
  expect(load).not.toHaveBeenCalled()
})

it('the own reader is loaded again after a failed download', async () => {
  const load = vi.fn(async () => own).mockRejectedValueOnce(new Error('no network'))
  const read = provenReader({ detect: () => Promise.reject(new Error('no service')) }, load)
  expect((await scan(read))?.text).toBe('own')
  expect(load).toHaveBeenCalledTimes(2)
})
