// A process of Cupo as systemd runs it by cupo@.service, for ops/update and ops/backup/restore
// (variable SERVICE): `unit.ts start|stop|restart PORT`, with the rehearsal's folder in REHEARSAL.
import { spawn } from 'node:child_process'
import { existsSync, openSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { until } from '../ha/service.ts'
import { APP_USER, later } from './machine.ts'

/** More than the 20 s within which Cupo ends its requests and jobs. */
const STOP_MS = 30_000

const [act = '', port = ''] = process.argv.slice(2)
const folder = process.env.REHEARSAL ?? ''
const at = (name: string) => path.join(folder, name)
const pidFile = at(`unit-${port}.pid`)

if (act !== 'start') await stop()
if (act !== 'stop') start()

function start(): void {
  const log = openSync(at('server.log'), 'a')
  const hours = Number(readFileSync(at('hours'), 'utf8'))
  const child = spawn(at('bin/node'), ['server/main.ts'], {
    ...APP_USER,
    cwd: realpathSync('/opt/cupo'),
    detached: true,
    stdio: ['ignore', log, log],
    env: {
      ...parseEnv(readFileSync(at('cupo.env'), 'utf8')),
      ...{ PORT: port, LC_ALL: 'C', PATH: '/usr/sbin:/usr/bin:/sbin:/bin' },
      NODE_EXTRA_CA_CERTS: at('authority.pem'),
      ...later(hours),
    } as Record<string, string>,
  })
  child.unref()
  writeFileSync(pidFile, String(child.pid))
}

async function stop(): Promise<void> {
  if (!isRunning()) return
  process.kill(Number(readFileSync(pidFile, 'utf8')), 'SIGTERM')
  await until(`port ${port} has ended`, () => !isRunning(), STOP_MS)
}

/** The first process of the rehearsal's namespace leaves zombies, which have ended. */
function isRunning(): boolean {
  if (!existsSync(pidFile)) return false
  const status = `/proc/${readFileSync(pidFile, 'utf8')}/status`
  return existsSync(status) && !/^State:\s+Z/m.test(readFileSync(status, 'utf8'))
}
