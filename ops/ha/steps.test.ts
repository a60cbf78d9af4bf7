import { expect, it } from 'vitest'
import { added, eventsIn, playSteps } from './steps.ts'

const METRICS = `# HELP cupo_events_total Things that happened
cupo_events_total{name="replica_read",detail="replica"} 12
cupo_events_total{name="replica_read",detail="own_write"} 3
cupo_events_total{name="job_failed",detail="mail"} 7
`

it('plays steps until one fails, says each, and ends with the sums', async () => {
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
  const steps = [step('publishes'), step('finds', 'replica +1'), step('falls'), step('never')]
  expect(await playSteps(steps, say)).toEqual({ passed: 2, failed: 1 })
  expect(played).toEqual(['publishes', 'finds', 'falls'])
  expect(said).toEqual([
    'ok 1 ms  publishes',
    'ok 1 ms  finds: replica +1',
    'FAIL 1 ms  falls: no seat',
    '2 passed, 1 failed',
  ])
  expect(await playSteps(steps.slice(0, 2), say)).toEqual({ passed: 2, failed: 0 })
  expect(said.at(-1)).toBe('2 passed, 0 failed')
})

it('reads the counts of one event, and adds those of several servers', () => {
  const one = eventsIn(METRICS, 'replica_read')
  expect(one).toEqual({ replica: 12, own_write: 3 })
  expect(added([one, { replica: 1, old: 2 }])).toEqual({ replica: 13, own_write: 3, old: 2 })
})
