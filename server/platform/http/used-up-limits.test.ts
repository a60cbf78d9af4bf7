import { expect, it } from 'vitest'
import { addMs } from '../clock.ts'
import { AppError } from '../errors.ts'
import { noteBusy, noteUsedUp, refuseUsedUp } from './rate-limit.ts'

const now = new Date('2026-03-02T12:00:00Z')
const limited = new AppError('rate_limited', { details: { retryAfter: 30 } })

it('refuses calls until an exceeded limit ends, with the remaining seconds', async () => {
  noteUsedUp('one', now, limited)
  await expect(refuseUsedUp('one', addMs(now, 10_500))).rejects.toMatchObject({
    code: 'rate_limited',
    details: { retryAfter: 20 },
  })
  await expect(refuseUsedUp('one', addMs(now, 30_000))).resolves.toBeUndefined()
})

it('refuses no call with another rate limit key, and none after another error', async () => {
  noteUsedUp('two', now, new AppError('seats_unavailable'))
  noteUsedUp('two', now, new Error('connection lost'))
  await expect(refuseUsedUp('two', now)).resolves.toBeUndefined()
  noteUsedUp('three', now, limited)
  await expect(refuseUsedUp('two', now)).resolves.toBeUndefined()
})

it('refuses a key with more busy answers than its limit, until the window ends', async () => {
  const limit = { key: 'four', max: 2, windowSeconds: 60 }
  for (let n = 0; n < 2; n += 1) noteBusy(limit, addMs(now, n * 1_000))
  await expect(refuseUsedUp('four', addMs(now, 2_000))).resolves.toBeUndefined()
  noteBusy(limit, addMs(now, 2_000))
  await expect(refuseUsedUp('four', addMs(now, 10_000))).rejects.toMatchObject({
    code: 'rate_limited',
    details: { retryAfter: 50 },
  })
  await expect(refuseUsedUp('four', addMs(now, 60_000))).resolves.toBeUndefined()
  noteBusy(limit, addMs(now, 60_000))
  await expect(refuseUsedUp('four', addMs(now, 60_000))).resolves.toBeUndefined()
})
