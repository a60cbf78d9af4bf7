import { expect, it } from 'vitest'
import { addMs } from '../clock.ts'
import { AppError } from '../errors.ts'
import { noteUsedUp, refuseUsedUp } from './used-up-limits.ts'

const now = new Date('2026-03-02T12:00:00Z')
const limited = new AppError('rate_limited', { details: { retryAfter: 30 } })

it('refuses until the window of a used up limit ends, with the seconds that are left', async () => {
  noteUsedUp('one', now, limited)
  await expect(refuseUsedUp('one', addMs(now, 10_500))).rejects.toMatchObject({
    code: 'rate_limited',
    details: { retryAfter: 20 },
  })
  await expect(refuseUsedUp('one', addMs(now, 30_000))).resolves.toBeUndefined()
})

it('refuses nobody else, and nothing after another error', async () => {
  noteUsedUp('two', now, new AppError('seats_unavailable'))
  noteUsedUp('two', now, new Error('connection lost'))
  await expect(refuseUsedUp('two', now)).resolves.toBeUndefined()
  noteUsedUp('three', now, limited)
  await expect(refuseUsedUp('two', now)).resolves.toBeUndefined()
})
