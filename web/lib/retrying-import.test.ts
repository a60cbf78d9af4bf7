import { expect, it, vi } from 'vitest'
import { retryingImport } from './retrying-import.ts'

it('retries a failed import when the network is back', async () => {
  const network = new EventTarget()
  const load = vi.fn(async () => 'part').mockRejectedValueOnce(new TypeError('offline'))
  const done = vi.fn()
  const loading = retryingImport(load, network).then(done)
  await vi.waitFor(() => expect(load).toHaveBeenCalledOnce())
  await new Promise((resolve) => setTimeout(resolve))
  expect(done).not.toHaveBeenCalled()
  network.dispatchEvent(new Event('online'))
  await loading
  expect(done).toHaveBeenCalledWith('part')
  expect(load).toHaveBeenCalledTimes(2)
})
