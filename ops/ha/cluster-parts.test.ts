import { expect, it } from 'vitest'
import { haproxyFile, patroniFile, serverEnvironment } from './configuration.ts'
import { medianAndWorst } from './strikes.ts'
import { longestGap } from './traffic.ts'

const ports = { database: 1, rest: 2, etcd: 3 }
const plan = { name: 'node1', ports, dataDir: '/data' }
const passwords = { superuser: 'a', replication: 'b', owner: 'c' }

it('Patroni loses no commit that was acknowledged, and keeps to its own rule of times', () => {
  const file = JSON.parse(patroniFile(plan, passwords, '/bin'))
  const { dcs } = file.bootstrap
  expect(dcs).toMatchObject({ synchronous_mode: true, synchronous_mode_strict: true })
  expect(dcs.ttl).toBeGreaterThanOrEqual(dcs.loop_wait + 2 * dcs.retry_timeout)
  // Patroni 3.0.2 takes the lock of another leader with the other API.
  expect(Object.keys(file)).toContain('etcd')
  expect(Object.keys(file)).not.toContain('etcd3')
})

it('HAProxy ends the connections of a lost primary, and repeats only what no server took', () => {
  const proxy = { primary: 4, replicas: 5, web: 6 }
  const file = haproxyFile({ nodes: [plan], servers: [7], ports: proxy, socket: '/s' })
  expect(file).toContain('server node1 127.0.0.1:1 check port 2')
  expect(file).toMatch(/listen primary\n.+?on-marked-down shutdown-sessions/s)
  expect(file.match(/retry-on .*/g)).toEqual(['retry-on conn-failure'])
})

it('servers of the cluster search on its replicas', () => {
  const addresses = {
    databaseUrl: 'postgres://a',
    replicaUrl: 'postgres://b',
    site: 's',
    nats: 'n',
  }
  expect(serverEnvironment(addresses).DATABASE_REPLICA_URL).toBe('postgres://b')
})

it('answers name their server only where that is asked for', () => {
  const plans = { nodes: [plan], servers: [7], socket: '/s' }
  const all = { ...plans, ports: { primary: 4, replicas: 5, web: 6 } }
  expect(haproxyFile(all)).not.toContain('x-served-by')
  expect(haproxyFile({ ...all, namesServers: true })).toMatch(
    /option forwardfor\n {2}http-response set-header x-served-by %s\n {2}option httpchk/,
  )
})

it('an outage is the longest time without an answer after the strike', () => {
  expect(longestGap(100, [20, 90, 110, 160, 170])).toBe(50)
  expect(longestGap(100, [20, 90])).toBe(0)
  expect(medianAndWorst([4, 9, 5])).toEqual({ median: 5, worst: 9 })
})
