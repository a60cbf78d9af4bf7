// Called by `ops/rehearsal` in its own namespaces, after install.ts.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { addMs, HOUR_MS } from '#server/platform/clock.ts'
import { say } from '../../scripts/project.ts'
import { type Service, startService, until } from '../ha/service.ts'
import { playSteps, type Step } from '../ha/steps.ts'
import { outsideKeys, variablesOf } from './keys.ts'
import { APP_USER, answers, later, type Machine, openMachine } from './machine.ts'
import { DATABASE_PORT, DOMAIN, MAIL_HOST, SITE_PORT } from './names.ts'
import { openSite } from './site.ts'
import { teamSteps } from './team-steps.ts'
import { tripSteps } from './trip-steps.ts'

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
let server: Service | undefined
let outside = await machine.outside(keys, hours)
try {
  const site = openSite(machine.authority, now)
  const trip = tripSteps(site)
  const day = [...installation(), ...teamSteps(site, grantAdmin), ...trip.first, ...evening()]
  const { failed } = await playSteps([...day, ...nextDay(trip.later)], say)
  process.exitCode = failed
  if (failed > 0) say(lastWarnings())
} finally {
  await server?.stop()
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
    { name: 'the server starts, as a user without rights, and migrates', play: startServer },
  ]
}

function verifyLedger(): Step {
  const play = async () => command('ledger-verify').trim()
  return { name: 'ledger:verify finds nothing', play }
}

/** Steps at the end of the first day: backup, doctor and verification of the ledger. */
function evening(): Step[] {
  return [
    { name: 'ops/backup/run', play: async () => machine.database.backup('run', '--full') },
    {
      name: 'npm run doctor finds nothing',
      play: async () =>
        operator(['npm', 'run', '--silent', 'doctor', '--', '--env', envFile, '--running']),
    },
    verifyLedger(),
  ]
}

function nextDay(steps: Step[]): Step[] {
  const restart = async () => {
    await server?.stop()
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
  const made = operator(['npm', 'run', '--silent', 'keys:new'])
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

/**
 * Starts the server as systemd does: with the variables of the configuration file, and no others.
 */
async function startServer(): Promise<void> {
  const variables = parseEnv(operator(['cat', envFile]))
  const logFile = path.join(folder, 'server.log')
  server = startService([machine.node, 'server/main.ts'], {
    logFile,
    cwd: machine.program,
    user: APP_USER,
    env: {
      ...(variables as Record<string, string>),
      NODE_EXTRA_CA_CERTS: machine.authority,
      ...later(hours),
    },
  })
  await until(
    'the server is ready',
    async () => {
      if (!server?.isRunning())
        throw new Error(execFileSync('tail', ['-5', logFile], { encoding: 'utf8' }))
      return await answers(`http://127.0.0.1:${SITE_PORT}/api/ready`)
    },
    READY_MS,
  )
}

function grantAdmin(
  email: string,
  second?: { first: { email: string }; who: { document: string } },
): void {
  if (broken === 'admin') return
  const grant = ['node', `--env-file=${envFile}`, 'scripts/staff-grant.ts', email]
  grant.push('--role', 'admin')
  if (!second) operator(grant)
  else operator([...grant, '--second'], `${second.first.email}\n${second.who.document}\n`)
}

/** The last warnings and errors in the server's log, at most ten lines. */
function lastWarnings(): string {
  const log = operator(['cat', path.join(folder, 'server.log')]).split('\n')
  return log
    .filter((line) => /"level":"?(warn|error|fatal|[456]0)/.test(line))
    .slice(-10)
    .join('\n')
}

/** Runs an npm command on the server, with the variables of the file. */
function command(name: string, ...args: string[]): string {
  return operator(['node', `--env-file=${envFile}`, `scripts/${name}.ts`, ...args])
}

/** Runs a command as root on the server, with `input`. Throws with the output. */
function operator([program = '', ...args]: string[], input = ''): string {
  try {
    return execFileSync(program, args, {
      cwd: machine.program,
      env: {
        PATH: `${path.join(folder, 'bin')}:/usr/sbin:/usr/bin:/sbin:/bin`,
        HOME: folder,
        LC_ALL: 'C',
        NODE_EXTRA_CA_CERTS: machine.authority,
      },
      encoding: 'utf8',
      input,
      stdio: 'pipe',
    })
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string }
    throw new Error(`${program} ${args.join(' ')}:\n${stdout}${stderr}`)
  }
}
