// Called by `ops/rehearsal` in its own namespaces, after install.ts.
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { addMs, HOUR_MS } from '#server/platform/clock.ts'
import { say } from '../../scripts/project.ts'
import { BIN_DIR } from '../backup/stage.ts'
import { until } from '../ha/service.ts'
import { playSteps, type Step } from '../ha/steps.ts'
import { outsideKeys, variablesOf } from './keys.ts'
import { answers, type Machine, openMachine } from './machine.ts'
import { DATABASE_PORT, DOMAIN, MAIL_HOST, SITE_PORTS } from './names.ts'
import { openSite } from './site.ts'
import { teamSteps } from './team-steps.ts'
import { tripSteps } from './trip-steps.ts'
import { updateSteps } from './update-steps.ts'

const READY_MS = 90_000
/**
 * Hours until the second day: earnings can be withdrawn 24 hours after they were paid, and a
 * booking ends 24 hours after its trip.
 */
const NEXT_DAY_HOURS = 36

const [folder = '', , broken] = process.argv.slice(2)
const keys = outsideKeys()
let hours = 0
const now = () => addMs(new Date(), hours * HOUR_MS)

const machine = await openMachine(folder)
const envFile = path.join(folder, 'cupo.env')
const serverLog = path.join(folder, 'server.log')
const unit = [process.execPath, path.join(import.meta.dirname, 'unit.ts')]
writePostgresUnit(machine)
let outside = await machine.outside(keys, hours)
try {
  const site = openSite(machine.authority, now)
  const trip = tripSteps(site)
  const day = [...installation(), ...teamSteps(site, grantAdmin), ...trip.first, ...evening()]
  const updates = [...updateSteps(machine, operator), doctorFindsNothing(), verifyLedger()]
  const { failed } = await playSteps([...day, ...updates, ...nextDay(trip.later)], say)
  process.exitCode = failed
  if (failed > 0) say(await lastWarnings())
} finally {
  await units('stop')
  await outside.stop()
  await machine.stop()
}

function installation(): Step[] {
  return [
    {
      name: 'an owner of the database that is no superuser',
      play: async () => {
        await machine.database.query('postgres', "create role cupo login createrole password 'x'")
        await machine.database.query('postgres', 'create database cupo owner cupo')
      },
    },
    { name: 'npm run keys:new makes the secrets', play: async () => writeVariables(machine) },
    { name: 'two processes start, as a user without rights, and migrate', play: startServer },
  ]
}

function verifyLedger(): Step {
  const play = async () => (await command('ledger-verify')).trim()
  return { name: 'ledger:verify finds nothing', play }
}

function doctorFindsNothing(): Step {
  const doctor = ['npm', 'run', '--silent', 'doctor', '--', '--env', envFile, '--running']
  return { name: 'npm run doctor finds nothing', play: () => operator(doctor) }
}

/** Steps at the end of the first day: backup, doctor and verification of the ledger. */
function evening(): Step[] {
  return [
    { name: 'ops/backup/run', play: async () => machine.database.backup('run', '--full') },
    doctorFindsNothing(),
    verifyLedger(),
  ]
}

function nextDay(steps: Step[]): Step[] {
  const restart = async () => {
    await units('stop')
    await outside.stop()
    hours = NEXT_DAY_HOURS
    outside = await machine.outside(keys, hours)
    // Only the clock of the program is moved, not that of the database.
    await machine.database.query('cupo', 'update clock_limit set tolerance_seconds = null')
    await startServer()
  }
  return [
    { name: `a restart, ${NEXT_DAY_HOURS} hours later`, play: restart },
    ...steps,
    verifyLedger(),
  ]
}

async function writeVariables({ database }: Machine): Promise<void> {
  const made = await operator(['npm', 'run', '--silent', 'keys:new'])
  const variables = variablesOf(keys, {
    databaseUrl: `postgres://cupo:x@127.0.0.1:${DATABASE_PORT}/cupo`,
    dataDir: database.dataDir,
    backupDir: path.join(database.folder, 'backups'),
    domain: DOMAIN,
    mail: MAIL_HOST,
  })
  const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}`)
  const secret = broken === 'secret' ? made.replace(/^DATA_KEY=.*/m, 'DATA_KEY=cambiame') : made
  writeFileSync(envFile, `${lines.join('\n')}\n${secret}`, { mode: 0o600 })
}

/** Starts both processes as systemd does: with the variables of the file, and no others. */
async function startServer(): Promise<void> {
  writeFileSync(path.join(folder, 'hours'), String(hours))
  await units('restart')
  for (const port of SITE_PORTS) {
    const isReady = () => answers(`http://127.0.0.1:${port}/api/ready`)
    await until(`port ${port} is ready`, isReady, READY_MS).catch(async (error: Error) => {
      throw new Error(`${error.message}\n${await operator(['tail', '-5', serverLog])}`)
    })
  }
}

async function units(act: 'restart' | 'stop'): Promise<void> {
  for (const port of SITE_PORTS) await operator([...unit, act, String(port)])
}

async function grantAdmin(
  email: string,
  second?: { first: { email: string }; who: { document: string } },
): Promise<void> {
  if (broken === 'admin') return
  const grant = ['node', `--env-file=${envFile}`, 'scripts/staff-grant.ts', email]
  grant.push('--role', 'admin')
  if (!second) await operator(grant)
  else await operator([...grant, '--second'], `${second.first.email}\n${second.who.document}\n`)
}

/** The last warnings and errors in the server's log, at most ten lines. */
async function lastWarnings(): Promise<string> {
  const log = (await operator(['cat', serverLog])).split('\n')
  return log
    .filter((line) => /"level":"?(warn|error|fatal|[456]0)/.test(line))
    .slice(-10)
    .join('\n')
}

/** Runs an npm command on the server, with the variables of the file. */
function command(name: string, ...args: string[]): Promise<string> {
  return operator(['node', `--env-file=${envFile}`, `scripts/${name}.ts`, ...args])
}

/** Runs a command as root on the server, with `input`. Throws with the output. */
async function operator([program = '', ...args]: string[], input = ''): Promise<string> {
  const running = promisify(execFile)(program, args, {
    cwd: machine.program,
    env: {
      PATH: `${path.join(folder, 'bin')}:/usr/sbin:/usr/bin:/sbin:/bin`,
      HOME: folder,
      LC_ALL: 'C',
      NODE_EXTRA_CA_CERTS: machine.authority,
      ...{ ENV_FILE: envFile, CUPO_USER: 'daemon', SERVICE: unit.join(' ') },
      ...{ POSTGRES: path.join(folder, 'bin/postgres-unit'), REHEARSAL: folder },
    },
    maxBuffer: 64 * 1024 ** 2,
  })
  running.child.stdin?.end(input)
  try {
    return (await running).stdout
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string }
    throw new Error(`${program} ${args.join(' ')}:\n${stdout}${stderr}`)
  }
}

/** PostgreSQL as `postgresql@15-main` would start and stop it. */
function writePostgresUnit({ database }: Machine): void {
  const data = path.join(database.folder, 'primary')
  const options = `-D ${data} -w -t 300 -m fast -l ${path.join(database.folder, 'socket/log')}`
  const text = `#!/bin/sh\nexec runuser -u postgres -- ${BIN_DIR}/pg_ctl ${options} "$1"\n`
  writeFileSync(path.join(folder, 'bin/postgres-unit'), text, { mode: 0o755 })
}
