import { expect, it } from 'vitest'
import type { Db } from './db/tx.ts'
import { AppError } from './errors.ts'
import { sharedCall, sharedRead } from './shared-call.ts'

type Call = {
  person: string
  booking?: string
  wish?: 'refused' | 'must wait' | 'meets' | 'conflict' | 'locked' | 'broken'
}

const db = {} as Db

/**
 * A database that gives each call its requested answer, and records which calls shared a statement.
 */
function database() {
  const statements: { people: string; waits: boolean }[] = []
  const call = sharedCall({
    keysOf: ({ person, booking }: Call) => (booking ? [person, booking] : [person]),
    rowsOf: ({ person, booking }: Call) => (booking ? [person, booking] : [person]),
    send: async (_db, calls: readonly Call[], { waits }) => {
      statements.push({ people: calls.map(({ person }) => person).join(' '), waits })
      await new Promise(setImmediate)
      const wishes = calls.map(({ wish }) => wish)
      if (wishes.includes('broken')) throw new AppError('trip_unavailable')
      if (wishes.includes('conflict') && !waits) {
        throw Object.assign(new Error('conflict'), { code: '40001' })
      }
      if (wishes.includes('locked') && !waits) {
        throw Object.assign(new Error('locked'), { code: '55P03' })
      }
      return calls.map(({ person, wish }) => {
        if (wish === 'must wait' && !waits) return { answer: 'alone' }
        if (wish === 'meets' && calls.length > 1) return { answer: 'again' }
        return { answer: wish ?? `done ${person}` }
      })
    },
  })
  const about = (person: string, booking: string) => call(db, { person, booking })
  return {
    statements,
    about,
    call: (person: string, wish?: Call['wish']) => call(db, { person, wish }),
  }
}

const answersOf = async (calls: Promise<{ answer: string }>[]) =>
  (await Promise.all(calls)).map(({ answer }) => answer)

it('sends calls that arrive together in one statement, with an answer for each', async () => {
  const { statements, call } = database()
  const answers = await answersOf([call('ana'), call('luis', 'refused'), call('eva')])
  expect(answers).toEqual(['done ana', 'refused', 'done eva'])
  expect(statements).toEqual([{ people: 'ana luis eva', waits: false }])
})

it('sends two calls of one person in separate statements', async () => {
  const { statements, call } = database()
  expect(await answersOf([call('ana'), call('ana'), call('eva')])).toEqual([
    'done ana',
    'done ana',
    'done eva',
  ])
  expect(statements).toEqual([
    { people: 'ana eva', waits: false },
    { people: 'ana', waits: false },
  ])
})

it('sends two calls about one booking in separate statements', async () => {
  const { statements, about } = database()
  await answersOf([about('ana', 'first'), about('luis', 'first'), about('eva', 'second')])
  expect(statements).toEqual([
    { people: 'ana eva', waits: false },
    { people: 'luis', waits: false },
  ])
})

it('reads keys that are requested together in one statement', async () => {
  const statements: string[] = []
  const read = sharedRead(async (_db, ids: readonly string[]) => {
    statements.push(ids.join(' '))
    return ids.map((id) => `row ${id}`)
  })
  expect(await Promise.all(['a', 'b', 'a'].map((id) => read(db, id)))).toEqual([
    'row a',
    'row b',
    'row a',
  ])
  expect(await read(db, 'a')).toBe('row a')
  expect(statements).toEqual(['a b a', 'a'])
})

it('repeats a call alone, with waiting, when it must wait for a lock', async () => {
  const { statements, call } = database()
  await answersOf([call('ana', 'must wait'), call('eva')])
  expect(statements).toEqual([
    { people: 'ana eva', waits: false },
    { people: 'ana', waits: true },
  ])
})

it('repeats all calls together after a conflict, and singly after the third conflict', async () => {
  const { statements, call } = database()
  expect(await answersOf([call('ana', 'conflict'), call('eva')])).toEqual(['conflict', 'done eva'])
  expect(statements).toEqual([
    ...Array.from({ length: 3 }, () => ({ people: 'ana eva', waits: false })),
    { people: 'ana', waits: true },
    { people: 'eva', waits: true },
  ])
})

it('repeats all calls singly when the shared statement waited too long for a lock', async () => {
  const { statements, call } = database()
  expect(await answersOf([call('ana', 'locked'), call('eva')])).toEqual(['locked', 'done eva'])
  expect(statements.slice(1)).toEqual([
    { people: 'ana', waits: true },
    { people: 'eva', waits: true },
  ])
})

it('repeats a call that conflicted with another call of its statement', async () => {
  const { statements, call } = database()
  expect(await answersOf([call('ana', 'meets'), call('eva')])).toEqual(['meets', 'done eva'])
  expect(statements.map(({ people }) => people)).toEqual(['ana eva', 'ana'])
})

it('rejects a shared call with the error of the database', async () => {
  const { call } = database()
  await expect(call('ana', 'broken')).rejects.toMatchObject({ code: 'trip_unavailable' })
})

it('queues a call at the wait gate when its row has the maximum of waiting calls', async () => {
  const statements: string[] = []
  const ends: (() => void)[] = []
  const call = sharedCall({
    keysOf: ({ person }: Call) => [person],
    rowsOf: ({ booking = '' }: Call) => [booking],
    send: async (_db, calls: readonly Call[], { waits }) => {
      statements.push(`${calls.map(({ person }) => person).join(' ')}${waits ? ' waits' : ''}`)
      if (!waits && calls.some(({ booking }) => booking === 'locked')) {
        throw Object.assign(new Error('locked'), { code: '55P03' })
      }
      if (waits) await new Promise<void>((resolve) => ends.push(resolve))
      return calls.map(() => ({ answer: 'done' }))
    },
  })
  const other = {} as Db
  const waiting = [1, 2, 3, 4].map((n) => call(other, { person: `p${n}`, booking: 'locked' }))
  await expect.poll(() => ends.length).toBe(4)
  statements.length = 0
  const late = call(other, { person: 'late', booking: 'locked' })
  expect(await call(other, { person: 'ana', booking: 'free' })).toEqual({ answer: 'done' })
  expect(statements).toEqual(['ana'])
  for (const end of ends.splice(0)) end()
  await Promise.all(waiting)
  await expect.poll(() => ends.length).toBe(1)
  for (const end of ends.splice(0)) end()
  expect(await late).toEqual({ answer: 'done' })
})
