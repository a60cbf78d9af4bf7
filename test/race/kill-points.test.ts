import { expect, it } from 'vitest'
import { killPoints } from './kill-points.ts'

const sent = (words: string, connection = 1) => {
  return { words, connection, writes: /^(insert|update)/.test(words) }
}
const named = (...given: Parameters<typeof killPoints>) => {
  return killPoints(...given).map(({ name }) => name)
}

const transaction = ['begin', 'select 1', 'update 1', 'insert 1', 'commit'].map((words) =>
  sent(words),
)

it('kills after the last statement of a transaction, and at and after its commit', () => {
  expect(named([sent('select 0'), ...transaction], false)).toEqual([
    '5. insert 1, done',
    '6. commit, sent',
    '6. commit, done',
  ])
})

it('kills at and after a statement that writes outside of a transaction', () => {
  const statements = [sent('begin'), sent('insert 2', 2), sent('insert 1'), sent('commit')]
  expect(named(statements, false)).toEqual([
    '2. insert 2, sent',
    '2. insert 2, done',
    '3. insert 1, done',
    '4. commit, sent',
    '4. commit, done',
  ])
})

it('kills after each statement when every point is asked for', () => {
  const points = named([sent('select 0'), ...transaction], true)
  expect(points).toEqual([
    '1. select 0, done',
    '2. begin, done',
    '3. select 1, done',
    '4. update 1, done',
    '5. insert 1, done',
    '6. commit, sent',
    '6. commit, done',
  ])
})
