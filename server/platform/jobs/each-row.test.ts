import { expect, it } from 'vitest'
import { eachRow, eachRowOrFail } from './each-row.ts'

const doubts = async (row: number) => {
  if (row % 2 === 0) throw new Error(`row ${row}`)
  return row > 2
}

it('goes on after a row that fails, says which, and counts those that answer true', async () => {
  const failed: [string, number][] = []
  const done = await eachRow([1, 2, 3, 4, 5], doubts, (error, row) => {
    failed.push([(error as Error).message, row])
  })
  expect({ done, failed }).toEqual({
    done: 2,
    failed: [
      ['row 2', 2],
      ['row 4', 4],
    ],
  })
})

it('fails with all errors after the last row, and not without an error', async () => {
  const worked: number[] = []
  const work = (row: number) => {
    worked.push(row)
    return doubts(row)
  }
  const errors = [new Error('row 2'), new Error('row 4')]
  await expect(eachRowOrFail([2, 3, 4, 5], work, 'two rows wait')).rejects.toMatchObject({
    ...{ name: 'AggregateError', message: 'two rows wait: row 2', errors },
  })
  expect(worked).toEqual([2, 3, 4, 5])
  expect(await eachRowOrFail([1, 3], doubts, 'none')).toBe(1)
})
