// What Patroni and HAProxy are told. Ports and folders come from the cluster that is started.

export type NodePlan = {
  name: string
  /** Its PostgreSQL, Patroni's REST API, and its way to etcd. */
  ports: { database: number; rest: number; etcd: number }
  dataDir: string
}

export type Passwords = { superuser: string; replication: string; owner: string }

/**
 * A leader that does not renew its lock for `ttl` seconds has lost it. Patroni asks for
 * ttl >= loop_wait + 2 * retry_timeout. A standby that hangs leaves the synchronous ones within
 * wal_sender_timeout + loop_wait, which must be less than the statement timeout of the app (20 s):
 * a statement that is cancelled while it waits for its standby counts as committed.
 */
const TIMES = { ttl: 10, loop_wait: 2, retry_timeout: 3 }

const PARAMETERS = {
  max_connections: 200,
  shared_buffers: '128MB',
  wal_level: 'replica',
  hot_standby: 'on',
  wal_log_hints: 'on',
  max_wal_senders: 10,
  max_replication_slots: 10,
  wal_keep_size: '64MB',
  min_wal_size: '8MB',
  max_wal_size: '256MB',
  wal_sender_timeout: '5s',
  wal_receiver_timeout: '5s',
  idle_in_transaction_session_timeout: '30s',
  jit: 'off',
  // Patroni hands over at once; PostgreSQL alone would try to start again on a full disk.
  restart_after_crash: 'off',
  timezone: 'UTC',
}

/** Patroni's file as JSON, which YAML readers take. */
export function patroniFile(plan: NodePlan, passwords: Passwords, binDir: string): string {
  const { ports } = plan
  const database = `127.0.0.1:${ports.database}`
  return JSON.stringify(
    {
      scope: 'cupo',
      name: plan.name,
      restapi: { listen: `127.0.0.1:${ports.rest}`, connect_address: `127.0.0.1:${ports.rest}` },
      // Not `etcd3`: docs/decisions/0107-patroni-of-debian.md
      etcd: { hosts: [`127.0.0.1:${ports.etcd}`], use_proxies: true },
      bootstrap: {
        dcs: {
          ...TIMES,
          maximum_lag_on_failover: 1_048_576,
          synchronous_mode: true,
          // A new primary takes no write before a standby has it too.
          synchronous_mode_strict: true,
          primary_start_timeout: 0,
          master_start_timeout: 0,
          postgresql: { use_pg_rewind: true, use_slots: true, parameters: PARAMETERS },
        },
        initdb: [
          { encoding: 'UTF8' },
          { locale: 'C.UTF-8' },
          'data-checksums',
          { 'wal-segsize': '4' },
        ],
      },
      postgresql: {
        listen: database,
        connect_address: database,
        data_dir: plan.dataDir,
        bin_dir: binDir,
        authentication: {
          superuser: { username: 'postgres', password: passwords.superuser },
          replication: { username: 'replicator', password: passwords.replication },
        },
        pg_hba: [
          'local all all scram-sha-256',
          'host all all 127.0.0.1/32 scram-sha-256',
          'host replication replicator 127.0.0.1/32 scram-sha-256',
        ],
        parameters: { unix_socket_directories: '' },
        remove_data_directory_on_rewind_failure: true,
        remove_data_directory_on_diverged_timelines: true,
      },
      watchdog: { mode: 'off' },
    },
    null,
    2,
  )
}

/**
 * Half seconds for which a node must say that it is the primary. One that was frozen while etcd
 * answered it reads that old answer once it runs again, and believes in it until its next question,
 * `loop_wait` later: until then it would show rows as they were.
 */
const RISE = 2 * (TIMES.loop_wait + 1)

export type ProxyPlan = {
  nodes: NodePlan[]
  /** Ports of the server processes. */
  servers: number[]
  ports: { primary: number; replicas: number; web: number }
  socket: string
  /** Answers say in `x-served-by` which server they come from. */
  namesServers?: boolean
}

/**
 * HAProxy asks Patroni which node is the primary, and ends the connections of one that is none any
 * more. Only a request that no server took is sent to another one.
 */
export function haproxyFile({ nodes, servers, ports, socket, namesServers }: ProxyPlan): string {
  const databases = nodes.map(
    ({ name, ports: at }) => `  server ${name} 127.0.0.1:${at.database} check port ${at.rest}`,
  )
  return `global
  maxconn 4000
  stats socket ${socket} mode 600 level admin
defaults
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  timeout check 1s
listen primary
  bind 127.0.0.1:${ports.primary}
  mode tcp
  option httpchk OPTIONS /primary
  default-server inter 500ms fall 2 rise ${RISE} on-marked-down shutdown-sessions
${databases.join('\n')}
listen replicas
  bind 127.0.0.1:${ports.replicas}
  mode tcp
  balance leastconn
  option httpchk OPTIONS /replica?lag=16MB
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${databases.join('\n')}
listen web
  bind 127.0.0.1:${ports.web}
  mode http
  balance roundrobin
  option forwardfor
${namesServers ? '  http-response set-header x-served-by %s\n' : ''}  option httpchk GET /api/health
  option redispatch 1
  retries 3
  retry-on conn-failure
  default-server inter 500ms fall 2 rise 1
${servers.map((port, index) => `  server s${index + 1} 127.0.0.1:${port} check`).join('\n')}
`
}

export type ServerAddresses = {
  databaseUrl: string
  replicaUrl: string
  site: string
  nats: string
}

/** The variables of every server process of the cluster. */
export function serverEnvironment({ databaseUrl, replicaUrl, site, nats }: ServerAddresses) {
  return {
    DATABASE_URL: databaseUrl,
    DATABASE_REPLICA_URL: replicaUrl,
    PUBLIC_URL: site,
    NATS_URL: nats,
    TRUST_PROXY_HOPS: '1',
    DB_POOL_SIZE: '10',
  }
}
