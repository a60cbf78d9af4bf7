import { expect, it } from 'vitest'
import { ApiError, errorFrom } from './api-error.ts'
import { whenBusy } from './when-busy.ts'

const refusal = (code: string, status: number, retryAfter = '2') =>
  new Response(JSON.stringify({ error: 'No', code }), {
    status,
    headers: { 'retry-after': retryAfter },
  })

/** Returns a call that fails with these errors in order, and then succeeds. */
function answering(...answers: Response[]) {
  const waits: number[] = []
  const call = async () => {
    const answer = answers.shift()
    if (answer) throw await errorFrom(answer)
    return 'in'
  }
  const run = () => whenBusy(call, async (ms) => void waits.push(ms))
  return { run, waits }
}

it('retries a busy call after Retry-After, a little later each time', async () => {
  const { run, waits } = answering(refusal('busy', 503), refusal('busy', 503))
  expect(await run()).toBe('in')
  expect(waits).toHaveLength(2)
  expect(waits[0]).toBeGreaterThanOrEqual(1_500)
  expect(waits[0]).toBeLessThanOrEqual(2_500)
  expect(waits[1]).toBeGreaterThanOrEqual(3_000)
})

it('throws after six busy answers, and waits about 5 s at most between tries', async () => {
  const { run, waits } = answering(...Array.from({ length: 9 }, () => refusal('busy', 503, '600')))
  await expect(run()).rejects.toMatchObject({ code: 'busy', retryAfterSeconds: 600 })
  expect(waits).toHaveLength(5)
  expect(Math.max(...waits)).toBeLessThanOrEqual(6_250)
})

it('throws any refusal other than busy without a retry', async () => {
  const { run, waits } = answering(refusal('bad_credentials', 401))
  await expect(run()).rejects.toBeInstanceOf(ApiError)
  expect(waits).toEqual([])
})
