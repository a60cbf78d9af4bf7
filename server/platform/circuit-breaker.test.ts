import { expect, it } from 'vitest'
import { CircuitBreaker } from './circuit-breaker.ts'

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 20) + seconds * 1_000)
const breaker = () => new CircuitBreaker({ failuresMax: 3, pauseMs: 10_000, pauseMaxMs: 30_000 })

it('keeps the circuit breaker closed while failures are not consecutive', () => {
  const it = breaker()
  for (let n = 0; n < 10; n += 1) {
    it.failed(at(0))
    it.failed(at(0))
    it.succeeded()
  }
  expect(it.enter(at(0))).toBeUndefined()
})

it('opens the circuit breaker after failures in a row, and probes after the pause', () => {
  const it = breaker()
  expect([it.failed(at(0)), it.failed(at(0)), it.failed(at(0))]).toEqual([
    undefined,
    undefined,
    'opened',
  ])
  expect(it.enter(at(1))).toEqual(at(10))
  expect(it.enter(at(10))).toBeUndefined()
  expect(it.enter(at(10))).toEqual(at(11))
  expect(it.succeeded()).toBe('closed')
  expect(it.enter(at(10))).toBeUndefined()
})

it('doubles the pause of the circuit breaker after failed probes, up to a limit', () => {
  const it = breaker()
  for (let n = 0; n < 3; n += 1) it.failed(at(0))
  const pauses: number[] = []
  let now = 10
  for (let n = 0; n < 3; n += 1) {
    expect(it.enter(at(now))).toBeUndefined()
    expect(it.failed(at(now))).toBeUndefined()
    const next = (it.closedUntil(at(now))?.getTime() ?? 0) / 1_000 - at(0).getTime() / 1_000
    pauses.push(next - now)
    now = next
  }
  expect(pauses).toEqual([20, 30, 30])
  expect(it.openForMs(at(now))).toBe(now * 1_000)
})

it('ignores failures of calls that began before the circuit breaker opened', () => {
  const it = breaker()
  for (let n = 0; n < 8; n += 1) it.failed(at(0))
  expect(it.closedUntil(at(9))).toEqual(at(10))
})
