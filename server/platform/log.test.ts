import { expect, it } from 'vitest'
import { loggable } from './log.ts'

const CANARY = 'canario@correo.test'

// covers: C110, V16.3.4
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
