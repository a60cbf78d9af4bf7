import { expect, it, onTestFinished, vi } from 'vitest'
import { untilDone } from './until-done.ts'

it('retries a failed import when the network is back', async () => {
  const network = new EventTarget()
  const load = vi.fn(async () => 'part').mockRejectedValueOnce(new TypeError('offline'))
  const done = vi.fn()
  const loading = untilDone(load, network).then(done)
  await vi.waitFor(() => expect(load).toHaveBeenCalledOnce())
  await new Promise((resolve) => setTimeout(resolve))
  expect(done).not.toHaveBeenCalled()
  network.dispatchEvent(new Event('online'))
  await loading
  expect(done).toHaveBeenCalledWith('part')
  expect(load).toHaveBeenCalledTimes(2)
})

it('retries a failed import on a poor network, which sends no event', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const load = vi.fn(async () => 'part').mockRejectedValueOnce(new TypeError('lost'))
  const loading = untilDone(load, new EventTarget())
  await vi.advanceTimersByTimeAsync(3_000)
  expect(await loading).toBe('part')
})
