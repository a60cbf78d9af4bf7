// Configuration of a machine of the cluster: the files in `machine/` with their placeholders
// filled. `ops/ha/configure` fills them for three machines, the drill for three nodes on one
// machine.
import { readFileSync } from 'node:fs'
import path from 'node:path'

/** Path of each file on a machine with Debian's packages. */
export const machineFiles = {
  'patroni.yml': 'etc/patroni/config.yml',
  'haproxy.cfg': 'etc/haproxy/haproxy.cfg',
  'etcd.env': 'etc/default/etcd',
  'nats-server.conf': 'etc/nats-server.conf',
  'cupo.env': 'etc/cupo/cluster.env',
} as const

export type NodePlan = {
  name: string
  address: string
  ports: {
    /** Ports of PostgreSQL and of Patroni's REST API. */
    database: number
    api: number
    /** Ports of etcd, for clients and for the other members. */
    etcd: number
    peer: number
    /** Ports of NATS: for clients on this machine, for monitoring, and for the other members. */
    nats: number
    natsFigures: number
    natsRoute: number
    /** Port of the server process. */
    server: number
  }
}

export type Passwords = { superuser: string; replication: string; owner: string }

export type MachinePlan = {
  nodes: NodePlan[]
  /** Machine for which the files are written. */
  own: NodePlan
  /** Ports of HAProxy on each machine. */
  ports: { primary: number; web: number }
  passwords: Passwords
  /** Settings that differ between a machine and the drill, by the name of their placeholder. */
  others: Record<OtherPlaceholder, string>
}

type OtherPlaceholder =
  | 'ETCD'
  | 'ETCD_DIR'
  | 'DATA_DIR'
  | 'SOCKET_DIR'
  | 'SHARED_BUFFERS'
  | 'MAX_WAL_SIZE'
  | 'WAL_SEGMENT_MB'
  | 'ADMIN_SOCKET'
  | 'SERVER_HEADER'
  | 'PROXY_HOPS'

/** Returns the text of a file for a machine. Throws when a placeholder has no value. */
export function machineFile(file: keyof typeof machineFiles, plan: MachinePlan): string {
  const template = readFileSync(path.join(import.meta.dirname, 'machine', file), 'utf8')
  const values: Record<string, string | number> = { ...plan.others, ...valuesOf(plan) }
  return template.replace(/\$\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`${file} has no value for ${name}`)
    return String(value)
  })
}

function valuesOf({ nodes, own, ports, passwords }: MachinePlan) {
  const ofNodes = nodes.flatMap(({ name, address, ports: at }, index) => [
    [`NODE${index + 1}`, address],
    [`NODE${index + 1}_NAME`, name],
    [`NODE${index + 1}_DATABASE`, at.database],
    [`NODE${index + 1}_API`, at.api],
    [`NODE${index + 1}_PEER`, at.peer],
    [`NODE${index + 1}_NATS`, at.natsRoute],
    [`NODE${index + 1}_SERVER`, at.server],
  ])
  return {
    ...Object.fromEntries(ofNodes),
    NAME: own.name,
    ADDRESS: own.address,
    DATABASE_PORT: own.ports.database,
    API_PORT: own.ports.api,
    ETCD_CLIENT_PORT: own.ports.etcd,
    ETCD_PEER_PORT: own.ports.peer,
    NATS_PORT: own.ports.nats,
    NATS_FIGURES_PORT: own.ports.natsFigures,
    NATS_ROUTE_PORT: own.ports.natsRoute,
    PRIMARY_PORT: ports.primary,
    WEB_PORT: ports.web,
    SUPERUSER_PASSWORD: passwords.superuser,
    REPLICATION_PASSWORD: passwords.replication,
    OWNER_PASSWORD: passwords.owner,
  }
}

const PORTS = {
  ...{ database: 5432, api: 8008, etcd: 2379, peer: 2380 },
  ...{ nats: 4222, natsFigures: 8222, natsRoute: 6222, server: 3000 },
}
const ADDRESSES = ['NODE1', 'NODE2', 'NODE3']
const PASSWORDS = ['SUPERUSER_PASSWORD', 'REPLICATION_PASSWORD', 'OWNER_PASSWORD']

/**
 * Returns the plan of one of three machines from the variables of `machine/cluster.env.example`.
 * Throws with the variables that are missing or malformed.
 */
export function planOf(variables: Readonly<Record<string, string | undefined>>): MachinePlan {
  const read = (name: string, form: RegExp): string => {
    const value = variables[name] ?? ''
    if (!form.test(value)) throw new Error(`${name} must match ${form}`)
    return value
  }
  const addresses = ADDRESSES.map((name) => read(name, /^\d{1,3}(\.\d{1,3}){3}$/))
  const nodes = addresses.map((address, index) => {
    return { name: `node${index + 1}`, address, ports: PORTS }
  })
  const own = nodes[Number(read('NODE', /^[123]$/)) - 1]
  if (!own) throw new Error('NODE is 1, 2 or 3')
  const [superuser = '', replication = '', owner = ''] = PASSWORDS.map((name) =>
    read(name, /^[A-Za-z0-9]{20,}$/),
  )
  return {
    nodes,
    own,
    ports: { primary: 5000, web: 8080 },
    passwords: { superuser, replication, owner },
    others: {
      ETCD: `${own.address}:${PORTS.etcd}`,
      ETCD_DIR: '/var/lib/etcd/cupo',
      DATA_DIR: '/var/lib/postgresql/15/cupo',
      SOCKET_DIR: '/run/postgresql',
      SHARED_BUFFERS: read('SHARED_BUFFERS', /^\d+(MB|GB)$/),
      MAX_WAL_SIZE: '4GB',
      WAL_SEGMENT_MB: '16',
      ADMIN_SOCKET: '/run/haproxy/admin.sock',
      SERVER_HEADER: '# Answers do not say which server they come from.',
      // Two proxies: the one that terminates TLS, and HAProxy.
      PROXY_HOPS: '2',
    },
  }
}
