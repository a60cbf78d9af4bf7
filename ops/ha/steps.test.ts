import { expect, it } from 'vitest'
import { playSteps } from './steps.ts'

it('plays steps until one fails, prints each step, and ends with the totals', async () => {
  const said: string[] = []
  const played: string[] = []
  const step = (name: string, found?: string) => ({
    name,
    play: async () => {
      played.push(name)
      if (name === 'falls') throw new Error('no seat')
      return found
    },
  })
  const say = (line: string) => void said.push(line.replace(/ +\d+ ms/, ' 1 ms'))
  const steps = [step('publishes'), step('finds', '2 trips'), step('falls'), step('never')]
  expect(await playSteps(steps, say)).toEqual({ passed: 2, failed: 1 })
  expect(played).toEqual(['publishes', 'finds', 'falls'])
  expect(said).toEqual([
    'ok 1 ms  publishes',
    'ok 1 ms  finds: 2 trips',
    'FAIL 1 ms  falls: no seat',
    '2 passed, 1 failed',
  ])
  expect(await playSteps(steps.slice(0, 2), say)).toEqual({ passed: 2, failed: 0 })
  expect(said.at(-1)).toBe('2 passed, 0 failed')
})
