import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  onSlowRequests,
  readPatiently,
  retrySlowReads,
  SLOW_AFTER_MS,
  slowRequest,
} from './slow-requests.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A request that gets no answer until it is aborted. */
const silence = (signal: AbortSignal) =>
  new Promise<string>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })

describe('a read without an answer', () => {
  it('counts a read as slow after 8 s without an answer, until the answer comes', async () => {
    const answer = Promise.withResolvers<string>()
    const heard = vi.fn()
    const stop = onSlowRequests(heard)
    const read = readPatiently(() => answer.promise)
    await vi.advanceTimersByTimeAsync(SLOW_AFTER_MS - 1)
    expect(slowRequest()).toBeNull()
    await vi.advanceTimersByTimeAsync(1)
    expect(slowRequest()).toBe('read')
    answer.resolve('sheet')
    expect(await read).toBe('sheet')
    expect([slowRequest(), heard.mock.calls.length]).toEqual([null, 2])
    stop()
  })

  it('a retry aborts a slow read and sends it again', async () => {
    const signals: AbortSignal[] = []
    const read = readPatiently((signal) => {
      signals.push(signal)
      return signals.length === 1 ? silence(signal) : Promise.resolve('sheet')
    })
    await vi.advanceTimersByTimeAsync(SLOW_AFTER_MS)
    retrySlowReads()
    expect(await read).toBe('sheet')
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
    expect(slowRequest()).toBeNull()
  })

  it('a slow read that the caller aborts ends, and is not sent again', async () => {
    const caller = new AbortController()
    const send = vi.fn(silence)
    const read = readPatiently(send, caller.signal).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(SLOW_AFTER_MS)
    caller.abort(new Error('left the screen'))
    expect(await read).toMatchObject({ message: 'left the screen' })
    expect([send.mock.calls.length, slowRequest()]).toEqual([1, null])
  })

  it('a read whose caller had left before is sent with an aborted signal', async () => {
    const left = AbortSignal.abort(new Error('left the screen'))
    const send = async (signal: AbortSignal) => signal.throwIfAborted()
    await expect(readPatiently(send, left)).rejects.toThrow('left the screen')
  })
})

it('passes the error of a failed read to the caller', async () => {
  await expect(readPatiently(() => Promise.reject(new Error('reset')))).rejects.toThrow('reset')
})
