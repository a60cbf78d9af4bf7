import { afterEach, expect, it, vi } from 'vitest'
import { markOutage } from './db/outage.ts'
import { createLogger, loggable } from './log.ts'

afterEach(() => vi.useRealTimers())

const CANARY = 'canario@correo.test'

it('logs a database error without the refused row', () => {
  const refused = Object.assign(new Error('violates check constraint'), {
    code: '23514',
    constraint: 'users_email_taken',
    detail: `Failing row contains (${CANARY}, 1032987654).`,
    where: CANARY,
    parameters: [CANARY],
    query: { email: CANARY },
  })
  const outer = new AggregateError([refused], 'several', { cause: refused })
  for (const error of [refused, outer]) {
    const text = JSON.stringify(loggable(error))
    expect(text).toContain('23514')
    expect(text).toContain('violates check constraint')
    expect(text).not.toMatch(/canario|1032987654/)
  }
})

it('logs only the type of a value that is not an error, and ends circular causes', () => {
  expect(loggable({ email: CANARY })).toEqual({ type: 'object' })
  const circle = new Error('circle')
  circle.cause = circle
  expect(JSON.stringify(loggable(circle))).toContain('circle')
})

it('logs an outage of the database as one line every ten seconds, without stacks', () => {
  vi.useFakeTimers()
  const lines: Record<string, unknown>[] = []
  const log = createLogger('info', { write: (line) => void lines.push(JSON.parse(line)) })
  const child = log.child({ part: 'request' })
  const fail = () => markOutage(new Error('connect ENOENT'))
  for (let second = 0; second < 30; second += 1) {
    for (let nth = 0; nth < 25; nth += 1)
      child.warn({ err: fail(), loop: 'mail' }, 'background loop')
    log.warn({ err: fail() }, 'database unavailable')
    vi.advanceTimersByTime(1_000)
  }
  expect(lines.map(({ msg, warnings }) => [msg, warnings])).toEqual([
    ['database unavailable', 1],
    ['database unavailable', 260],
    ['database unavailable', 260],
  ])
  expect(JSON.stringify(lines)).toContain('connect ENOENT')
  expect(JSON.stringify(lines)).not.toContain('stack')
  log.warn({ err: new Error('another') }, 'background loop')
  log.error({ err: fail() }, 'a leased row failed')
  expect(lines.slice(3)).toMatchObject([
    { msg: 'background loop', err: { stack: expect.any(String) } },
    { msg: 'a leased row failed', err: { message: 'connect ENOENT' } },
  ])
})
