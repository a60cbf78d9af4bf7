import { expect, it } from 'vitest'
import { type MachinePlan, machineFile, machineFiles, planOf } from './machine-files.ts'
import { medianAndWorst } from './strikes.ts'
import { longestGap } from './traffic.ts'

const variables = {
  ...{ NODE: '2', NODE1: '10.7.0.1', NODE2: '10.7.0.2', NODE3: '10.7.0.3' },
  SUPERUSER_PASSWORD: 'a'.repeat(24),
  REPLICATION_PASSWORD: 'b'.repeat(24),
  OWNER_PASSWORD: 'c'.repeat(24),
  SHARED_BUFFERS: '4GB',
}
const plan = planOf(variables)

it('fills every placeholder in every configuration file of a machine', () => {
  for (const file of Object.keys(machineFiles) as (keyof typeof machineFiles)[]) {
    expect(machineFile(file, plan)).not.toMatch(/\$\{|undefined/)
  }
  const lacking = { ...plan, others: { ...plan.others, DATA_DIR: undefined } }
  expect(() => machineFile('patroni.yml', lacking as unknown as MachinePlan)).toThrow('DATA_DIR')
})

it('names the variable of the cluster that is missing or malformed', () => {
  for (const name of Object.keys(variables)) {
    expect(() => planOf({ ...variables, [name]: '' })).toThrow(name)
  }
  expect(() => planOf({ ...variables, OWNER_PASSWORD: 'with:colon@and-more-than-20' })).toThrow()
})

it('configures Patroni so that no acknowledged commit is lost and its timing rule holds', () => {
  const text = machineFile('patroni.yml', plan)
  const number = (name: string) => Number(new RegExp(`^ +${name}: (\\d+)$`, 'm').exec(text)?.[1])
  expect(text).toMatch(/^ +synchronous_mode: true$/m)
  expect(text).toMatch(/^ +synchronous_mode_strict: true$/m)
  expect(number('ttl')).toBeGreaterThanOrEqual(number('loop_wait') + 2 * number('retry_timeout'))
  // Patroni 3.0.2 takes another leader's lock when it uses etcd3.
  expect(text).toMatch(/^etcd:\n {2}hosts: \["10\.7\.0\.2:2379"\]$/m)
  expect(text).not.toMatch(/^etcd3:/m)
})

it('lets a database node accept connections from the three machines only', () => {
  const rules = machineFile('patroni.yml', plan).match(/^ +- host .*$/gm) ?? []
  expect(rules).toHaveLength(6)
  for (const rule of rules) expect(rule).toMatch(/ 10\.7\.0\.[123]\/32 scram-sha-256$/)
})

it('makes HAProxy drop connections to a lost primary and retry only unsent requests', () => {
  const file = machineFile('haproxy.cfg', plan)
  expect(file).toContain('server node1 10.7.0.1:5432 check port 8008')
  expect(file).toMatch(/listen primary\n.+?on-marked-down shutdown-sessions/s)
  expect(new Set(file.match(/retry-on .*/g))).toEqual(new Set(['retry-on conn-failure']))
  expect(file).toMatch(/listen web\n.+?httpchk GET \/api\/ready\n {2}use_backend alive if .+ eq 0/s)
  // A node may trust an old answer until its next query: checks run every half second, and one
  // second is added.
  const [, loopWait = '0'] = /loop_wait: (\d+)/.exec(machineFile('patroni.yml', plan)) ?? []
  expect(/listen primary\n.+?rise (\d+)/s.exec(file)?.[1]).toBe(String(2 * (Number(loopWait) + 1)))
})

it('measures an outage as the longest time without an answer after the strike', () => {
  expect(longestGap(100, [20, 90, 110, 160, 170])).toBe(50)
  expect(longestGap(100, [20, 90])).toBe(0)
  expect(medianAndWorst([4, 9, 5])).toEqual({ median: 5, worst: 9 })
})
